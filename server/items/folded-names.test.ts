import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fold } from "../../contract/fold.ts";
import { foldedNames } from "./folded-names.ts";

describe("fold", () => {
  const same: [string, string][] = [
    ["ТЕЛЕФОН", "телефон"],
    ["STRASSE", "Straße"],
    ["ẞ", "ß"],
    ["ЁЛКА", "елка"],
    ["Е\u0308лка", "ёлка"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
    ["ﬁne", "FINE"],
    ["ΠΡΟΪ\u0301ΌΝ", "προΐόν"],
    ["cafe\u0301", "CAFÉ"],
    ["ǅ", "ǆ"],
    ["a\tb\nc", "A B C"],
    ["ŻÓŁĆ", "żółć"],
  ];
  for (const [one, other] of same)
    test(`${JSON.stringify(one)} is ${JSON.stringify(other)}`, () => expect(fold(one)).toBe(fold(other)));

  test("plain letters are folded like all others", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."AZaz09 ~-АЯаяЁёЙйЪ".split("")) });
    fc.assert(
      // A sign that is not plain makes the whole text take the long way.
      fc.property(plain, (text) => expect(`${fold(text)}é`).toBe(fold(`${text}É`))),
      { numRuns: 300 },
    );
  });

  test("different names stay different", () => {
    expect(fold("resume")).not.toBe(fold("résumé"));
    expect(fold("й")).not.toBe(fold("и"));
    expect(fold("100%")).not.toBe(fold("100"));
  });

  test("folding is idempotent, ignores case, and never contains a line break", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(text)).not.toMatch(/[\n\r\u2028\u2029]/);
        for (const part of text.normalize("NFC").split(" "))
          expect(fold(text.normalize("NFC"))).toContain(fold(part).trim());
      }),
      { numRuns: 300 },
    );
  });
});

test("the default name comes first, then a line for each translated name", () => {
  expect(foldedNames("Phone", { ru: { name: "ТЕЛЕФОН" }, de: {}, fr: { name: "Télé\nphone" } })).toBe(
    "phone\nru:телефон\nfr:télé phone",
  );
});
