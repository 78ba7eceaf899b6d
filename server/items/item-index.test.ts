import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { shownTranslation } from "../http/language.ts";
import { foldedNames } from "./folded-names.ts";
import { ItemIndex } from "./item-index.ts";

const row = (
  key: number,
  name: string,
  more: { visible?: number; tags?: string[]; ru?: string; priority?: number } = {},
) => ({
  key,
  priority: more.priority ?? key,
  visible: more.visible ?? 1,
  folded: foldedNames(name, more.ru === undefined ? {} : { ru: { name: more.ru } }),
  tags: JSON.stringify(more.tags ?? []),
});
const all = { search: "", visible: undefined, tags: [], allTags: false, languages: [] };

describe("the index of a list", () => {
  const index = new ItemIndex([
    row(1, "Phone", { tags: ["a", "b"], ru: "Телефон" }),
    row(2, "Case", { tags: ["b"], visible: 0 }),
    row(3, "Phone case", { tags: ["a", "c", "a"] }),
    row(4, "", { ru: "Чехол для phone" }),
  ]);
  const found = (filter: Partial<Parameters<ItemIndex["matches"]>[0]>) =>
    index.matches({ ...all, ...filter }).map((ordinal) => index.keyOf(ordinal));

  test("finds by part of a name", () => {
    expect(found({ search: "PHONE" })).toEqual([1, 3]);
    expect(found({ search: "case" })).toEqual([2, 3]);
    expect(found({ search: "e c" })).toEqual([3]);
    expect(found({ search: "zzz" })).toEqual([]);
    expect(found({})).toEqual([1, 2, 3, 4]);
  });

  test("never matches across two names", () => {
    expect(found({ search: "phone case" })).toEqual([3]);
    expect(found({ search: "phonetелефон", languages: ["ru"] })).toEqual([]);
    expect(found({ search: "ru:" })).toEqual([]);
  });

  test("searches in the requested language and in the default one", () => {
    expect(found({ search: "телефон" })).toEqual([]);
    expect(found({ search: "телефон", languages: ["ru"] })).toEqual([1]);
    expect(found({ search: "phone", languages: ["de", "ru"] })).toEqual([1, 3, 4]);
  });

  test("filters by tags and visibility", () => {
    expect(found({ tags: ["a"] })).toEqual([1, 3]);
    expect(found({ tags: ["b", "c"] })).toEqual([1, 2, 3]);
    expect(found({ tags: ["a", "b"], allTags: true })).toEqual([1]);
    expect(found({ tags: ["nothing"] })).toEqual([]);
    expect(found({ visible: false })).toEqual([2]);
    expect(found({ visible: true, search: "case", tags: ["a", "b"] })).toEqual([3]);
  });

  test("counts the items before a position", () => {
    const ordinals = index.matches(all);
    expect(index.countUpTo(ordinals, 0, 0)).toBe(0);
    expect(index.countUpTo(ordinals, 2, 2)).toBe(2);
    expect(index.countUpTo(ordinals, 2, 1)).toBe(1);
    expect(index.countUpTo(ordinals, 99, 1)).toBe(4);
  });
});

test("a search finds the same as a plain comparison with every name", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "ё", "ß", " ", "%"), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), name, (names, search) => {
      const index = new ItemIndex(names.map((each, key) => row(key, each)));
      const simple = (text: string) => text.replaceAll("ё", "е").replaceAll("ß", "ss");
      const wanted = names.flatMap((each, ordinal) => (simple(each).includes(simple(search)) ? [ordinal] : []));
      expect(index.matches({ ...all, search })).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});

test("matches the shown name and the default name for any order of languages", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 3 });
  const language = fc.constantFrom("ru", "de", "fr", "it");
  const item = fc.record({ name: text, translations: fc.dictionary(language, fc.record({ name: text })) });
  const languages = fc.uniqueArray(language);
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), languages, text, (items, asked, search) => {
      const index = new ItemIndex(
        items.map(({ name, translations }, key) => ({ ...row(key, name), folded: foldedNames(name, translations) })),
      );
      const wanted = items.flatMap(({ name, translations }, ordinal) => {
        const shown = shownTranslation(translations, asked, "name") ?? "";
        return name.includes(search) || shown.includes(search) ? [ordinal] : [];
      });
      expect(index.matches({ ...all, search, languages: asked })).toEqual(wanted);
    }),
    { numRuns: 1_000 },
  );
});

test("reports its memory, which no search increases", () => {
  const rows = Array.from({ length: 1_000 }, (_, key) =>
    row(key, "n".repeat(100), { ru: "Имя", tags: ["a", `${key}`] }),
  );
  const index = new ItemIndex(rows);
  const { bytes } = index;
  // The numbers, the two names with their ends and separators, and the tags.
  expect(bytes).toBeGreaterThan(1_000 * (17 + 106 + 12 + 4));
  expect(bytes).toBeLessThan(1_000 * 600);
  for (const languages of [[], ["ru"], ["de", "ru"], ["ru", "de"]]) index.matches({ ...all, search: "m", languages });
  index.matches({ ...all, tags: ["a"] });
  expect(index.bytes).toBe(bytes);
});
