import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { type Answer, CatalogError } from "../../contract/client.ts";
import { limits } from "../../contract/limits.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { corners, cornersOf, everyKind, formOf, frames, secrets, withPlace } from "./pictures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function upload(bytes: Uint8Array | string): Promise<{ url: string; stored: Buffer }> {
  const { data, status } = await app.api.uploadImage({ form: formOf(bytes) });
  expect(status).toBe(201);
  expect(Object.keys(data)).toEqual(["url"]);
  return { url: data.url, stored: Buffer.from(await (await fetch(data.url)).bytes()) };
}

async function refusal(work: Promise<Answer<unknown>>): Promise<CatalogError["problem"]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CatalogError) return error.problem;
    throw error;
  }
  throw new Error("it was taken");
}

const leftovers = () => readdirSync(join(app.images.store.location, "incoming"));

describe("every kind of picture", () => {
  test.each(Object.keys(everyKind))(
    "%s is stored unchanged, under an absolute address with the hash of its contents",
    async (kind) => {
      const bytes = await (everyKind[kind] as () => Promise<Buffer>)();
      const { url, stored } = await upload(bytes);
      expect(url).toStartWith(`${app.url}/uploads/`);
      const hash = new Bun.CryptoHasher("sha256").update(stored).digest("hex");
      expect(url).toContain(hash);
      expect(stored.equals(bytes)).toBe(true);
      expect((await upload(bytes)).url).toBe(url);
      expect(leftovers()).toEqual([]);
    },
  );
});

describe("metadata", () => {
  const kinds = {
    jpg: () => withPlace(corners()).jpeg().toBuffer(),
    png: () => withPlace(corners()).png().toBuffer(),
    webp: () => withPlace(corners()).webp().toBuffer(),
    avif: () => withPlace(corners()).avif().toBuffer(),
  };
  test.each(Object.entries(kinds))(
    "Exif with a position is removed from a %s, and the pixels stay",
    async (_, make) => {
      const bytes = await make();
      expect(bytes.includes("SecretPhone")).toBe(true);
      const { stored } = await upload(bytes);
      for (const words of secrets) expect(stored.includes(words)).toBe(false);
      const { exif, xmp } = await sharp(stored).metadata();
      expect([exif, xmp]).toEqual([undefined, undefined]);
      expect((await sharp(stored).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true);
    },
  );

  test("XMP is removed", async () => {
    const xmp = `<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>`;
    for (const make of [corners().jpeg(), corners().png(), corners().webp(), corners().avif()]) {
      const bytes = await make.withXmp(xmp).toBuffer();
      expect((await sharp(bytes).metadata()).xmp).toBeDefined();
      expect((await sharp((await upload(bytes)).stored).metadata()).xmp).toBeUndefined();
    }
  });

  test("the same picture with other metadata is the same picture", async () => {
    const plain = await corners().jpeg().toBuffer();
    const { url } = await upload(plain);
    const commented = Buffer.concat([plain.subarray(0, 2), comment("hidden words"), plain.subarray(2)]);
    expect((await upload(commented)).url).toBe(url);
    expect((await upload(Buffer.concat([plain, Buffer.from("PK\x03\x04 hidden words")]))).url).toBe(url);
  });

  test("comments are removed from a GIF, and its loop stays", async () => {
    const bytes = await frames(3, "gif");
    const words = Buffer.from("hidden words");
    const at = bytes.indexOf("!\xf9", 0, "latin1");
    const block = Buffer.concat([Buffer.from([0x21, 0xfe, words.length]), words, Buffer.from([0])]);
    const { stored } = await upload(Buffer.concat([bytes.subarray(0, at), block, bytes.subarray(at)]));
    expect(stored.equals(bytes)).toBe(true);
    expect(stored.includes("NETSCAPE2.0")).toBe(true);
  });

  test("text is removed from a PNG", async () => {
    const bytes = await corners().png().toBuffer();
    const text = chunk("tEXt", "Comment\0hidden words");
    const { stored } = await upload(Buffer.concat([bytes.subarray(0, 33), text, bytes.subarray(33)]));
    expect(stored.equals(bytes)).toBe(true);
  });
});

describe("orientation", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("%d is applied to the pixels", async (orientation) => {
    for (const format of ["jpeg", "png", "webp"] as const) {
      const bytes = await withPlace(corners(64, 48), orientation).toFormat(format).toBuffer();
      const { stored } = await upload(bytes);
      const { width, height, orientation: left, exif } = await sharp(stored).metadata();
      expect([width, height]).toEqual(orientation >= 5 ? [48, 64] : [64, 48]);
      expect([left ?? 1, exif]).toEqual([1, undefined]);
      expect(await cornersOf(stored)).toBe(await cornersOf(await sharp(bytes).autoOrient().png().toBuffer()));
    }
  });
});

describe("colours", () => {
  test("a wide-gamut profile stays with its picture, rotated or not", async () => {
    for (const orientation of [undefined, 6]) {
      const picture = orientation ? withPlace(corners(), orientation) : corners();
      const bytes = await picture.withIccProfile("p3").jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
      const { stored } = await upload(bytes);
      const { icc } = await sharp(stored).metadata();
      expect(icc?.equals((await sharp(bytes).metadata()).icc as Buffer)).toBe(true);
      const [r = 0, g = 255, b = 255] = await sharp(stored)
        .autoOrient()
        .extract({ left: orientation ? 40 : 4, top: 4, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(r).toBeGreaterThan(245);
      expect(g).toBeLessThan(12);
      expect(b).toBeLessThan(12);
    }
  });

  test("CMYK becomes sRGB, which all browsers show alike", async () => {
    const bytes = await corners().toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
    const { stored } = await upload(bytes);
    expect((await sharp(stored).metadata()).space).toBe("srgb");
  });
});

describe("refused uploads", () => {
  test("a file that is not a picture", async () => {
    for (const bytes of ["hello", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "<html></html>", "x"]) {
      const { status, code } = await refusal(app.api.uploadImage({ form: formOf(bytes) }));
      expect([status, code]).toEqual([415, "not_an_image"]);
    }
    const tiff = await corners().tiff().toBuffer();
    expect((await refusal(app.api.uploadImage({ form: formOf(tiff) }))).code).toBe("not_an_image");
  });

  test("too many pixels, according to the header", async () => {
    const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    small.writeUInt32BE(7_072, 16);
    small.writeUInt32BE(7_072, 20);
    small.writeInt32BE(Bun.hash.crc32(small.subarray(12, 29)) | 0, 29);
    const problem = await refusal(app.api.uploadImage({ form: formOf(small) }));
    expect(problem).toMatchObject({
      status: 413,
      code: "image_too_large",
      width: 7_072,
      height: 7_072,
      maxPixels: 5e7,
    });
  });

  test("too many bytes, with and without a declared length", async () => {
    const bytes = new Uint8Array(limits.imageBytes + 1);
    const declared = await refusal(app.api.uploadImage({ form: formOf(bytes) }));
    expect(declared).toMatchObject({ status: 413, code: "image_too_large", maxBytes: limits.imageBytes });
    const huge = formOf(new Uint8Array(limits.imageBytes + 1024 * 1024));
    expect((await refusal(app.api.uploadImage({ form: huge }))).code).toBe("image_too_large");
    expect(leftovers()).toEqual([]);
  });

  test("a form that is not one file named image, with all faults listed", async () => {
    const picture = await corners().png().toBuffer();
    const two = formOf(picture);
    two.append("image", new Blob([new Uint8Array(picture)]), "b.png");
    const text = new FormData();
    text.append("image", "words");
    const wrong = formOf(picture, "photo");
    wrong.append("note/1", "x");
    const cases: [FormData, [string, string][]][] = [
      [new FormData(), [["/image", "required"]]],
      [two, [["/image", "too_many"]]],
      [text, [["/image", "wrong_type"]]],
      [formOf(""), [["/image", "blank"]]],
      [
        wrong,
        [
          ["/photo", "unknown_field"],
          ["/note~11", "unknown_field"],
          ["/image", "required"],
        ],
      ],
    ];
    for (const [form, faults] of cases) {
      const { status, code, errors = [] } = await refusal(app.api.uploadImage({ form }));
      expect([status, code]).toEqual([400, "invalid_body"]);
      expect(errors.map(({ pointer, code }) => [pointer, code as string])).toEqual(faults);
    }
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ["application/json", "{}", 415, "unsupported_media_type"],
    ["multipart/form-data", "x", 400, "invalid_body"],
    ["multipart/form-data; boundary=x", "", 400, "invalid_body"],
    ["multipart/form-data; boundary=x", "--x\r\n", 400, "invalid_body"],
    ["multipart/form-data; boundary=x", "--xy\r\n\r\n--x--", 400, "invalid_body"],
    ["multipart/form-data; boundary=x", "--x\r\nA: b\r\n\r\nc\r\n--x--", 400, "invalid_body"],
    [
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nGIF89a',
      400,
      "invalid_body",
    ],
    ["multipart/form-data; boundary=x", `--x\r\n${"a".repeat(20_000)}`, 400, "invalid_body"],
    ["multipart/form-data; boundary=x", "--x--", 400, "invalid_body"],
  ])("%s with %p is a %d", async (contentType, body, status, code) => {
    const response = await fetch(`${app.url}/api/upload`, {
      method: "POST",
      headers: { "content-type": contentType },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    expect(leftovers()).toEqual([]);
  });

  test("an upload that breaks off leaves no files", async () => {
    const abort = new AbortController();
    const slow = new ReadableStream({
      async pull(controller) {
        controller.enqueue(
          Buffer.from('--x\r\ncontent-disposition: form-data; name="image"; filename="a.gif"\r\n\r\nGIF89a'),
        );
        await until(() => leftovers().length > 0, "the upload has started");
        abort.abort();
      },
    });
    const sent = fetch(`${app.url}/api/upload`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: slow,
      signal: abort.signal,
    });
    await sent.catch(() => {});
    await until(() => leftovers().length === 0, "no files are left");
  });
});

describe("several files in one call", () => {
  test("each is accepted or refused separately, in order", async () => {
    const form = formOf(await corners().png().toBuffer(), "images", "a.png");
    form.append("images", new Blob(["no picture"]), "b.txt");
    form.append("images", new Blob([new Uint8Array(await frames(2, "gif"))]), 'c "2".gif');
    form.append("images", new Blob([]), "empty.png");
    const { data, status } = await app.api.uploadImages({ form });
    expect(status).toBe(200);
    expect(data.results.map(({ filename, image, error }) => [filename, image?.type ?? error?.code])).toEqual([
      ["a.png", "image/png"],
      ["b.txt", "not_an_image"],
      ['c "2".gif', "image/gif"],
      ["empty.png", "not_an_image"],
    ]);
    expect(data.results[0]?.image).toMatchObject({ width: 64, height: 48, animated: false });
    expect(data.results[2]?.image).toMatchObject({ width: 40, height: 30, animated: true });
    expect(leftovers()).toEqual([]);
  });

  test("too many are refused", async () => {
    const form = new FormData();
    for (let i = 0; i <= limits.imagesPerUpload; i++) form.append("images", new Blob(["x"]), "x");
    expect((await refusal(app.api.uploadImages({ form }))).errors).toMatchObject([
      { pointer: "/images", code: "too_many" },
    ]);
  });
});

test("with PUBLIC_URL the address in the answer is the public one", async () => {
  const other = await startApp({ publicUrl: "https://catalog.example.com" });
  const { data } = await other.api.uploadImage({ form: formOf(await corners().png().toBuffer()) });
  expect(data.url).toStartWith("https://catalog.example.com/uploads/");
  await other.stop();
});

describe("from an address", () => {
  const pictures = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch({ url }) {
      const { pathname } = new URL(url);
      if (pathname === "/missing") return new Response("no", { status: 404 });
      if (pathname === "/page") return new Response("<html></html>", { headers: { "content-type": "image/png" } });
      if (pathname === "/big") return new Response(new Uint8Array(limits.imageBytes + 1));
      return new Response(new Uint8Array(await corners().webp().toBuffer()));
    },
  });
  const allowing = startApp({}, { images: { imageFetchAllow: [`localhost:${pictures.port}`] } });
  afterAll(async () => {
    await (await allowing).stop();
    await pictures.stop(true);
  });
  const from = async (path: string) => {
    const { api } = await allowing;
    return api.uploadImageFromUrl({ body: { url: `http://localhost:${pictures.port}${path}` } });
  };

  test("a picture is fetched and stored", async () => {
    const { data, status } = await from("/photo");
    expect(status).toBe(201);
    expect(data).toMatchObject({ type: "image/webp", width: 64, height: 48 });
    expect((await fetch(data.url)).status).toBe(200);
  });

  test.each([
    ["/missing", 400, "url_unreachable"],
    ["/page", 415, "not_an_image"],
    ["/big", 413, "image_too_large"],
  ])("%s is a %d", async (path, status, code) => {
    expect(await refusal(from(path))).toMatchObject({ status, code });
  });

  test("an address inside the network is refused", async () => {
    for (const url of [
      `http://localhost:${pictures.port}/`,
      "http://[::1]/",
      "http://169.254.169.254/",
      "ftp://x/",
      "x",
    ]) {
      const problem = await refusal(app.api.uploadImageFromUrl({ body: { url } }));
      expect(problem).toMatchObject({ status: 400, code: "url_not_allowed" });
    }
  });
});

function comment(words: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), Buffer.from(words)]);
}

function chunk(name: string, content: string): Buffer {
  const body = Buffer.from(name + content, "latin1");
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(content.length, 0);
  body.copy(bytes, 4);
  bytes.writeInt32BE(Bun.hash.crc32(body) | 0, body.length + 4);
  return bytes;
}
