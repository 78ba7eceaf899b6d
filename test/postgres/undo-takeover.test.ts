import { afterEach, beforeEach, expect } from "bun:test";
import { setOf } from "../changes/history-scenario.ts";
import { randomTest } from "../test-seed.ts";
import { KilledNode } from "./killed-node.ts";

const items = 400;

let node: KilledNode;
beforeEach(async () => {
  node = await KilledNode.start();
});
afterEach(() => node.stop());

randomTest("another node goes on with an undo whose node was killed, and undoes nothing twice", async (random) => {
  const { api, outside } = node;
  const itemIds: string[] = [];
  for (let price = 1; price <= items; price++) {
    const body = { name: "Item", price };
    itemIds.push((await api.createItem({ params: { subcategoryId: "leaf" }, body })).data.id);
  }
  const set = setOf(await api.bulkUpdateItems({ body: { itemIds, data: { price: 9_999 } } }));
  const undo = { params: { changeSetId: set }, headers: { "idempotency-key": "the-undo" } };
  await node.killedAt("id = $1", itemIds[random.below(items)] as string, async () => {
    void api.undoChanges(undo).catch(() => undefined);
  });
  const { other, asked } = await node.goesOn(
    ({ api }) => api.undoChanges(undo),
    async () => (await outside.unsafe("select state from undos where change_set = $1", [set]))[0]?.state === "over",
  );
  const { data } = await asked;
  expect(data).toMatchObject({ undoneCount: items, keptCount: 0 });
  const rows = await outside.unsafe(
    `select i.price, count(c.seq)::integer as writes from items i join changes c on c.entity_key = i.key
      where c.set_id = $1 group by i.key, i.price order by i.price`,
    [data.changeSetId as string],
  );
  expect(rows.map(({ price, writes }) => ({ price, writes }))).toEqual(
    Array.from({ length: items }, (_, index) => ({ price: index + 1, writes: 1 })),
  );
  expect(await other.doctor()).toEqual([]);
});
