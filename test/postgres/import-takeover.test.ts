import { afterEach, beforeEach, expect } from "bun:test";
import { Imports } from "../imports/import-run.ts";
import { randomTest } from "../test-seed.ts";
import { KilledNode } from "./killed-node.ts";

const rows = 4_000;

let node: KilledNode;
beforeEach(async () => {
  node = await KilledNode.start();
});
afterEach(() => node.stop());

randomTest("another node goes on with an import whose node was killed, and writes nothing twice", async (random) => {
  const first = new Imports(node.url);
  const begin = Array.from({ length: rows / 4 }, (_, row) => `K${row},leaf,Item ${row},${row}`);
  await first.run(`key,subcategoryId,name,price\n${begin.join("\n")}\n`);

  // The import changes the items of its first rows. One of them is locked.
  const isRefused = (row: number) => row % 100 === 7;
  const lines = Array.from({ length: rows }, (_, row) =>
    isRefused(row) ? `K${row},nowhere,Item,1` : `K${row},leaf,Item ${row},${row + 1}`,
  );
  const locked = 100 * random.below(rows / 400);
  const { id } = await node.killedAt("external_key like $1", `%:K${locked}`, () =>
    first.start(`key,subcategoryId,name,price\n${lines.join("\n")}\n`),
  );
  const { other, asked: imports } = await node.goesOn(
    ({ url }) => new Imports(url),
    async ({ url }) => (await new Imports(url).read(id)).state === "done",
  );
  const run = await imports.read(id);
  const taken = rows - rows / 100;
  expect(run).toMatchObject({ state: "done", done: rows, refused: rows / 100 });
  expect(run).toMatchObject({ created: 0.75 * taken, changed: 0.25 * taken });
  const items = await node.outside.unsafe(
    `select i.external_key as key, i.price, count(c.seq)::integer as writes from items i
      join changes c on c.entity_id = i.id group by i.id, i.external_key, i.price`,
  );
  expect(items).toHaveLength(0.75 * taken + rows / 4);
  for (const { key, price, writes } of items) {
    const row = Number(key.slice(key.indexOf("K") + 1));
    const isChanged = row < rows / 4 && !isRefused(row);
    expect([key, price, writes]).toEqual([key, isRefused(row) ? row : row + 1, isChanged ? 2 : 1]);
  }
  expect(await other.doctor()).toEqual([]);
});
