import { expect, test } from "bun:test";
import type { Item } from "../../contract/items.ts";
import { type Act, request } from "../saving/act.ts";
import { pageAfter, pendingItems } from "./pending-items.ts";

const rows = [
  { id: "lamp", data: { price: 7 } },
  { subcategoryId: "leaf", data: { name: "Vase" } },
  { subcategoryId: "leaf", data: { name: "Rug" } },
];

const pasted = (more: Partial<Act> = {}): Act => ({
  key: "k",
  owner: "tab",
  order: 1,
  id: "a",
  projectId: "shop",
  title: { what: "pasteCells", count: 3 },
  requests: [request("saveItemRows", { body: { rows } })],
  done: 0,
  attempt: 0,
  makesRows: ["unsent:1", "unsent:2"],
  ...more,
});

const added = (act: Act) =>
  pendingItems([act])
    .added.get("leaf")
    ?.map(({ id, name }) => `${id} ${name}`);

test("rows that wait change their items, and add others under temporary ids", () => {
  const act = pasted();
  expect(pendingItems([act]).changes.get("lamp")).toEqual({ price: 7 });
  expect(added(act)).toEqual(["unsent:1 Vase", "unsent:2 Rug"]);
});

test("items get the ids that the service gave, and one that it refused is not shown", () => {
  expect(added(pasted({ madeRows: ["vase", null] }))).toEqual(["vase Vase"]);
});

test("of a refused act only what it adds is shown", () => {
  const { changes } = pendingItems([pasted({ hold: { code: "forbidden", message: "" } })]);
  expect(changes.size).toBe(0);
  expect(added(pasted({ hold: { code: "forbidden", message: "" } }))).toHaveLength(2);
});

test("a page is the same object until the acts change, so that its rows stay as they are drawn", () => {
  const items = [
    { id: "lamp", priority: 0, price: 1 },
    { id: "clock", priority: 1, price: 1 },
  ] as Item[];
  const acts = [pasted()];
  const page = pageAfter(items, acts, true);
  expect(page).toMatchObject([{ price: 7 }, { price: 1 }]);
  expect(page[1]).toBe(items[1]);
  expect(pageAfter(items, acts, true)).toBe(page);
  expect(pageAfter(items, [], true)).toBe(items);
});
