import { expect, test } from "bun:test";
import { ByteRing } from "./byte-ring.ts";

/** An eighth of it is for the map of keys, and 100 times 1,024 bytes are for answers. */
const memory = 117_028;
const length = 102_400;
const count = 100;
/** With its header and its key, an answer of this size fills 1,024 bytes. */
const size = 984;

const answerOf = (name: string, bytes = size) => ({
  version: 1,
  text: `"${name}"`,
  body: Buffer.from(`${name} `.padEnd(bytes - name.length - 2, ".")),
});

const textOf = (ring: ByteRing, id: string) => {
  const answer = ring.get(id);
  return answer && `${answer.text} ${Buffer.from(answer.body).toString().replace(/\W+$/, "")}`;
};

/** Adds so many new answers, each twice: a full ring stores the second one. */
function addNewcomers(ring: ByteRing, count: number, name = "newcomer"): void {
  for (let i = 0; i < 2 * count; i++) ring.set(`${name} ${i >> 1}`, answerOf(`${name} ${i >> 1}`));
}

function filled(): ByteRing {
  const ring = new ByteRing(memory);
  for (let i = 0; i < count; i++) ring.set(`item ${i}`, answerOf(`item ${i}`));
  return ring;
}

test("reports the memory in use, not the memory reserved", () => {
  const ring = new ByteRing(memory);
  expect(ring.bytes).toBe(0);
  ring.set("item", answerOf("item"));
  expect(ring.bytes).toBeLessThan(2_000);
  expect(filled().bytes).toBeGreaterThan(length);
  expect(filled().bytes).toBeLessThanOrEqual(memory);
});

test("returns stored answers", () => {
  const ring = filled();
  for (let i = 0; i < count; i++) expect(textOf(ring, `item ${i}`)).toBe(`"item ${i}" item ${i}`);
  expect(ring.get("item 7")?.version).toBe(1);
  expect(ring.get("another")).toBeUndefined();
});

test("replaces the answer of an item", () => {
  const ring = new ByteRing(memory);
  for (const text of ["old", "longer than the old one", "new"]) ring.set("item", answerOf(text));
  expect(textOf(ring, "item")).toBe('"new" new');
});

test("a new answer overwrites the last one if it fits, and otherwise evicts only the oldest", () => {
  const ring = filled();
  for (let round = 0; round < 1_000; round++) {
    ring.set("item 50", answerOf(`round ${round}`));
    expect(textOf(ring, "item 50")).toBe(`"round ${round}" round ${round}`);
  }
  for (let i = 0; i < count; i++) if (i !== 50) expect(textOf(ring, `item ${i}`)).toBe(`"item ${i}" item ${i}`);
  // Reading all the others has evicted it: it comes as a new one.
  for (let time = 0; time < 2; time++) ring.set("item 50", answerOf("longer", size + 32));
  expect(textOf(ring, "item 50")).toBe('"longer" longer');
  expect(textOf(ring, "item 49")).toBe('"item 49" item 49');
  expect(textOf(ring, "item 51")).toBe('"item 51" item 51');
});

test("a full ring stores a new answer when it comes again, and evicts the oldest", () => {
  const ring = filled();
  ring.set("once", answerOf("once"));
  addNewcomers(ring, 10);
  expect(textOf(ring, "once")).toBeUndefined();
  for (let i = 0; i < 10; i++) expect(textOf(ring, `newcomer ${i}`)).toBe(`"newcomer ${i}" newcomer ${i}`);
  // From the newest to the oldest, because reading an old answer makes it new again.
  const left = Array.from({ length: count }, (_, i) => 99 - i).filter((i) => textOf(ring, `item ${i}`));
  expect(left[0]).toBe(99);
  expect(left.at(-1)).toBeGreaterThan(9);
});

test("a full ring rarely changes when more different answers come in turn than it remembers", () => {
  const ring = filled();
  const others = Array.from({ length: 200_000 }, (_, i) => `other ${i}`);
  for (let time = 0; time < 2; time++) for (const other of others) ring.set(other, answerOf("other", 40));
  expect(others.filter((other) => ring.get(other)).length).toBeLessThan(20);
});

test("an answer that is read stays, however many others are added", () => {
  const ring = filled();
  for (let round = 0; round < 100; round++) {
    addNewcomers(ring, 20, `round ${round}`);
    expect(textOf(ring, "item 99")).toBe('"item 99" item 99');
  }
  expect(textOf(ring, "item 98")).toBeUndefined();
});

test("answers of all sizes never overlap, not even at the end of the memory", () => {
  const ring = new ByteRing(memory);
  const sizes = [300, 40, 7_000, 1_111, 24_000, 2_500];
  for (let i = 0; i < 20_000; i++) {
    const name = `item ${i % 997}`;
    ring.set(name, answerOf(name, sizes[i % sizes.length]));
    const asked = `item ${(i * 31) % 997}`;
    expect(textOf(ring, asked) ?? `"${asked}" ${asked}`).toBe(`"${asked}" ${asked}`);
  }
});

test("does not store an answer that would evict everything else", () => {
  const ring = filled();
  for (let i = 0; i < 32; i++) ring.set("giant", answerOf("giant", length / 4 + 1));
  expect(textOf(ring, "giant")).toBeUndefined();
  expect(textOf(ring, "item 50")).toBeDefined();
});

test("uses several blocks of memory, and allocates none before it is needed", () => {
  const ring = new ByteRing(200 * 1024 * 1024 * 1024);
  const body = Buffer.alloc(1_000_000);
  const bodyOf = (i: number) => {
    body.writeUInt32LE(i);
    return body;
  };
  // More than one block of 64 MB, so that some record would cross its end.
  for (let i = 0; i < 100; i++) ring.set(`item ${i}`, { version: i, text: `"${i}"`, body: bodyOf(i) });
  for (let i = 0; i < 100; i++) {
    const answer = ring.get(`item ${i}`);
    expect(answer?.text).toBe(`"${i}"`);
    expect(Buffer.from(answer?.body ?? []).readUInt32LE()).toBe(i);
  }
});

test("the keys stay within their share, however small the answers are", () => {
  const ring = new ByteRing(1024 * 1024);
  const tiny = { version: 1, text: "", body: Buffer.from("{}") };
  for (let i = 0; i < 20_000; i++) ring.set(`${i}`, tiny);
  const left = Array.from({ length: 20_000 }, (_, i) => `${i}`).filter((key) => ring.get(key));
  const bytes = left.reduce((sum, key) => sum + 128 + key.length, 0);
  expect(bytes).toBeLessThanOrEqual((1024 * 1024) / 8);
  expect(bytes).toBeGreaterThan((1024 * 1024) / 8 - 133);
});

test("the keys stay within their share, however long they are", () => {
  const ring = new ByteRing(1024 * 1024);
  const keyOf = (i: number) => `${i}`.padEnd(8_000, "k");
  for (let i = 0; i < 500; i++) ring.set(keyOf(i), { version: 1, text: "", body: Buffer.from("{}") });
  const left = Array.from({ length: 500 }, (_, i) => ring.get(keyOf(i))).filter(Boolean);
  expect(left.length).toBe(Math.floor((1024 * 1024) / 8 / (8_000 + 128)));
});
