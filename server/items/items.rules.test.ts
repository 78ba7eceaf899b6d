import { expect, test } from "bun:test";
import { detailBytes, type ItemRow, itemChanges } from "./items.rules.ts";

const row: ItemRow = {
  key: 1,
  id: "phone",
  subcategory_key: 2,
  priority: 0,
  visible: 1,
  name: "Phone",
  quantity: 1,
  price: 5,
  discount: 0,
  currency: "USD",
  imgs: "[]",
  tags: "[]",
  details: detailBytes({
    badges: [],
    simpleDescription: "Small",
    description: [],
    translations: { ru: { name: "Телефон", simpleDescription: "Маленький" } },
    comments: [],
  }),
  version: 1,
  subcategory_id: "phones",
};

test("what a search looks at is written when a name changes, in any language, and then alone", () => {
  const folded = (patch: Record<string, unknown>) => itemChanges(row, patch, true).columns.folded !== undefined;
  expect(folded({ name: "Telephone" })).toBe(true);
  expect(folded({ translations: { ru: { name: "Аппарат" } } })).toBe(true);
  expect(folded({ translations: null })).toBe(true);
  for (const patch of [
    { name: "Phone" },
    { translations: { ru: { name: "Телефон" } } },
    { simpleDescription: "Tiny" },
    { description: [{ key: "Screen", value: "6" }] },
    { badges: ["new"] },
    { price: 6 },
  ]) {
    expect([patch, folded(patch)]).toEqual([patch, false]);
  }
});

test("a change of a text knows the translations that it leaves behind", () => {
  for (const patch of [{ name: "Telephone" }, { simpleDescription: "Tiny" }]) {
    expect(itemChanges(row, patch, false).translations?.ru?.name).toBe("Телефон");
  }
});
