import { currencies, predefinedBadges } from "../../contract/constants.ts";
import { defaultClearMark, tooLongMark } from "./cell-text.ts";
import { sheetNames } from "./item-sheet.ts";
import type { Sheet } from "./sheet.ts";

export type GuideLanguage = "en" | "ru";

type Explained = { readonly column: string; readonly example: string; readonly en: string; readonly ru: string };

const badges = predefinedBadges.join(", ");
const money = currencies.join(", ");

/** Each column in a sentence, in both languages of the interface. */
export const columnGuide: readonly Explained[] = [
  {
    column: "id",
    example: "mz2k7q1x4a",
    en: "The item's id, given by the service. Leave it empty for a new item.",
    ru: "Идентификатор товара, его присваивает сервис. Для нового товара оставьте пустым.",
  },
  {
    column: "key",
    example: "SKU-0042",
    en: "Your own key, such as a supplier's SKU; unique in the project. Rows without an id are matched by it.",
    ru: "Ваш ключ, например артикул поставщика; один на проект. Строки без id находят товар по нему.",
  },
  {
    column: "version",
    example: "1840",
    en: "The item's version at the export. It shows who has changed a value since. Leave it as it is.",
    ru: "Версия товара на момент выгрузки. По ней видно, что изменили после неё. Не меняйте.",
  },
  {
    column: "subcategory",
    example: "Electronics / Audio / Headphones",
    en: "The names from the category down to the item's subcategory. A slash in a name is doubled: //.",
    ru: "Названия от категории до подкатегории товара. Косая черта в названии удваивается: //.",
  },
  {
    column: "subcategoryId",
    example: "headphones",
    en: "The id of the item's subcategory. It wins over the names.",
    ru: "Идентификатор подкатегории товара. Важнее названий.",
  },
  {
    column: "name",
    example: "Aurora One",
    en: "The name. A new item needs one.",
    ru: "Название. Для нового товара обязательно.",
  },
  {
    column: "name@ru",
    example: "Аврора Один",
    en: "The name in a language, by its two-letter code.",
    ru: "Название на другом языке, по двухбуквенному коду.",
  },
  {
    column: "simpleDescription",
    example: "A light phone for every day.",
    en: "The short description.",
    ru: "Краткое описание.",
  },
  {
    column: "simpleDescription@ru",
    example: "Лёгкий телефон на каждый день.",
    en: "The short description in a language.",
    ru: "Краткое описание на другом языке.",
  },
  { column: "price", example: "499.99", en: "The price, without a currency.", ru: "Цена, без валюты." },
  {
    column: "discount",
    example: "15",
    en: "Percent off the price, a whole number from 0 to 100.",
    ru: "Скидка в процентах, целое число от 0 до 100.",
  },
  { column: "currency", example: "USD", en: `The currency of the price: ${money}.`, ru: `Валюта цены: ${money}.` },
  { column: "quantity", example: "12", en: "How many there are.", ru: "Сколько есть в наличии." },
  {
    column: "visible",
    example: "true",
    en: "Whether customers see the item: true or false, yes or no, 1 or 0.",
    ru: "Видят ли товар покупатели: да или нет, true или false, 1 или 0.",
  },
  {
    column: "priority",
    example: "10",
    en: "The place in its subcategory: lower numbers come first.",
    ru: "Место в подкатегории: меньшие числа идут раньше.",
  },
  {
    column: "tags",
    example: '5g, "black, matt"',
    en: "Tags, with commas between. One that contains a comma is put in double quotes.",
    ru: "Теги через запятую. Тег с запятой пишется в двойных кавычках.",
  },
  {
    column: "badges",
    example: "new, sale",
    en: `Badges, with commas between: ${badges}, or any other.`,
    ru: `Бейджи через запятую: ${badges} или любые другие.`,
  },
  {
    column: "imgs",
    example: "https://cdn.example.com/1.webp, https://cdn.example.com/2.webp",
    en: "Addresses of pictures, with commas between. The first is the main one.",
    ru: "Адреса картинок через запятую. Первая — главная.",
  },
  {
    column: "attribute.Colour",
    example: "Black",
    en: "The value of the attribute “Colour”; any other name works in the same way.",
    ru: "Значение атрибута «Colour»; так же с любым другим названием.",
  },
  {
    column: "attribute.Colour [2]",
    example: "White",
    en: "The second attribute “Colour” of the same item.",
    ru: "Второй атрибут «Colour» того же товара.",
  },
  {
    column: "attribute.Цвет@ru",
    example: "Чёрный",
    en: "An attribute in a language.",
    ru: "Атрибут на другом языке.",
  },
  {
    column: "attributes",
    example: '{"attribute.Weight": "180 g"}',
    en: "Attributes that have no column of their own. Usually empty.",
    ru: "Атрибуты, у которых нет своего столбца. Обычно пусто.",
  },
];

const rules: Record<GuideLanguage, readonly string[]> = {
  en: [
    "An empty cell or a missing column leaves the value as it is.",
    `To clear a value, write ${defaultClearMark} into its cell.`,
    `"${tooLongMark}" stands for a text of more than 32,767 characters. It leaves the value as it is.`,
  ],
  ru: [
    "Пустая ячейка или отсутствующий столбец не меняют значение.",
    `Чтобы очистить значение, напишите в ячейке ${defaultClearMark}.`,
    `«${tooLongMark}» стоит вместо текста длиннее 32 767 символов. Значение не меняется.`,
  ],
};

const titles: Record<GuideLanguage, readonly [string, string, string]> = {
  en: ["Column", "Example", "Meaning"],
  ru: ["Столбец", "Пример", "Что это"],
};

/** The sheet that explains the others. */
export function guideSheet(language: GuideLanguage): Sheet {
  const columns = titles[language].map((header, index) => ({ header, width: [26, 36, 100][index] as number }));
  const explained = columnGuide.map((line) => [line.column, line.example, line[language]]);
  return {
    name: sheetNames.columns,
    columns,
    rows: [[...explained, ...rules[language].map((rule) => [null, null, rule])]],
  };
}
