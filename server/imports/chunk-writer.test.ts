import { expect, test } from "bun:test";
import type { Cell, Row } from "../formats/sheet.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { type Chunk, ChunkWriter } from "./chunk-writer.ts";
import { unpackRows } from "./chunks.ts";

function chunksOf(rows: readonly Row[]): Chunk[] {
  const writer = new ChunkWriter(1_000_000_000);
  return [...rows.map((row) => writer.add(row)), writer.rest()].filter((chunk) => chunk !== undefined);
}
const rowsOf = (count: number, cells: readonly Cell[]): Row[] =>
  Array.from({ length: count }, (_, at) => ({ number: at + 2, cells }));
const megabyte = 1024 ** 2;

test.each([
  ["short rows", rowsOf(1_000, ["a", 1, null]), 5],
  ["long texts", rowsOf(100, ["x".repeat(200_000)]), 50],
  ["one row that is longer than a chunk", rowsOf(1, ["x".repeat(3 * megabyte)]), 1],
  ["a long row among short ones", [...rowsOf(5, ["a"]), ...rowsOf(1, ["x".repeat(megabyte)]), ...rowsOf(5, ["a"])], 3],
  ["many cells that are short", rowsOf(200, new Array(1_000).fill(1)), 29],
])("%s are chunks that are bounded in bytes, and come back", async (_, rows, count) => {
  const chunks = chunksOf(rows);
  expect(chunks).toHaveLength(count);
  const back = await Promise.all(chunks.map(({ contents }) => unpackRows(contents)));
  expect(chunks.map(({ rows }) => rows)).toEqual(back.map(({ length }) => length));
  expect(back.flat()).toEqual(rows);
  for (const own of back) if (own.length > 1) expect(JSON.stringify(own).length).toBeLessThan(megabyte);
});

test("a row is too long by what it takes as JSON", () => {
  const controls = "\u0001".repeat(megabyte);
  expect(() => chunksOf(rowsOf(1, [controls]))).toThrow(SheetFault);
});

test("a file that describes far more than it holds is refused", () => {
  const writer = new ChunkWriter(1_000);
  const rows = rowsOf(200, ["x".repeat(megabyte)]);
  expect(() => rows.map((row) => writer.add(row))).toThrow("describes far more than it holds");
});
