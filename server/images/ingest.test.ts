import { expect, test } from "bun:test";
import sharp from "sharp";
import { asProblem } from "./ingest.ts";

test("a picture whose decoding was stopped by its time limit is told so, and is not called broken", async () => {
  // As sharp says it; to make it say so takes a picture that is slow on every machine.
  const stopped = () => Promise.reject(new Error('timeout: 17% complete\nVipsImage: killed for image "temp-28"'));
  await expect(asProblem(stopped)).rejects.toMatchObject({
    code: "image_too_complex",
    message: "The picture could not be decoded within 15 seconds.",
    members: { maxSeconds: 15 },
  });
});

test("what else the decoder says is the picture's fault, and what it does not say is ours", async () => {
  const broken = () => sharp(Buffer.from("\x89PNG\r\n\x1a\n and no more", "latin1")).raw().toBuffer();
  await expect(asProblem(broken)).rejects.toMatchObject({ code: "image_broken" });
  const ours = () => Promise.reject(new TypeError("undefined is not a function"));
  await expect(asProblem(ours)).rejects.toBeInstanceOf(TypeError);
});
