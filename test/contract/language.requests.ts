import { exactly, get } from "./expectations.ts";
import type { Scenario, Step } from "./scenario.ts";

const translate: Step[] = [
  { request: "PATCH /api/categories/{category}", json: { translations: { ru: { name: "Электроника" } } }, status: 200 },
  {
    request: "PATCH /api/subcategories/{leaf}",
    json: { translations: { ru: { name: "Смартфоны" }, de: { name: "Handys" } } },
    status: 200,
  },
  {
    request: "PATCH /api/items/{item}",
    json: {
      simpleDescription: "short",
      description: [{ key: "Screen", value: "6" }],
      translations: {
        ru: { name: "Телефон", description: [{ key: "Экран", value: "6" }] },
        de: { simpleDescription: "kurz" },
      },
    },
    status: 200,
  },
];

const english = { name: "Phone", simpleDescription: "short", description: [{ key: "Screen", value: "6" }] };
const russian = { name: "Телефон", simpleDescription: "short", description: [{ key: "Экран", value: "6" }] };

const item = (
  name: string,
  query: string,
  accept: string | undefined,
  body: object,
  language: string | RegExp,
): Scenario => ({
  name,
  first: translate,
  request: `GET /api/items/{item}${query}`,
  ...(accept === undefined ? {} : { headers: { "accept-language": accept } }),
  status: 200,
  check: exactly({ ...body }),
  answerHeaders: { "content-language": language, vary: "Accept-Language" },
});

export const languageRequests: Scenario[] = [
  item("no language means English", "", undefined, english, "en"),
  item("lang shows the translation, field by field", "?lang=ru", undefined, russian, "ru"),
  item(
    "the translations stay in the body",
    "?lang=ru",
    undefined,
    {
      translations: {
        ru: { name: "Телефон", description: [{ key: "Экран", value: "6" }] },
        de: { simpleDescription: "kurz" },
      },
    },
    "ru",
  ),
  item("lang=en shows the default", "?lang=en", "ru", english, "en"),
  item("a language without a translation shows the default", "?lang=fr", undefined, english, "en"),
  item("an unknown language is not an error", "?lang=klingon", undefined, english, "en"),
  item("a malformed language is not an error", "?lang=%00%ff!!", undefined, english, "en"),
  item("with an empty lang the header applies", "?lang=", "ru", russian, "ru"),
  item("lang takes a region", "?lang=ru-RU", undefined, russian, "ru"),
  item("lang takes capitals", "?lang=RU", undefined, russian, "ru"),
  item("Accept-Language shows the translation", "", "ru", russian, "ru"),
  item("Accept-Language with a region", "", "ru-RU,ru;q=0.9,en-US;q=0.8", russian, "ru"),
  item("lang overrides Accept-Language", "?lang=de", "ru", { ...english, simpleDescription: "kurz" }, "de"),
  item("q-values are honoured", "", "de;q=0.2, ru;q=0.9", { name: "Телефон" }, /^(de, ru|ru, de)$/),
  item("English before Russian stays English", "", "en, ru;q=0.9", english, "en"),
  item("q=0 refuses a language", "", "ru;q=0", english, "en"),
  item(
    "the next preferred language fills the fields that the first one lacks",
    "",
    "de, ru;q=0.5",
    { name: "Телефон", simpleDescription: "kurz", description: russian.description },
    /^(de, ru|ru, de)$/,
  ),
  item("a star shows the default", "", "*", english, "en"),
  item("a malformed header is not an error", "", ";;q=x,,=,*-*;q", english, "en"),
  {
    name: "a tree is shown in the language, nested too",
    first: translate,
    request: "GET /api/categories/{category}?lang=ru",
    status: 200,
    body: {
      name: "Электроника",
      subcategories: [{ name: "Phones", subcategories: [{ name: "Смартфоны" }] }, { name: "Empty" }],
    },
    answerHeaders: { "content-language": "ru" },
  },
  {
    name: "a project is shown in the language",
    first: translate,
    request: "GET /api/projects/{project}/categories",
    headers: { "accept-language": "ru" },
    status: 200,
    body: [{ name: "Электроника", subcategories: [{ subcategories: [{ name: "Смартфоны" }] }, {}] }],
  },
  {
    name: "a list of subcategories is shown in the language",
    first: translate,
    request: "GET /api/categories/{category}/subcategories?lang=de",
    status: 200,
    body: [{ name: "Phones", subcategories: [{ name: "Handys" }] }, {}],
    answerHeaders: { "content-language": "de" },
  },
  {
    name: "a subcategory is shown in the language",
    first: translate,
    request: "GET /api/subcategories/{parent}",
    headers: { "accept-language": "de" },
    status: 200,
    body: { subcategories: [{ name: "Handys" }] },
  },
  {
    name: "a subcategory falls back to the next preferred language",
    first: translate,
    request: "GET /api/categories/{category}",
    headers: { "accept-language": "de, ru;q=0.5" },
    status: 200,
    body: { name: "Электроника", subcategories: [{ subcategories: [{ name: "Handys" }] }, {}] },
  },
  {
    name: "a list of items is shown in the language",
    first: translate,
    request: "GET /api/subcategories/{leaf}/items?lang=ru",
    status: 200,
    body: { items: [russian] },
    answerHeaders: { "content-language": "ru" },
  },
  {
    name: "a PATCH answers in the default language",
    first: translate,
    request: "PATCH /api/items/{item}",
    json: { price: 1 },
    headers: { "accept-language": "ru" },
    status: 200,
    body: english,
  },
  {
    name: "each language has its own ETag",
    first: [...translate, { request: "GET /api/items/{item}", status: 200, save: "en" }],
    request: "GET /api/items/{item}?lang=ru",
    headers: { "if-none-match": "{en.etag}" },
    status: 200,
    body: russian,
    after: [get("/api/items/{item}", english)],
  },
];
