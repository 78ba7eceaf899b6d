import { describe, expect, test } from "bun:test";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { images } from "../../server/cli/images.command.ts";
import { rounds } from "../support/rounds.ts";
import { runCommand } from "../support/run-command.ts";
import { runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { randomTest } from "../test-seed.ts";
import { corners, formOf } from "./pictures.ts";
import { startS3 } from "./s3-server.ts";

const dayMs = 86_400_000;

describe("the command line", () => {
  const run = (settings: Record<string, string>, ...args: string[]) => runCommand(images, args, settings);

  test("collects unused pictures, does a dry run, and copies between stores", async () => {
    const s3 = await startS3();
    const service = await startService();
    const settings = {
      DATA_DIR: service.dataDir,
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_PREFIX: "copied",
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    };
    try {
      const picture = await corners().png().toBuffer();
      const body = formOf(picture);
      const answer = await fetch(`${service.url}/api/upload`, { method: "POST", body });
      const { url } = (await answer.json()) as { url: string };
      const name = url.slice(-68);

      const copied = await runProgram("cli.ts", ["images", "copy", "--to", "s3"], settings);
      expect(copied.output).toContain("Copied 1 files");
      expect((await run(settings, "copy", "--to", "s3")).output).toContain("1 were already there");
      const onS3 = await startService({ ...settings, IMAGE_STORE: "s3" });
      expect(Buffer.from(await (await fetch(`${onS3.url}/uploads/${name}`)).bytes()).equals(picture)).toBe(true);
      await onS3.stop();
      const old = (Date.now() - 40 * dayMs) / 1000;
      const file = join(service.dataDir, "images", name.slice(0, 2), name);
      utimesSync(file, old, old);
      const planned = await run(settings, "gc", "--dry-run");
      expect(planned.output).toContain(`would remove ${name}`);
      expect((await fetch(url)).status).toBe(200);
      expect((await run(settings, "gc")).output).toContain("Removed 1 pictures");
      expect((await fetch(url)).status).toBe(404);
      const back = await run({ ...settings, IMAGE_STORE: "s3" }, "copy", "--to", "disk");
      expect(back.output).toContain("Copied 1 files");
      expect((await fetch(url)).status).toBe(200);

      for (const wrong of [["copy"], ["copy", "--to", "tape"], ["gc", "--now"], []]) {
        expect((await run(settings, ...wrong)).code).toBe(1);
      }
    } finally {
      await service.stop();
      await s3.stop();
    }
  });
});

const kills = rounds(1, 4);

randomTest("a kill at any moment leaves whole pictures or none", async (random) => {
  let service = await startService();
  const { dataDir } = service;
  const answered: string[] = [];
  for (let round = 0; round < kills; round++) {
    const pictures = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        corners(600 + 2 * i, 600 + 2 * round)
          .png({ compressionLevel: 1 })
          .toBuffer(),
      ),
    );
    const uploads = Promise.allSettled(
      pictures.map(async (bytes) => {
        const response = await fetch(`${service.url}/api/upload`, { method: "POST", body: formOf(bytes) });
        answered.push(((await response.json()) as { url: string }).url);
      }),
    );
    // The kill may come before, during or after any upload: nothing depends on this time.
    await Bun.sleep(random.below(40));
    await service.stop("SIGKILL");
    await uploads;
    service = await startService({ DATA_DIR: dataDir });
  }
  for (const url of answered) expect((await fetch(service.url + new URL(url).pathname)).status).toBe(200);
  for (const shard of readdirSync(join(dataDir, "images")).filter((name) => name.length === 2)) {
    for (const name of readdirSync(join(dataDir, "images", shard))) {
      const bytes = await Bun.file(join(dataDir, "images", shard, name)).bytes();
      expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(name.slice(0, 64));
    }
  }
  await service.stop();
});
