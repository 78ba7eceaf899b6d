import { expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { DiskStore } from "./disk-store.ts";
import { ImageQueue } from "./image-queue.ts";
import { asProblem, ingest } from "./ingest.ts";

test("a picture whose sender disconnected while it waited is not decoded", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "picture");
  const size = await Bun.write(
    file,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );
  const queue = new ImageQueue({ slots: 1, pixels: 1_000, waiting: 10, waitingOfOne: 10, timeoutMs: 60_000 });
  const before = Promise.withResolvers<void>();
  const turn = queue.run("others", () => before.promise);
  const gone = new AbortController();
  const store = new DiskStore(join(folder, "images"));
  const taken = ingest({ path: file, size }, { store, queue }, { address: "one", signal: gone.signal });
  gone.abort();
  before.resolve();
  await turn;
  await expect(taken).rejects.toMatchObject({ name: "AbortError" });
  const again = await ingest(
    { path: file, size },
    { store, queue },
    { address: "one", signal: new AbortController().signal },
  );
  expect(again).toMatchObject({ isNew: true, width: 9, height: 9 });
});

test("a picture whose decoding times out is reported as such, and not as broken", async () => {
  // The message of sharp. A real timeout would need a picture that is slow on every machine.
  const stopped = () => Promise.reject(new Error('timeout: 17% complete\nVipsImage: killed for image "temp-28"'));
  await expect(asProblem(stopped)).rejects.toMatchObject({
    code: "image_too_complex",
    message: "The picture could not be decoded within 15 seconds.",
    members: { maxSeconds: 15 },
  });
});

test("other decoder errors are faults of the picture, and all other errors are bugs", async () => {
  const broken = () => sharp(Buffer.from("\x89PNG\r\n\x1a\n and no more", "latin1")).raw().toBuffer();
  await expect(asProblem(broken)).rejects.toMatchObject({ code: "image_broken" });
  const ours = () => Promise.reject(new TypeError("undefined is not a function"));
  await expect(asProblem(ours)).rejects.toBeInstanceOf(TypeError);
});
