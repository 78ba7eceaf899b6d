import { expect, test } from "bun:test";
import type { VersionedPage } from "../catalog/item-cache.ts";
import { type ItemList, listOf } from "../catalog/item-list.ts";
import { type Act, request } from "../saving/act.ts";
import { listedFrom } from "./listed-items.ts";

const list: ItemList = { ...listOf("shop", undefined, {}), within: "leaf", leaf: true };

/** A lamp that the service has stored; the list is being read again. */
const landed: Act = {
  key: "k",
  owner: "tab",
  order: 1,
  id: "a",
  projectId: "shop",
  title: { what: "addItem", name: "Lamp" },
  requests: [request("createItem", { params: { subcategoryId: "leaf" }, body: { name: "Lamp" } })],
  done: 1,
  attempt: 0,
  makes: "unsent:lamp",
  made: "lamp",
  settledAt: 1_000,
};

const page = (askedAt: number, ...items: { id: string; name: string }[]) =>
  new Map([[1, { items, etags: [], total: items.length, page: 1, limit: 100, askedAt } as unknown as VersionedPage]]);

function names(pages: ReadonlyMap<number, VersionedPage>, act = landed) {
  const { total = 0, listedAt } = listedFrom(list, [act], pages);
  return Array.from({ length: total }, (_, at) => listedAt(at)?.item.name);
}

test("an item that was made stays listed until a page that was asked for later has come", () => {
  const vase = { id: "vase", name: "Vase" };
  expect(names(page(999, vase))).toEqual(["Vase", "Lamp"]);
  expect(names(page(999, vase, { id: "lamp", name: "Lamp" }))).toEqual(["Vase", "Lamp"]);
  // Somebody has deleted it.
  expect(names(page(1_001, vase))).toEqual(["Vase"]);
});

test("until then it is listed as it was saved last", () => {
  const saved = { lamp: { id: "lamp", name: "Lamp and shade" } };
  expect(names(page(999), { ...landed, saved })).toEqual(["Lamp and shade"]);
});
