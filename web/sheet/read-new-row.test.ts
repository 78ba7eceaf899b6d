import { expect, test } from "bun:test";
import { readNewRow } from "./read-new-row.ts";

test("what is typed into the row for a new item becomes its fields", () => {
  expect(readNewRow({ name: " Lamp ", price: "1 299,50", discount: "15%", quantity: "" })).toEqual({
    fields: { name: "Lamp", price: 1299.5, discount: 15 },
  });
});

test("a row without a name, or with a value that is none, is not an item and says why", () => {
  expect(readNewRow({ price: "5" })).toEqual({ column: "name", text: "", fault: "blank" });
  expect(readNewRow({ name: "Lamp", discount: "130" })).toEqual({
    column: "discount",
    text: "130",
    fault: "percentage",
  });
  expect(readNewRow({ name: "Lamp", price: "-1" })).toEqual({ column: "price", text: "-1", fault: "out_of_range" });
});

test("blanks are nothing", () => {
  expect(readNewRow({})).toBeUndefined();
  expect(readNewRow({ name: " ", price: "" })).toBeUndefined();
});
