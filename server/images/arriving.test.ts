import { expect, test } from "bun:test";
import { arriving } from "./arriving.ts";
import { partsOf } from "./form-parts.ts";

/** A chunk with its own memory, as from the server. */
const own = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

async function* sent(chunks: Uint8Array[], before: (index: number) => void = () => {}): AsyncGenerator<Uint8Array> {
  for (const [index, chunk] of chunks.entries()) {
    before(index);
    yield chunk;
  }
}

test("one chunk of a form is in memory at a time, wherever the chunks are split", async () => {
  const file = "0123456789\r\n--almost".repeat(20);
  const part = `\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n${file}\r\n--x`;
  const form = `--x${part}${part}--\r\n`;
  for (const length of [1, 2, 7, 64, 300, form.length]) {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < form.length; at += length) chunks.push(own(form.slice(at, at + length)));
    const held = () => chunks.filter((chunk) => chunk.byteLength > 0).length;
    const all = chunks.length;
    // Before each chunk, the memory of the earlier ones is released.
    const body = sent(chunks, (index) => expect(held()).toBe(all - index));
    const files: string[] = [];
    for await (const { chunks: bytes } of partsOf(arriving(body, 1e6), "x")) {
      let text = "";
      for await (const chunk of bytes) text += Buffer.from(chunk).toString("latin1");
      files.push(text);
    }
    expect(files).toEqual([file, file]);
  }
});

test("memory that a chunk shares with others is not released", async () => {
  const shared = own("abcdef");
  const chunks = [shared.subarray(0, 3), shared.subarray(3)];
  let text = "";
  for await (const chunk of arriving(sent(chunks), 100)) text += Buffer.from(chunk).toString();
  expect([text, shared.byteLength]).toEqual(["abcdef", 6]);
});

async function lastOf(body: AsyncIterable<Uint8Array>, most: number, now?: () => number): Promise<number> {
  let size = 0;
  for await (const chunk of arriving(body, most, now)) size += chunk.byteLength;
  return size;
}

test("a body without a length is read up to the limit", async () => {
  const chunks = () => Array.from({ length: 10 }, () => own("0123456789"));
  expect(await lastOf(sent(chunks()), 100)).toBe(100);
  let handedOver = 0;
  const endless = sent([...chunks(), ...chunks()], () => {
    handedOver++;
  });
  await expect(lastOf(endless, 100)).rejects.toMatchObject({ code: "image_too_large", members: { maxBytes: 100 } });
  expect(handedOver).toBe(11);
});

test("a slow sender is refused, and one that has to wait for the service is not", async () => {
  let time = 0;
  const trickle = sent(new Array(100).fill("x").map(own), () => {
    time += 1_000;
  });
  await expect(lastOf(trickle, 1e6, () => time)).rejects.toMatchObject({ code: "too_slow" });
  time = 0;
  let read = 0;
  for await (const _ of arriving(sent(new Array(100).fill("x").map(own)), 1e6, () => time)) {
    read++;
    time += 10_000;
  }
  expect(read).toBe(100);
});
