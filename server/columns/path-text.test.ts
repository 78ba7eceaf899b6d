import { expect, test } from "bun:test";
import fc from "fast-check";
import { rounds } from "../../test/support/rounds.ts";
import { anyText } from "../../test/support/sheet-items.ts";
import { pathOfText, textOfPath } from "./path-text.ts";

test("a path of any names reads as it was", () => {
  const anyName = anyText.filter((name) => name.trim() !== "");
  fc.assert(
    fc.property(fc.array(anyName, { minLength: 1, maxLength: 4 }), (names) => {
      expect(pathOfText(textOfPath(names))).toEqual(names);
    }),
    { numRuns: rounds(200, 1_000) },
  );
});

test.each([
  ["A/B /C", ["A", "B", "C"]],
  ["TV // Audio / Hi-Fi", ["TV / Audio", "Hi-Fi"]],
  ["A / / B", undefined],
  ["/A", undefined],
])("the path %p", (text, names) => {
  expect(pathOfText(text)).toEqual(names);
});
