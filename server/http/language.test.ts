import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { contentLanguage, requestedLanguages, shownTranslation } from "./language.ts";

describe("requestedLanguages", () => {
  const cases: [string | undefined, string | null, string[]][] = [
    [undefined, null, []],
    [undefined, "", []],
    ["ru", null, ["ru"]],
    ["ru-RU", "de", ["ru"]],
    ["RU", null, ["ru"]],
    ["en", "ru", []],
    ["", "ru", ["ru"]],
    ["klingon", "ru", []],
    ["de,ru", "fr", ["de", "ru"]],
    [" klingon, ru-RU ,en,de", null, ["ru"]],
    [undefined, "ru", ["ru"]],
    [undefined, "ru-RU, ru;q=0.9", ["ru"]],
    [undefined, "de;q=0.5, ru;q=0.8", ["ru", "de"]],
    [undefined, "de, ru", ["de", "ru"]],
    [undefined, "de;q=0.5, en;q=0.8, ru;q=0.9", ["ru"]],
    [undefined, "ru;q=0", []],
    [undefined, "ru;q=0.000, de;Q=0.1", ["de"]],
    [undefined, "*, ru;q=0.5", []],
    [undefined, " ru ; q=1.0 ", ["ru"]],
    [undefined, "ru;q=0.4999999761581421, de;q=0.9", ["de", "ru"]],
    [undefined, "ru;q=.5, de;q=0.9", ["de", "ru"]],
    [undefined, "ru;q=high, de;q=0.1", ["de"]],
    [undefined, ",,;,", []],
  ];
  for (const [lang, header, wanted] of cases) {
    test(`lang=${lang} Accept-Language: ${header}`, () => expect(requestedLanguages(lang, header)).toEqual(wanted));
  }

  test("no header or parameter is an error", () => {
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), fc.string(), (lang, header) => {
        for (const code of requestedLanguages(lang, header)) expect(code).toMatch(/^[a-z]{2}$/);
      }),
    );
  });
});

test("each field is shown in the first preferred language that has it", () => {
  const translations = { ru: { name: "Р" }, de: { simpleDescription: "D", name: "N" } };
  const shown = new Set<string>();
  expect(shownTranslation<"name" | "simpleDescription", string>(translations, ["ru", "de"], "name", shown)).toBe("Р");
  expect(
    shownTranslation<"name" | "simpleDescription", string>(translations, ["ru", "de"], "simpleDescription", shown),
  ).toBe("D");
  expect(shownTranslation<"name", string>(translations, ["fr"], "name", shown)).toBeUndefined();
  expect(contentLanguage(shown)).toBe("ru, de");
  expect(contentLanguage(new Set())).toBe("en");
});
