import { describe, expect, test } from "bun:test";
import type { ItemRowChange, SavedItemRow } from "../../contract/item-rows.ts";
import { type Act, type NewAct, request } from "./act.ts";
import { noteRows } from "./row-answers.ts";
import { projectId, savingFixture } from "./saving-fixture.ts";

function actOf(rows: ItemRowChange[], more: Partial<Act> = {}): Act {
  const count = rows.reduce((sum, { data }) => sum + Object.keys(data).length, 0);
  const requests = [request("saveItemRows", { body: { rows } })];
  const title = { what: "pasteCells", count } as const;
  return { key: "k", owner: "tab", order: 1, id: "a", projectId, title, requests, done: 0, attempt: 0, ...more };
}

const note = (act: Act, rows: SavedItemRow[]) => noteRows(act, { rows });
const nextRows = (act: Act) => act.requests[1]?.body?.rows;

describe("a row that the service refused", () => {
  test("is sent again without its faulty field, which is noted with the reason", () => {
    const act = actOf([{ id: "lamp", ifMatch: "1", data: { name: "Lamp", price: -1 } }]);
    const errors = [{ pointer: "/price", code: "out_of_range", message: "must be at least 0" }] as const;
    note(act, [{ id: "lamp", status: "refused", code: "invalid_body", errors: [...errors] }]);
    const reason = { code: "out_of_range", message: "must be at least 0" };
    expect(act.refusedRows).toEqual([{ id: "lamp", fields: ["price"], reason }]);
    expect(nextRows(act)).toEqual([{ id: "lamp", data: { name: "Lamp" } }]);
    expect(act.title.count).toBe(1);
  });

  test("is not sent again if something is wrong with all of it", () => {
    const act = actOf([
      { id: "lamp", data: { price: 1 } },
      { id: "vase", data: { price: 1, name: "Vase" } },
    ]);
    note(act, [
      { id: "lamp", status: "changed" },
      { id: "vase", status: "refused", code: "not_allowed", message: "no" },
    ]);
    expect(act.refusedRows).toEqual([
      { id: "vase", fields: ["price", "name"], reason: { code: "forbidden", message: "no" } },
    ]);
    expect(act.requests).toHaveLength(1);
    // What was refused is no longer shown as if it were done.
    expect(act.requests[0]?.body?.rows).toEqual([{ id: "lamp", data: { price: 1 } }]);
  });

  test("conflicts only in a field that showed another value than the service has", () => {
    const data = { price: 7, discount: 8, quantity: 9 };
    const act = actOf([{ id: "lamp", ifMatch: "1", data }], {
      shown: { lamp: { price: 1, discount: 2, quantity: 3 } },
    });
    const conflicts = [
      { field: "price", yours: 7, theirs: 555 },
      { field: "discount", yours: 8, theirs: 2 },
    ];
    note(act, [{ id: "lamp", status: "refused", code: "edit_conflict", message: "", conflicts }]);
    expect(act.refusedRows?.map(({ fields }) => fields)).toEqual([["price"]]);
    expect(nextRows(act)).toEqual([{ id: "lamp", data: { discount: 8, quantity: 9 } }]);
  });
});

test("new items get their ids in the order of their rows, over all requests", () => {
  const row = (name: string) => ({ subcategoryId: "leaf", data: { name } });
  const act = actOf([row("A"), { id: "lamp", data: { price: 1 } }, row("B")], { makesRows: ["t1", "t2", "t3"] });
  act.requests.push(request("saveItemRows", { body: { rows: [row("C")] } }));
  const first = note(act, [
    { id: "a", status: "created" },
    { id: "lamp", status: "changed" },
    { status: "refused", code: "has_subcategories", message: "" },
  ]);
  expect(first.made).toMatchObject([{ temporary: "t1", id: "a", item: { id: "a", name: "A", visible: true } }]);
  expect(first.lost).toEqual(["t2"]);
  act.done = 1;
  expect(note(act, [{ id: "c", status: "created" }]).made).toMatchObject([{ temporary: "t3", id: "c" }]);
  expect(act.madeRows).toEqual(["a", null, "c"]);
});

test("items of rows can be edited before they are sent, and what was typed into a refused one is given up", async () => {
  const { engine, pass, sent, network, outbox } = savingFixture();
  network(false);
  const pasted: NewAct = {
    projectId,
    title: { what: "pasteCells", count: 2 },
    requests: [
      request("saveItemRows", {
        body: { rows: ["New", "bad"].map((name) => ({ subcategoryId: "leaf", data: { name } })) },
      }),
    ],
    makesRows: ["unsent:a", "unsent:b"],
  };
  void engine.act(pasted);
  engine.edit({ kind: "item", id: "unsent:a" }, "name", "Named", "New", undefined);
  engine.edit({ kind: "item", id: "unsent:b" }, "name", "Lost", "bad", undefined);
  void engine.act({
    projectId,
    title: { what: "deleteItems", count: 1 },
    requests: [request("bulkDeleteItems", { body: { itemIds: ["unsent:a"] } })],
  });
  await pass(500);
  network(true);
  engine.reconnect();
  await pass(500);
  expect(sent.slice(1)).toEqual(['real1.name="Named"', 'bulkDeleteItems {"itemIds":["real1"]}']);
  expect([engine.realId("unsent:a"), engine.summary().unsaved]).toEqual(["real1", 0]);
  expect([...outbox.values()]).toMatchObject([{ pairs: [["unsent:a", "real1"]] }]);
});
