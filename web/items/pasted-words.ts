import { type InterfaceLanguage, languageStore } from "../i18n/i18n.ts";
import { pluralOf } from "../i18n/plural.ts";
import type { BadLine, LineFault, Merged } from "./pasted-attributes.ts";

const inEnglish = pluralOf("en");
const inRussian = pluralOf("ru");

type Words = {
  pasted(count: number): string;
  /** How many are new, where others got a new value. */
  parts(added: number, changed: number): string;
  notPasted(lines: string): string;
  line(number: number, text: string, why: string): string;
  more(count: number): string;
  faults: Record<LineFault, string>;
};

const words: Record<InterfaceLanguage, Words> = {
  en: {
    pasted: (count) => `${inEnglish(count, { one: "property", other: "properties" })} pasted`,
    parts: (added, changed) => ` (${added} new, ${changed} changed)`,
    notPasted: (lines) => `Not pasted: ${lines}.`,
    line: (number, text, why) => `line ${number} “${text}” (${why})`,
    more: (count) => `and ${inEnglish(count, { one: "more line", other: "more lines" })}`,
    faults: {
      no_pair: "no colon",
      no_name: "no name",
      name_too_long: "the name is too long",
      value_too_long: "the value is too long",
      invalid_text: "it has characters that cannot be stored",
      too_many: "the item has too many properties",
    },
  },
  ru: {
    pasted: (count) =>
      `Вставлено: ${inRussian(count, { one: "свойство", few: "свойства", many: "свойств", other: "свойства" })}`,
    parts: (added, changed) => ` (новых — ${added}, изменено — ${changed})`,
    notPasted: (lines) => `Не вставлено: ${lines}.`,
    line: (number, text, why) => `строка ${number} «${text}» (${why})`,
    more: (count) => `и ещё ${inRussian(count, { one: "строка", few: "строки", many: "строк", other: "строки" })}`,
    faults: {
      no_pair: "нет двоеточия",
      no_name: "нет названия",
      name_too_long: "слишком длинное название",
      value_too_long: "слишком длинное значение",
      invalid_text: "есть символы, которые нельзя сохранить",
      too_many: "у товара слишком много свойств",
    },
  },
};

/** Lines that a message names. */
const named = 3;
const mostLetters = 30;

function short(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, " ").trim()];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join("")}…` : letters.join("");
}

/** What came in, and which lines did not. Loaded with what pastes: the first screen does without these words. */
export function pastedWords({ added, changed, bad }: Pick<Merged, "added" | "changed" | "bad">): string {
  const { pasted, parts, notPasted, line, more, faults } = words[languageStore.get()];
  const told = [];
  if (added + changed > 0) told.push(pasted(added + changed) + (changed > 0 ? parts(added, changed) : ""));
  const lines = bad
    .slice(0, named)
    .map(({ line: number, text, fault }: BadLine) => line(number, short(text), faults[fault]));
  if (bad.length > named) lines.push(more(bad.length - named));
  if (lines.length > 0) told.push(notPasted(lines.join(", ")));
  return told.join(". ");
}
