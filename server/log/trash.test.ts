import { expect, test } from "bun:test";
import type { Tx } from "../db/db.ts";
import type { Query } from "../db/sql.ts";
import { itemsOfLeaves } from "./trash.sql.ts";

test("the items of a large leaf are found with few looks, as each look passes over all that were moved", async () => {
  let left = Array.from({ length: 25_000 }, (_, key) => ({ key }));
  let looks = 0;
  const tx = {
    all: async ({ values }: Query) => {
      looks++;
      return left.slice(0, values.at(-1) as number);
    },
  } as unknown as Tx;
  const moved: number[] = [];
  for await (const { values } of itemsOfLeaves(tx, [{ key: 1, item_count: left.length }])) {
    const [keys] = values as number[][];
    const gone = new Set(keys);
    left = left.filter(({ key }) => !gone.has(key));
    moved.push(...gone);
  }
  expect(moved).toEqual(Array.from({ length: 25_000 }, (_, key) => key));
  expect(looks).toBe(4);
});
