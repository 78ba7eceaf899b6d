import { describe, expect, test } from "bun:test";
import type { Category } from "../../contract/categories.ts";
import type { View, ViewQuery } from "../../contract/views.ts";
import { placeOf, workspaceSearch } from "../catalog/addresses.ts";
import { treeFrom } from "../catalog/tree.ts";
import { addressOfReady, isReadyOpen, readyViews } from "./ready-views.ts";
import { addressOfView, columnsOfView, isBranchGone, isChangedView, withoutView } from "./view-address.ts";

const audio = { id: "audio", name: "Audio", parentId: "electronics", subcategories: [] };
const tree = treeFrom([{ id: "electronics", name: "Electronics", subcategories: [audio] }] as unknown as Category[]);

const viewWith = (query: ViewQuery, columns: string[] = []): View => ({
  id: "v1",
  name: "One",
  shared: false,
  owner: "anna",
  own: true,
  query,
  columns,
  createdAt: "",
  changedAt: "",
});

describe("the address of a view", () => {
  test("names all items, or the branch, and the filters", () => {
    expect(addressOfView(viewWith({ picture: false }), tree)).toEqual({ view: "v1", all: true, picture: false });
    expect(addressOfView(viewWith({ within: "audio" }), tree)).toEqual({ view: "v1", subcategory: "audio" });
    expect(addressOfView(viewWith({ within: "electronics", sort: "-price" }), tree)).toEqual({
      view: "v1",
      category: "electronics",
      sort: "-price",
    });
  });

  test("names no place if the branch is gone", () => {
    const view = viewWith({ within: "tablets", picture: false });
    expect(isBranchGone(view, tree)).toBe(true);
    expect(addressOfView(view, tree)).toEqual({ view: "v1" });
  });

  test("is read back as it is, with the columns only beside a view", () => {
    const search = { view: "v1", all: true as const, picture: false, columns: "name,price" };
    expect(workspaceSearch(search)).toEqual(search);
    expect(workspaceSearch({ ...search, columns: "name,colour" }).columns).toBe("name");
    expect(workspaceSearch({ all: true, columns: "name" })).toEqual({ all: true });
    expect(placeOf(search)).toEqual({ view: "v1", all: true, columns: "name,price" });
  });

  test("without its view is that of the list, or of all items", () => {
    expect(withoutView({ view: "v1", subcategory: "audio", columns: "name", priceMin: 3 })).toEqual({
      subcategory: "audio",
      priceMin: 3,
    });
    expect(withoutView({ view: "v1" })).toEqual({ all: true });
  });
});

describe("a view is changed", () => {
  const view = viewWith({ priceMin: 10, sort: "name" });
  const shown = addressOfView(view, tree);

  test("not by an open item or the order of parameters", () => {
    expect(isChangedView(view, tree, shown)).toBe(false);
    expect(isChangedView(view, tree, { sort: "name", priceMin: 10, all: true, item: "x", view: "v1" })).toBe(false);
  });

  test("by another filter, sort, place or choice of columns", () => {
    expect(isChangedView(view, tree, { ...shown, priceMin: 11 })).toBe(true);
    expect(isChangedView(view, tree, { ...shown, sort: "-name" })).toBe(true);
    expect(isChangedView(view, tree, { ...shown, columns: "name" })).toBe(true);
    const { all: _, ...rest } = shown;
    expect(isChangedView(view, tree, { ...rest, subcategory: "audio" })).toBe(true);
  });
});

test("the columns of a view are those that the editor has, in its order", () => {
  expect(columnsOfView({ columns: ["price", "colour", "name"] })).toEqual(["name", "price"]);
  expect(columnsOfView({ columns: [] })).toBeUndefined();
});

describe("a ready-made view", () => {
  test("is a list of all items that the address understands", () => {
    for (const ready of readyViews("de")) expect(workspaceSearch(addressOfReady(ready))).toEqual(addressOfReady(ready));
  });

  test("filters by what its name says", () => {
    expect(Object.fromEntries(readyViews("de").map(({ id, filters }) => [id, filters]))).toEqual({
      "out-of-stock": { quantityMax: 0 },
      "no-picture": { picture: false },
      "not-translated": { missing: "de" },
      hidden: { visible: false },
      "changed-today": { changedSince: "today" },
    });
  });

  test("is open with exactly its filters, in any order of the items", () => {
    const [outOfStock] = readyViews("ru");
    if (!outOfStock) throw new Error("There are ready-made views.");
    const address = addressOfReady(outOfStock);
    expect(isReadyOpen(outOfStock, { ...address, sort: "name", item: "x" })).toBe(true);
    expect(isReadyOpen(outOfStock, { ...address, visible: true })).toBe(false);
    expect(isReadyOpen(outOfStock, { ...address, view: "v1" })).toBe(false);
    expect(isReadyOpen(outOfStock, { category: "electronics", quantityMax: 0 })).toBe(false);
  });
});
