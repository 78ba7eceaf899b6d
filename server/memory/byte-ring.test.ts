import { expect, test } from "bun:test";
import { ByteRing } from "./byte-ring.ts";

/** Of it, an eighth is for the map of keys, and a hundred times 1,024 bytes are for answers. */
const memory = 117_028;
const length = 102_400;
const count = 100;
/** With its head and its key, an answer of this size fills 1,024 bytes. */
const size = 984;

const answerOf = (name: string, bytes = size) => ({
  version: 1,
  text: `"${name}"`,
  body: Buffer.from(`${name} `.padEnd(bytes - name.length - 2, ".")),
});

const textOf = (kept: ByteRing, id: string) => {
  const answer = kept.get(id);
  return answer && `${answer.text} ${Buffer.from(answer.body).toString().replace(/\W+$/, "")}`;
};

/** Fills it, and goes on until so many newcomers were let in. */
function addNewcomers(kept: ByteRing, count: number): void {
  for (let i = 0; i < count * 16; i++) kept.set(`newcomer ${i}`, answerOf(`newcomer ${i}`));
}

function filled(): ByteRing {
  const kept = new ByteRing(memory);
  for (let i = 0; i < count; i++) kept.set(`item ${i}`, answerOf(`item ${i}`));
  return kept;
}

test("says what is in use of its memory, and not what might be", () => {
  const kept = new ByteRing(memory);
  expect(kept.bytes).toBe(0);
  kept.set("item", answerOf("item"));
  expect(kept.bytes).toBeLessThan(2_000);
  expect(filled().bytes).toBeGreaterThan(length);
  expect(filled().bytes).toBeLessThanOrEqual(memory);
});

test("gives back what it was given", () => {
  const kept = filled();
  for (let i = 0; i < count; i++) expect(textOf(kept, `item ${i}`)).toBe(`"item ${i}" item ${i}`);
  expect(kept.get("item 7")?.version).toBe(1);
  expect(kept.get("another")).toBeUndefined();
});

test("takes a new answer for the same item", () => {
  const kept = new ByteRing(memory);
  for (const text of ["old", "longer than the old one", "new"]) kept.set("item", answerOf(text));
  expect(textOf(kept, "item")).toBe('"new" new');
});

test("a new answer takes the place of the last one if it fits, and else pushes out nobody but the oldest", () => {
  const kept = filled();
  for (let round = 0; round < 1_000; round++) {
    kept.set("item 50", answerOf(`round ${round}`));
    expect(textOf(kept, "item 50")).toBe(`"round ${round}" round ${round}`);
  }
  for (let i = 0; i < count; i++) if (i !== 50) expect(textOf(kept, `item ${i}`)).toBe(`"item ${i}" item ${i}`);
  for (let round = 0; round < 16; round++) kept.set("item 50", answerOf("longer", size + 32));
  expect(textOf(kept, "item 50")).toBe('"longer" longer');
  expect(textOf(kept, "item 49")).toBe('"item 49" item 49');
  expect(textOf(kept, "item 51")).toBe('"item 51" item 51');
});

test("what is oldest makes room, and one newcomer in sixteen gets it", () => {
  const kept = filled();
  addNewcomers(kept, 10);
  expect(textOf(kept, "newcomer 14")).toBeUndefined();
  expect(textOf(kept, "newcomer 15")).toBe('"newcomer 15" newcomer 15');
  // From the newest to the oldest, because what is asked for while it is old is no longer old.
  const left = Array.from({ length: count }, (_, i) => 99 - i).filter((i) => textOf(kept, `item ${i}`));
  expect(left[0]).toBe(99);
  expect(left.at(-1)).toBeGreaterThan(9);
});

test("what is asked for stays, however much comes and goes", () => {
  const kept = filled();
  for (let round = 0; round < 100; round++) {
    addNewcomers(kept, 20);
    expect(textOf(kept, "item 99")).toBe('"item 99" item 99');
  }
  expect(textOf(kept, "item 98")).toBeUndefined();
});

test("answers of all sizes never run into each other, at the end of the memory least of all", () => {
  const kept = new ByteRing(memory);
  const sizes = [300, 40, 7_000, 1_111, 24_000, 2_500];
  for (let i = 0; i < 20_000; i++) {
    const name = `item ${i % 997}`;
    kept.set(name, answerOf(name, sizes[i % sizes.length]));
    const asked = `item ${(i * 31) % 997}`;
    expect(textOf(kept, asked) ?? `"${asked}" ${asked}`).toBe(`"${asked}" ${asked}`);
  }
});

test("leaves out what would push out everything else", () => {
  const kept = filled();
  for (let i = 0; i < 32; i++) kept.set("giant", answerOf("giant", length / 4 + 1));
  expect(textOf(kept, "giant")).toBeUndefined();
  expect(textOf(kept, "item 50")).toBeDefined();
});

test("goes over several stretches of memory, and none is asked for before it is needed", () => {
  const kept = new ByteRing(200 * 1024 * 1024 * 1024);
  const body = Buffer.alloc(1_000_000);
  const bodyOf = (i: number) => {
    body.writeUInt32LE(i);
    return body;
  };
  // More than one stretch of 64 MB, so that some record would have reached over its end.
  for (let i = 0; i < 100; i++) kept.set(`item ${i}`, { version: i, text: `"${i}"`, body: bodyOf(i) });
  for (let i = 0; i < 100; i++) {
    const answer = kept.get(`item ${i}`);
    expect(answer?.text).toBe(`"${i}"`);
    expect(Buffer.from(answer?.body ?? []).readUInt32LE()).toBe(i);
  }
});

test("keeps no more keys than its share holds, however small the rest is", () => {
  const kept = new ByteRing(1024 * 1024);
  const tiny = { version: 1, text: "", body: Buffer.from("{}") };
  for (let i = 0; i < 20_000; i++) kept.set(`${i}`, tiny);
  const left = Array.from({ length: 20_000 }, (_, i) => `${i}`).filter((key) => kept.get(key));
  const bytes = left.reduce((sum, key) => sum + 128 + key.length, 0);
  expect(bytes).toBeLessThanOrEqual((1024 * 1024) / 8);
  expect(bytes).toBeGreaterThan((1024 * 1024) / 8 - 133);
});

test("counts the length of its keys: however long they are, they stay within their share", () => {
  const kept = new ByteRing(1024 * 1024);
  const keyOf = (i: number) => `${i}`.padEnd(8_000, "k");
  for (let i = 0; i < 500; i++) kept.set(keyOf(i), { version: 1, text: "", body: Buffer.from("{}") });
  const left = Array.from({ length: 500 }, (_, i) => kept.get(keyOf(i))).filter(Boolean);
  expect(left.length).toBe(Math.floor((1024 * 1024) / 8 / (8_000 + 128)));
});
