import { expect, test } from "bun:test";
import type { Item } from "../../../contract/items.ts";
import { matchingWords, wordsIn } from "./attributes-in-use.ts";

const item = (texts: string, ru = ""): Item => {
  const rows = (text: string) =>
    text.split(", ").map((pair) => ({ key: pair.split("=")[0] ?? "", value: pair.split("=")[1] ?? "" }));
  return { description: rows(texts), translations: ru ? { ru: { description: rows(ru) } } : {} } as unknown as Item;
};

const near = [item("Colour=Red, Size=L"), item("Size=M, Weight=2 kg"), item("Size=M")];
const around = [item("Power=5 W, Power=9 W, Colour=Blue"), item("Power=5 W", "Мощность=5 Вт")];

test("names are listed by how many rows have them, those of the same subcategory first", () => {
  expect(wordsIn([near, around], undefined)).toEqual(["Size", "Colour", "Weight", "Power"]);
});

test("values are those of the name, however it is written", () => {
  expect(wordsIn([near, around], undefined, " size")).toEqual(["M", "L"]);
  expect(wordsIn([near, around], undefined, "Colour")).toEqual(["Red", "Blue"]);
  expect(wordsIn([near, around], undefined, "Unknown")).toEqual([]);
});

test("a translation gets the words of its language", () => {
  expect(wordsIn([near, around], "ru")).toEqual(["Мощность"]);
  expect(wordsIn([near, around], "ru", "мощность")).toEqual(["5 Вт"]);
});

test("words that begin with what is typed come first, without those that the item has", () => {
  const words = ["Screen size", "Size", "Weight", "Sizing"];
  expect(matchingWords(words, "siz", [])).toEqual(["Size", "Sizing", "Screen size"]);
  expect(matchingWords(words, "siz", ["size"])).toEqual(["Sizing", "Screen size"]);
  expect(matchingWords(words, "Size", [])).toEqual(["Screen size"]);
  expect(matchingWords(words, "", ["Weight"])).toEqual(["Screen size", "Size", "Sizing"]);
});
