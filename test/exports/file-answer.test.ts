import { expect, test } from "bun:test";
import { fileAnswer, fileKinds } from "../../server/exports/file-answer.ts";
import { TestClock } from "../test-clock.ts";

const request = (init?: RequestInit) => new Request("http://localhost/", init);

/** A file of these pieces, and how it goes. */
function made(pieces: number, { clock = new TestClock(), asked = request(), bytesEach = 1_000 } = {}) {
  const seen = { made: 0, returned: false, ended: false };
  async function* bytes() {
    try {
      for (let i = 0; i < pieces; i++) {
        seen.made++;
        yield new Uint8Array(bytesEach);
      }
    } finally {
      seen.returned = true;
    }
  }
  const failed = (error: unknown) => {
    throw error;
  };
  const { response, ended } = fileAnswer(asked, { kind: fileKinds.jsonl, name: "x", bytes: bytes(), clock, failed });
  void ended.then(() => {
    seen.ended = true;
  });
  return { response, ended, seen, clock };
}

test("a file whose reader takes nothing for half a minute ends before its last byte", async () => {
  const { response, ended, seen, clock } = made(1_000);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  clock.pass(29_000);
  await reader.read();
  expect(seen.ended).toBe(false);
  clock.pass(31_000);
  await ended;
  expect(seen.made).toBeLessThan(10);
  await expect(reader.read().then(() => reader.read())).rejects.toBeUndefined();
  expect(seen.returned).toBe(true);
});

test("a reader who takes less than 16 KB a second is too slow, however often they read", async () => {
  const { response, seen, clock } = made(1_000);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const readAll = async () => {
    for (;;) {
      if ((await reader.read()).done) return;
      clock.pass(1_000);
    }
  };
  await expect(readAll()).rejects.toBeUndefined();
  expect([seen.ended, seen.made]).toEqual([true, expect.any(Number)]);
  expect(seen.made).toBeLessThan(40);
});

test("a reader who is fast enough gets the whole file, however long it takes", async () => {
  const { response, ended, clock } = made(200, { bytesEach: 20_000 });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.byteLength;
    clock.pass(1_000);
  }
  await ended;
  expect(size).toBe(4_000_000);
});

test("nothing is made for a HEAD request, or for a client who has left", async () => {
  const head = made(5, { asked: request({ method: "HEAD" }) });
  await head.ended;
  expect(head.response.body).toBeNull();
  const left = new AbortController();
  const begun = made(5, { asked: request({ signal: left.signal }) });
  expect(begun.seen.ended).toBe(false);
  left.abort();
  await begun.ended;
  expect(begun.seen.made).toBeLessThan(3);
});
