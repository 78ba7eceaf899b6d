import { expect, test } from "bun:test";
import { readNumberEntry } from "./number-entry.ts";

test("a plain number is a value for all", () => {
  expect(readNumberEntry("100")).toEqual({ set: 100 });
  expect(readNumberEntry(" = 9,99 ")).toEqual({ set: 9.99 });
  expect(readNumberEntry("1 299.50")).toEqual({ set: 1299.5 });
});

test("a sign before it makes it an operation", () => {
  const operation = (typed: string) => {
    const entry = readNumberEntry(typed);
    return "operation" in entry ? entry.operation : entry;
  };
  expect(operation("+5")).toEqual({ op: "+", value: 5 });
  expect(operation("- 2,5")).toEqual({ op: "-", value: 2.5 });
  expect(operation("−2")).toEqual({ op: "-", value: 2 });
  expect(operation("*1.5")).toEqual({ op: "*", value: 1.5 });
  expect(operation("× 2")).toEqual({ op: "*", value: 2 });
  expect(operation("+10%")).toEqual({ op: "%", value: 10 });
  expect(operation("+10 %")).toEqual({ op: "%", value: 10 });
  expect(operation("-12,5 %")).toEqual({ op: "%", value: -12.5 });
});

test("what cannot be understood is told", () => {
  for (const typed of ["+10 %%", "10%", "%", "+", "+%", "++5", "+-5", "*10%", "5+5", "abc", "+abc", "10 % off", "/2"]) {
    expect([typed, readNumberEntry(typed)]).toEqual([typed, { fault: "operation" }]);
  }
  expect(readNumberEntry("1,299")).toEqual({ fault: "ambiguous_number" });
  expect(readNumberEntry("+1,299")).toEqual({ fault: "ambiguous_number" });
});
