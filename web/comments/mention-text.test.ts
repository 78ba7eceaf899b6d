import { expect, test } from "bun:test";
import { partsOf, typedMention, withMention } from "./mention-text.ts";

const anna = { id: "1", name: "anna", displayName: "Anna" };
const olga = { id: "2", name: "Ольга.К", displayName: "Ольга" };

test("those whom a comment mentions are parts of its text", () => {
  expect(partsOf("Look, @Anna. And @ольга.к! @nobody", [anna, olga])).toEqual([
    { text: "Look, " },
    { text: "@Anna", who: anna },
    { text: ". And " },
    { text: "@ольга.к", who: olga },
    { text: "! @nobody" },
  ]);
  expect(partsOf("mail@anna @annabel", [anna])).toEqual([{ text: "mail@anna @annabel" }]);
  expect(partsOf("@anna", [anna])).toEqual([{ text: "@anna", who: anna }]);
  expect(partsOf("@anna", [])).toEqual([{ text: "@anna" }]);
});

test("a name is typed behind an @ that begins a word", () => {
  expect(typedMention("Look, @an", 9)).toEqual({ from: 6, typed: "an" });
  expect(typedMention("@", 1)).toEqual({ from: 0, typed: "" });
  expect(typedMention("Look, @an now", 9)).toEqual({ from: 6, typed: "an" });
  for (const [text, caret] of [
    ["mail@an", 7],
    ["@an now", 7],
    ["Look", 4],
  ] as const) {
    expect([text, typedMention(text, caret)]).toEqual([text, undefined]);
  }
});

test("a chosen name replaces what was typed of it, with a space behind it", () => {
  expect(withMention("Look, @an", 6, 9, "anna")).toEqual({ text: "Look, @anna ", caret: 12 });
  expect(withMention("@an now", 0, 3, "anna")).toEqual({ text: "@anna now", caret: 5 });
});
