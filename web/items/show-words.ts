import { type InterfaceLanguage, languageStore } from "../i18n/i18n.ts";
import { pluralOf } from "../i18n/plural.ts";
import type { Lack, Lacking } from "./lacks.ts";

const inEnglish = pluralOf("en");
const joined = (language: string, parts: readonly string[]) => new Intl.ListFormat(language).format(parts);

const enLacks: Record<Lack, string> = { name: "no name of its own", price: "no price", picture: "no picture" };
const enHave = (count: number) => inEnglish(count, { one: "item has", other: "items have" });

const english = {
  titleOf: (name: string) => `Show “${name}” in the shop?`,
  title: (count: number) =>
    `Show ${inEnglish(count, { one: "unfinished item", other: "unfinished items" })} in the shop?`,
  lacks: (lacks: readonly Lack[]) =>
    `It has ${joined(
      "en",
      lacks.map((lack) => enLacks[lack]),
    )}.`,
  counts: {
    name: (count: number) => `${enHave(count)} no name of their own`,
    price: (count: number) => `${enHave(count)} no price`,
    picture: (count: number) => `${enHave(count)} no picture`,
  } satisfies Record<Lack, (count: number) => string>,
  unfinished: "The shop would show unfinished items",
  keep: "Keep hidden",
  show: "Show anyway",
};

const inRussian = pluralOf("ru");
const ruLacks: Record<Lack, string> = { name: "своего названия", price: "цены", picture: "картинки" };
const ruOf = (count: number) => inRussian(count, { one: "товара", few: "товаров", many: "товаров", other: "товара" });

const russian: typeof english = {
  titleOf: (name) => `Показать «${name}» в магазине?`,
  title: (count) =>
    `Показать в магазине ${inRussian(count, {
      one: "незаконченный товар",
      few: "незаконченных товара",
      many: "незаконченных товаров",
      other: "незаконченного товара",
    })}?`,
  lacks: (lacks) =>
    `У него нет ${joined(
      "ru",
      lacks.map((lack) => ruLacks[lack]),
    )}.`,
  counts: {
    name: (count) => `У ${ruOf(count)} нет своего названия`,
    price: (count) => `У ${ruOf(count)} нет цены`,
    picture: (count) => `У ${ruOf(count)} нет картинки`,
  },
  unfinished: "Магазин покажет незаконченные товары",
  keep: "Оставить скрытым",
  show: "Всё равно показать",
};

const words: Record<InterfaceLanguage, typeof english> = { en: english, ru: russian };

/** The words about showing items, which are loaded with their dialogs: the first screen does without them. */
export const showWords = () => words[languageStore.get()];

export const lackCounts = (lacking: readonly Pick<Lacking, "lacks">[]) =>
  (["name", "price", "picture"] as const)
    .map((lack) => ({ lack, count: lacking.filter(({ lacks }) => lacks.includes(lack)).length }))
    .filter(({ count }) => count > 0);
