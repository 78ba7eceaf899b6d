import { expect, test } from "bun:test";
import { type BulkLine, changeOf, faultOf, isFaulty } from "./bulk-change.ts";

const lines = (...given: Omit<BulkLine, "key">[]): BulkLine[] => given.map((line, key) => ({ key, ...line }));

test("values and operations of all lines make one change", () => {
  const change = changeOf(
    lines(
      { field: "discount", typed: "15" },
      { field: "price", typed: "+10 %", round: "0.99" },
      { field: "quantity", typed: "0" },
      { field: "visible", typed: false },
      { field: "priority", typed: "-3" },
      { field: "simpleDescription", typed: "" },
    ),
  );
  expect(change).toEqual({
    data: { discount: 15, quantity: 0, visible: false, priority: -3, simpleDescription: "" },
    operations: { price: { op: "%", value: 10, round: "0.99" } },
  });
});

test("lines that are still empty ask for nothing", () => {
  expect(
    changeOf(lines({ field: "price" }, { field: "tags", typed: [] }, { field: "replace", by: "x" })),
  ).toBeUndefined();
  expect(changeOf(lines({ field: "discount", typed: "  " }))).toBeUndefined();
});

test("words are added, removed and replaced as a whole", () => {
  const words = (...given: Omit<BulkLine, "key" | "field">[]) =>
    changeOf(lines(...given.map((line) => ({ field: "tags" as const, ...line }))));
  expect(words({ typed: ["a"] }, { typed: ["b"], way: "remove" }, { typed: ["c"], way: "add" })).toEqual({
    operations: { tags: { add: ["a", "c"], remove: ["b"] } },
  });
  expect(words({ typed: [], way: "set" })).toEqual({ data: { tags: [] } });
  expect(words({ typed: ["a"] }, { typed: ["x", "y"], way: "set" }, { typed: ["y"], way: "remove" })).toEqual({
    data: { tags: ["x", "a"] },
  });
});

test("a text is replaced in a field and a language", () => {
  expect(
    changeOf(
      lines(
        { field: "replace", typed: "Colour", by: "Color" },
        { field: "replace", typed: "цвет", place: "description", language: "ru" },
      ),
    ),
  ).toEqual({
    operations: {
      replace: [
        { field: "name", find: "Colour", with: "Color" },
        { field: "description", language: "ru", find: "цвет", with: "" },
      ],
    },
  });
});

test("a line that cannot be understood is told and changes nothing", () => {
  const fault = (field: BulkLine["field"], typed: string) => faultOf({ key: 0, field, typed });
  expect(fault("price", "+10 %%")).toBe("operation");
  expect(fault("price", "-5")).toBeUndefined();
  expect(fault("discount", "+5 %")).toBe("not_a_number");
  expect(fault("discount", "130")).toBe("out_of_range");
  expect(fault("discount", "1.5")).toBe("wrong_type");
  expect(isFaulty(lines({ field: "price", typed: "5" }, { field: "quantity", typed: "x" }))).toBe(true);
  expect(changeOf(lines({ field: "price", typed: "+10 %%" }))).toBeUndefined();
});
