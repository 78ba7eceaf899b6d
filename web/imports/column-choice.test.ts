import { expect, test } from "bun:test";
import {
  choiceOf,
  columnOf,
  isUndecided,
  lackIn,
  mappingOf,
  repeatedHeaders,
  samplesOf,
  withKind,
} from "./column-choice.ts";

test("a column is the same after it was taken apart and put together", () => {
  for (const column of [
    null,
    "key",
    "name@ru",
    "attribute.Colour",
    "attribute.Цвет@ru [2]",
    "attribute.at@de\\",
    "imgs",
  ])
    expect(columnOf(choiceOf(column))).toBe(column);
  expect(choiceOf("attribute.Size, cm@de [3]")).toEqual({ kind: "attribute", key: "Size, cm", nth: 3, language: "de" });
});

test("another kind keeps the language where it has one, and an attribute is called like its header", () => {
  const name = choiceOf("name@ru");
  expect(columnOf(withKind(name, "simpleDescription", "Text"))).toBe("simpleDescription@ru");
  expect(columnOf(withKind(name, "price", "Text"))).toBe("price");
  expect(columnOf(withKind(name, "attribute", " Farbe "))).toBe("attribute.Farbe@ru");
  expect(columnOf(withKind(name, "none", "Text"))).toBeNull();
});

test("a person decides about each header that was not recognised", () => {
  const columns = [
    { header: "SKU", column: "key" },
    { header: "Farbe", column: null },
    { header: "", column: null },
    { header: "SKU", column: null },
  ];
  expect(mappingOf({ columns })).toEqual({ SKU: "key", Farbe: null });
  expect(isUndecided({ columns, options: {} })).toBe(true);
  expect(isUndecided({ columns, options: { columns: { Farbe: null } } })).toBe(false);
});

test("says what a mapping lacks", () => {
  expect(lackIn({ A: "price" }, {})).toBe("noItem");
  expect(lackIn({ A: "name@ru" }, {})).toBe("noItem");
  expect(lackIn({ A: "name" }, {})).toBe("noPlace");
  expect(lackIn({ A: "name", B: "subcategory" }, {})).toBe("onlyName");
  expect(lackIn({ A: "name" }, { subcategoryId: "x", match: "name" })).toBeUndefined();
  expect(lackIn({ A: "key" }, {})).toBeUndefined();
});

test("the second column of a kind is repeated", () => {
  expect([...repeatedHeaders({ A: "price", B: null, C: "price", D: null })]).toEqual(["C"]);
});

test("samples are the first different values, as text", () => {
  const rows = [["a"], [null], ["a"], [2], [["x", "y"]], [{ odd: "date", text: "1 May" }]].map((cells) => ({ cells }));
  expect(samplesOf(rows, 0)).toEqual(["a", "2", "x, y"]);
  expect(samplesOf(rows.slice(5), 0)).toEqual(["1 May"]);
});
