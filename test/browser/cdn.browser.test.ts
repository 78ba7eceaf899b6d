import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { corners } from "../images/pictures.ts";
import { type S3Server, startS3 } from "../images/s3-server.ts";
import { type Bench, hasBrowser, saved, startBench } from "./start-bench.ts";

const projectId = "cdn";

/** Pictures that browsers fetch from another host, such as a CDN in front of the bucket. */
describe.skipIf(!hasBrowser)("pictures of S3_PUBLIC_URL", () => {
  let s3: S3Server;
  let bench: Bench;
  beforeAll(async () => {
    s3 = await startS3();
    const { endpoint, bucket, prefix, accessKeyId, secretAccessKey } = s3.settings;
    bench = await startBench({
      projectId,
      alone: {
        env: {
          SEED: "none",
          IMAGE_STORE: "s3",
          S3_ENDPOINT: endpoint,
          S3_BUCKET: bucket,
          S3_PREFIX: prefix,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
          S3_PUBLIC_URL: `${endpoint}/${bucket}/${prefix}`.replace(/\/$/, ""),
        },
      },
    });
  });
  afterAll(async () => {
    await bench?.stop();
    await s3?.stop();
  });

  test("are shown by the editor, in the panel and in the list", async () => {
    const { leaf, items } = await bench.makeLeaf("From afar", ["Seen through a CDN"]);
    const page = await bench.open(`/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    const buffer = await corners(640, 480).png().toBuffer();
    await page
      .locator('.panel input[type="file"]')
      .setInputFiles([{ name: "corners.png", mimeType: "image/png", buffer }]);
    await page.locator(".panel .picture img, .panel img[src*='catalog/']").first().waitFor();
    await saved(page);
    await page.reload();
    for (const place of [".grid-thumb img", ".panel-body img"]) {
      const picture = page.locator(place).first();
      await picture.waitFor();
      const shown = await picture.evaluate(async (img: HTMLImageElement) => {
        await img.decode();
        return { host: new URL(img.currentSrc).origin, width: img.naturalWidth };
      });
      expect(shown.host).toBe(s3.settings.endpoint);
      expect(shown.width).toBeGreaterThan(0);
    }
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });
});
