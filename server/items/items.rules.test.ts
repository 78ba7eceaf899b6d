import { expect, test } from "bun:test";
import { itemChanges, newItem, storedItem } from "./items.rules.ts";

const phone = newItem({
  name: "Phone",
  quantity: 1,
  price: 5,
  simpleDescription: "Small",
  translations: { ru: { name: "Телефон", simpleDescription: "Маленький" } },
});
const leaf = { key: 2, id: "phones", project_key: 3 };
const row = {
  key: 1,
  version: 1,
  subcategory_id: leaf.id,
  project_key: leaf.project_key,
  ...storedItem("phone", phone, leaf).columns,
};

test("the log has the fields of a new item, with defaults", () => {
  const { fields } = storedItem("phone", phone, leaf);
  expect(JSON.parse(fields)).toEqual({ id: "phone", subcategoryId: "phones", ...phone });
});

test("the search text is written only when a name changes, in any language", () => {
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

test("a change of a text includes the translations that become stale", () => {
  for (const patch of [{ name: "Telephone" }, { simpleDescription: "Tiny" }]) {
    expect(itemChanges(row, patch, false).translations?.ru?.name).toBe("Телефон");
  }
});
