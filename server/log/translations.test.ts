import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mergeTranslations, translationChanges } from "./translations.ts";

describe("mergeTranslations", () => {
  const current = { ru: { name: "Р", simpleDescription: "кратко" }, de: {} };
  const cases: [string, Record<string, Record<string, unknown> | null>, object][] = [
    ["nothing", {}, current],
    ["one field", { ru: { name: "Новое" } }, { ru: { name: "Новое", simpleDescription: "кратко" }, de: {} }],
    ["a field away", { ru: { name: null } }, { ru: { simpleDescription: "кратко" }, de: {} }],
    ["the last fields removed", { ru: { name: null, simpleDescription: null } }, { de: {} }],
    ["a language away", { ru: null, de: null }, {}],
    ["an unknown language removed", { fr: null }, current],
    ["a new language", { fr: { name: "F" } }, { ...current, fr: { name: "F" } }],
    [
      "an empty text is a text",
      { ru: { simpleDescription: "" } },
      { ru: { name: "Р", simpleDescription: "" }, de: {} },
    ],
  ];
  for (const [what, patch, wanted] of cases) {
    test(what, () => {
      const before = structuredClone(current);
      expect(mergeTranslations(current, patch)).toEqual(wanted as never);
      expect(current).toEqual(before);
    });
  }
});

describe("translationChanges", () => {
  test("names exactly the fields that differ", () => {
    expect(
      translationChanges(
        { ru: { name: "a", description: [] } },
        { ru: { name: "b", description: [] }, de: { name: "c" } },
      ),
    ).toEqual({
      before: { "translations.ru.name": "a", "translations.de.name": null },
      after: { "translations.ru.name": "b", "translations.de.name": "c" },
    });
  });

  test("a language without any field is a value too", () => {
    expect(translationChanges({}, { de: {} })).toEqual({
      before: { "translations.de": null },
      after: { "translations.de": {} },
    });
    expect(translationChanges({ de: {} }, { de: {} })).toEqual({ before: {}, after: {} });
  });

  test("there is a change exactly where the values differ", () => {
    const translations = fc.dictionary(
      fc.constantFrom("ru", "de"),
      fc.record({ name: fc.constantFrom("a", "b") }, { requiredKeys: [] }).map((fields) => ({ ...fields })),
    );
    fc.assert(
      fc.property(translations, translations, (before, after) => {
        const { after: changed } = translationChanges({ ...before }, { ...after });
        expect(Object.keys(changed).length === 0).toBe(Bun.deepEquals({ ...before }, { ...after }));
      }),
    );
  });
});
