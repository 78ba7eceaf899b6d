import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { startApp, type TestApp } from "../start-app.ts";
import type { Random } from "../support/random.ts";
import { rounds } from "../support/rounds.ts";
import { randomTest } from "../test-seed.ts";
import { everyKind, formOf } from "./pictures.ts";

const folder = new URL("./malformed/", import.meta.url).pathname;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function upload(
  bytes: Uint8Array,
): Promise<{ status: number; body: { code?: string; detail?: string; url?: string } }> {
  const response = await fetch(`${app.url}/api/upload`, { method: "POST", body: formOf(bytes) });
  return { status: response.status, body: (await response.json()) as { code?: string; url?: string } };
}

async function storedNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of app.images.store.list()) names.push(name);
  return names;
}

describe("malformed files", () => {
  const notImages = /^(page\.png|drawing\.svg|picture\.tiff|video|photo\.heic|bmp|pdf|archive|one-byte)/;
  const bombs = /^bomb/;

  test.each(readdirSync(folder))("%s is refused with a helpful message", async (name) => {
    const { status, body } = await upload(readFileSync(join(folder, name)));
    const expected = notImages.test(name)
      ? [415, "not_an_image"]
      : bombs.test(name)
        ? [413, "image_too_large"]
        : [400, "image_broken"];
    expect([status, body.code as string]).toEqual(expected as [number, string]);
    expect(body.detail?.length).toBeGreaterThan(20);
    expect(body.detail).not.toContain("/tmp");
  });

  test("none of them is stored, and no files are left", async () => {
    expect(await storedNames()).toEqual([]);
    expect(readdirSync(join(app.images.store.location, "incoming"))).toEqual([]);
  });
});

function mutated(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const at = random.below(copy.length);
  switch (random.below(6)) {
    case 0:
      for (let i = 0; i <= random.below(8); i++) copy[random.below(copy.length)] = random.below(256);
      return copy;
    case 1:
      // Lengths and sizes are in the headers of files and parts.
      for (let i = 0; i <= random.below(4); i++)
        copy[random.below(Math.min(200, copy.length))] = [0, 255, 127, 128][random.below(4)] ?? 0;
      return copy;
    case 2:
      return copy.subarray(0, at);
    case 3:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(random.below(copy.length))]);
    case 4:
      return copy.fill(random.below(256), at, Math.min(copy.length, at + random.below(64)));
    default:
      copy.writeUInt32BE(0xffff_fff0, Math.min(at, copy.length - 4));
      return copy;
  }
}

randomTest("mutated bytes never break the service, and it stores only pictures", async (random) => {
  const originals = await Promise.all(Object.values(everyKind).map((make) => make()));
  const files = Number(process.env.FUZZ_ROUNDS ?? rounds(160, 400));
  const statuses = new Map<number, number>();
  for (let round = 0; round < files; round += 8) {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { status, body } = await upload(mutated(originals[random.below(originals.length)] as Buffer, random));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect([201, 400, 413, 415]).toContain(status);
        if (!body.url) return;
        const stored = await (await fetch(body.url)).bytes();
        const { format } = await sharp(stored).metadata();
        expect(["jpeg", "png", "webp", "gif", "heif"]).toContain(format);
        await sharp(stored, { animated: true }).stats();
        expect((await fetch(`${body.url}?w=64&format=webp`)).status).toBe(200);
      }),
    );
  }
  expect(statuses.get(400) ?? 0).toBeGreaterThan(files / 10);
  expect(statuses.get(201) ?? 0).toBeGreaterThan(0);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

randomTest("mutated forms never break the service", async (random) => {
  const picture = await (everyKind.PNG as () => Promise<Buffer>)();
  const form = Buffer.concat([
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    ),
    picture,
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const forms = rounds(40, 150);
  for (let round = 0; round < forms; round++) {
    const response = await fetch(`${app.url}/api/upload`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: new Uint8Array(mutated(form, random)),
    });
    await response.arrayBuffer();
    expect([201, 400, 413, 415]).toContain(response.status);
  }
  expect(readdirSync(join(app.images.store.location, "incoming"))).toEqual([]);
});
