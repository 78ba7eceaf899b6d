import { expect, test } from "bun:test";
import type { HistoryEntry } from "../../contract/changes.ts";
import type { InterfaceLanguage } from "../../contract/constants.ts";
import { historyLaterDe } from "../platform/i18n/words/de/history-later-de.ts";
import { historyLaterEn } from "../platform/i18n/words/en/history-later-en.ts";
import { historyLaterEs } from "../platform/i18n/words/es/history-later-es.ts";
import { historyLaterRu } from "../platform/i18n/words/ru/history-later-ru.ts";
import { historyLaterZh } from "../platform/i18n/words/zh/history-later-zh.ts";
import { nameMark, sentenceOf } from "./change-sentence.ts";

const sentences = {
  en: historyLaterEn.sentences,
  ru: historyLaterRu.sentences,
  de: historyLaterDe.sentences,
  es: historyLaterEs.sentences,
  zh: historyLaterZh.sentences,
};

const entry = (more: Partial<HistoryEntry>): HistoryEntry => ({
  changeSetId: "set",
  kind: "item",
  action: "update",
  id: "lamp",
  name: "Lamp",
  actor: "anna",
  at: "2026-05-01T10:00:00Z",
  firstAt: "2026-05-01T10:00:00Z",
  saves: 1,
  things: 1,
  fields: [],
  summary: "",
  ...more,
});
const field = (field: string, before: unknown, after: unknown, more: Partial<HistoryEntry> = {}) =>
  entry({ ...more, fields: [{ field, before, after, summary: "" }] });

const languages = {
  en: { de: "German" },
  ru: { de: "Немецкий" },
  de: { de: "Deutsch" },
  es: { de: "Alemán" },
  zh: { de: "德语" },
} as const;

function said(language: InterfaceLanguage, given: HistoryEntry, named = true): string {
  const { sentence } = sentenceOf(sentences[language], given, {
    named,
    value: String,
    node: (id) => (id === "audio" ? "Audio" : "Phones"),
    language: (code) => languages[language][code as "de"],
  });
  return sentence.replace(nameMark, given.name);
}

const comment = { id: "c1", text: "Too bright", createdAt: "2026-05-01T10:00:00Z" };

test.each([
  [entry({ action: "create" }), "created the item Lamp", "создан товар «Lamp»"],
  [entry({ action: "create", kind: "category" }), "created the category Lamp", "создана категория «Lamp»"],
  [
    entry({ action: "delete", kind: "subcategory", things: 3 }),
    "deleted the subcategory Lamp and 2 other subcategories",
    "удалена подкатегория «Lamp», и ещё 2 подкатегории",
  ],
  [entry({ action: "delete" }), "deleted the item Lamp", "удалён товар «Lamp»"],
  [entry({ action: "restore" }), "restored the item Lamp", "восстановлен товар «Lamp»"],
  [field("name", "Old", "Lamp"), "renamed Lamp, which was “Old”", "переименован товар «Lamp», раньше «Old»"],
  [field("visible", true, false), "hid Lamp from the shop", "в магазине скрыт товар «Lamp»"],
  [
    field("visible", false, true, { kind: "category" }),
    "showed Lamp in the shop",
    "в магазине показана категория «Lamp»",
  ],
  [
    field("price", 10, 12, { things: 12 }),
    "changed the price of Lamp and 11 other items from 10 to 12",
    "у товара «Lamp» изменена цена: 10 → 12, и ещё 11 товаров",
  ],
  [field("quantity", 1, 0), "changed the quantity of Lamp from 1 to 0", "у товара «Lamp» изменён остаток: 1 → 0"],
  [field("key", null, "A-1"), "set the key of Lamp to A-1", "у товара «Lamp» указан ключ: A-1"],
  [field("key", "A-1", null), "cleared the key of Lamp", "у товара «Lamp» очищен ключ"],
  [
    field("simpleDescription", "a", "b"),
    "changed the short description of Lamp",
    "у товара «Lamp» изменено краткое описание",
  ],
  [field("description", [], [{}]), "changed the properties of Lamp", "у товара «Lamp» изменены свойства"],
  [
    field("subcategoryId", "phones", "audio"),
    "moved Lamp from Phones to Audio",
    "перемещён товар «Lamp»: Phones → Audio",
  ],
  [field("resolved.c1", null, { by: "anna", at: "" }), "resolved a comment on Lamp", "закрыт комментарий к «Lamp»"],
  [
    field("resolved.c1", { by: "anna", at: "" }, null),
    "reopened a comment on Lamp",
    "снова открыт комментарий к «Lamp»",
  ],
  [
    field("comments.c1", null, comment),
    "commented on Lamp: “Too bright”",
    "добавлен комментарий к «Lamp»: «Too bright»",
  ],
  [
    field("comments.c1", comment, null),
    "deleted the comment on Lamp: “Too bright”",
    "удалён комментарий к «Lamp»: «Too bright»",
  ],
  [field("imgs", ["a"], ["a", "b", "c"]), "added 2 pictures to Lamp", "у товара «Lamp» добавлено 2 картинки"],
  [field("imgs", ["a", "b"], ["a"]), "removed 1 picture from Lamp", "у товара «Lamp» удалена 1 картинка"],
  [
    field("imgs", ["a", "b"], ["b", "a"]),
    "changed the order of the pictures of Lamp",
    "у товара «Lamp» изменён порядок картинок",
  ],
  [field("tags", ["a"], ["a", "new"]), "added the tag “new” to Lamp", "у товара «Lamp» добавлен тег «new»"],
  [
    field("badges", ["x", "y"], []),
    "removed the badges “x” and “y” from Lamp",
    "у товара «Lamp» удалены метки «x», «y»",
  ],
  [
    field("translations.de.name", null, "Lampe"),
    "translated the name of Lamp into German",
    "у товара «Lamp» добавлен перевод названия (немецкий)",
  ],
  [
    field("translatedFrom.de.name", { confirmed: "Lamp" }, null),
    "took back the confirmation of the German translation of the name of Lamp",
    "у товара «Lamp» снято подтверждение перевода названия (немецкий)",
  ],
  [
    field("translatedFrom.de.description", "x", null),
    "confirmed the German translation of the properties of Lamp",
    "у товара «Lamp» подтверждён перевод свойств (немецкий)",
  ],
])("an entry reads as a sentence in English and Russian", (given, english, russian) => {
  expect([said("en", given), said("ru", given)]).toEqual([english, russian]);
});

test("where the whole list is about one thing, sentences do not name it", () => {
  expect(said("en", field("price", 10, 12), false)).toBe("changed the price from 10 to 12");
  expect(said("ru", field("price", 10, 12), false)).toBe("изменена цена: 10 → 12");
  expect(said("en", entry({ action: "create" }), false)).toBe("created this item");
  expect(said("ru", entry({ action: "create" }), false)).toBe("создан товар");
});

test("what a sentence leaves out is shown below it", () => {
  const options = { named: true, value: String, node: String, language: String };
  const shown = (given: HistoryEntry) => sentenceOf(sentences.en, given, options).shown.map(({ field }) => field);
  expect(shown(field("price", 1, 2))).toEqual([]);
  expect(shown(field("comments.c1", null, comment))).toEqual([]);
  expect(shown(field("translations.de.name", null, "Lampe"))).toEqual(["translations.de.name"]);
  expect(shown(field("key", "a".repeat(100), "b"))).toEqual(["key"]);
  const diffs = ["price", "name"].map((one) => ({ field: one, before: 1, after: 2, summary: "" }));
  expect(shown(entry({ fields: diffs }))).toEqual(["price", "name"]);
});

test.each([
  [
    entry({ action: "delete", kind: "subcategory", things: 3 }),
    "hat die Unterkategorie „Lamp“ und 2 weitere Unterkategorien gelöscht",
    "eliminó la subcategoría «Lamp» y 2 subcategorías más",
    "删除了“Lamp”等 3 个子类目",
  ],
  [
    field("name", "Old", "Lamp"),
    "hat „Lamp“ umbenannt (vorher „Old“)",
    "cambió el nombre de «Lamp», que antes era «Old»",
    "重命名了商品“Lamp”，原名“Old”",
  ],
  [
    field("price", 10, 12, { things: 12 }),
    "hat bei „Lamp“ und 11 weiteren Artikeln den Preis von 10 auf 12 geändert",
    "cambió el precio de «Lamp» y 11 artículos más: 10 → 12",
    "将“Lamp”等 12 个商品的价格由 10 改为 12",
  ],
  [
    field("subcategoryId", "phones", "audio"),
    "hat „Lamp“ verschoben: Phones → Audio",
    "movió «Lamp» de «Phones» a «Audio»",
    "将商品“Lamp”从“Phones”移至“Audio”",
  ],
  [
    field("imgs", ["a"], ["a", "b", "c"]),
    "hat bei „Lamp“ 2 Bilder hinzugefügt",
    "añadió 2 imágenes a «Lamp»",
    "为商品“Lamp”添加了 2 张图片",
  ],
  [
    field("badges", ["x", "y"], []),
    "hat bei „Lamp“ die Badges „x“ und „y“ entfernt",
    "quitó las insignias «x» y «y» de «Lamp»",
    "移除了商品“Lamp”的角标“x”、“y”",
  ],
  [
    field("translatedFrom.de.description", "x", null),
    "hat bei „Lamp“ die Übersetzung der Eigenschaften (Deutsch) bestätigt",
    "confirmó la traducción al alemán de las propiedades de «Lamp»",
    "确认了商品“Lamp”属性的德语译文",
  ],
])("an entry reads as a sentence in the other languages", (given, german, spanish, chinese) => {
  expect([said("de", given), said("es", given), said("zh", given)]).toEqual([german, spanish, chinese]);
});
