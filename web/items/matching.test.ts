import { expect, test } from "bun:test";
import type { Item } from "../../contract/items.ts";
import { matchElsewhere } from "./matching.ts";

const shown = (found: ReturnType<typeof matchElsewhere>) => {
  if (!found) return undefined;
  let text = "";
  let at = 0;
  for (const [start, end] of found.ranges) {
    text += `${found.text.slice(at, start)}[${found.text.slice(start, end)}]`;
    at = end;
  }
  return text + found.text.slice(at);
};

const item = {
  id: "abcdefgh1234",
  name: "Aria",
  simpleDescription: "Over-ear, comfortable all day, with thirty hours of battery.",
  tags: ["new", "wireless"],
  badges: ["hot"],
  description: [
    { key: "Colour", value: "blue" },
    { key: "Case", value: "leather" },
  ],
} as unknown as Item;

test("a match elsewhere is shown with the beginning of a long text left out", () => {
  const at = item.simpleDescription.indexOf("battery");
  const found = matchElsewhere(item, { simpleDescription: [[at, at + 7]] });
  expect(found?.where).toBe("simpleDescription");
  expect(shown(found)).toBe("…hours of [battery].");
  expect(shown(matchElsewhere(item, { simpleDescription: [[0, 4]] }))).toBe(
    "[Over]-ear, comfortable all day, with thirty hours of battery.",
  );
});

test("a long word before the match is left out whole", () => {
  const long = { ...item, simpleDescription: `${"x".repeat(50)}lamp` };
  expect(shown(matchElsewhere(long, { simpleDescription: [[50, 54]] }))).toBe("…[lamp]");
});

test("of several texts the first is shown; none where the name matches", () => {
  expect(matchElsewhere(item, { name: [[0, 4]], tags: { "1": [[0, 8]] } })).toBeUndefined();
  const tag = matchElsewhere(item, { tags: { "1": [[0, 8]] }, badges: { "0": [[0, 3]] } });
  expect([tag?.where, shown(tag)]).toEqual(["tags", "[wireless]"]);
  const property = matchElsewhere(item, { description: { "1": [[0, 7]] } });
  expect([property?.property, shown(property)]).toEqual(["Case", "[leather]"]);
  expect(shown(matchElsewhere(item, { id: [[0, 8]] }))).toBe("[abcdefgh]1234");
  expect(shown(matchElsewhere({ ...item, key: "SKU-17" }, { key: [[0, 3]], id: [[0, 8]] }))).toBe("[SKU]-17");
  expect(matchElsewhere(item, {})).toBeUndefined();
});
