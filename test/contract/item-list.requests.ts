import { expect } from "bun:test";
import { get } from "./expectations.ts";
import type { Scenario, Step } from "./scenario.ts";

const names = [
  "Телефон",
  "Straße",
  "Ёлка",
  "100% cotton",
  "snake_case",
  "back\\slash",
  "iPhone 15 Pro",
  "ΣΊΣΥΦΟΣ",
  "two\n lines",
];

/** The items of {empty}, with the priorities 0, 1, 2, … and a tag or two. */
const fill: Step[] = names.map((name, index) => ({
  request: "POST /api/subcategories/{empty}/items",
  json: { name, priority: index, visible: index % 2 === 0, tags: [["a", "b"], ["b", "c"], ["c"]][index % 3] },
  status: 201,
}));

const list = "/api/subcategories/{empty}/items";
const named = (found: readonly string[]) => found.map((name) => ({ name }));

const search = (words: string, ...found: string[]): Scenario => ({
  name: `search for ${JSON.stringify(words)}`,
  first: fill,
  request: `GET ${list}?search=${encodeURIComponent(words)}`,
  status: 200,
  body: { items: named(found), total: found.length, hasMore: false },
});

const filtered = (query: string, ...found: string[]): Scenario => ({
  name: `the filter ${query}`,
  first: fill,
  request: `GET ${list}?${query}`,
  status: 200,
  body: { items: named(found), total: found.length },
});

const bad = (
  query: string,
  fault: `${string} ${"out_of_range" | "not_allowed" | "too_long" | "duplicate_key"}`,
): Scenario => ({
  name: `the query ${query.slice(0, 40)} is refused`,
  request: `GET ${list}?${query}`,
  status: 400,
  code: "invalid_query",
  faults: [fault],
});

export const itemListRequests: Scenario[] = [
  {
    name: "an empty list",
    request: `GET ${list}`,
    status: 200,
    exactly: { items: [], total: 0, page: 1, limit: 20, hasMore: false },
  },
  {
    name: "the list of a subcategory with children is empty",
    request: "GET /api/subcategories/{parent}/items",
    status: 200,
    body: { items: [], total: 0 },
  },
  {
    name: "the list of an unknown subcategory",
    request: "GET /api/subcategories/nowhere/items",
    status: 404,
    code: "not_found",
  },
  {
    name: "full items, sorted by priority, then by creation",
    first: [...fill, { request: `POST ${list}`, json: { name: "tie", priority: 0 }, status: 201 }],
    request: `GET ${list}?limit=3`,
    status: 200,
    body: {
      items: [{ name: "Телефон", description: [], comments: [] }, { name: "tie" }, { name: "Straße" }],
      total: 10,
      page: 1,
      limit: 3,
      hasMore: true,
    },
  },
  {
    name: "a later page",
    first: fill,
    request: `GET ${list}?limit=4&page=3`,
    status: 200,
    body: { items: [{ name: "two\n lines" }], total: 9, page: 3, limit: 4, hasMore: false },
    answerHeaders: { link: null },
  },
  {
    name: "a page that just fits is the last",
    first: fill,
    request: `GET ${list}?limit=9`,
    status: 200,
    body: { hasMore: false, total: 9 },
  },
  {
    name: "a page past the end is empty",
    first: fill,
    request: `GET ${list}?page=999999999&limit=500`,
    status: 200,
    exactly: { items: [], total: 9, page: 999999999, limit: 500, hasMore: false },
  },
  search("ТЕЛЕФОН", "Телефон"),
  search("телеф", "Телефон"),
  search("STRASSE", "Straße"),
  search("straße", "Straße"),
  search("ß", "Straße"),
  search("елка", "Ёлка"),
  search("ЁЛКА", "Ёлка"),
  search("Е\u0308лка", "Ёлка"),
  search("%", "100% cotton"),
  search("0%", "100% cotton"),
  search("_", "snake_case"),
  search("\\", "back\\slash"),
  search("phone", "iPhone 15 Pro"),
  search("15 PRO", "iPhone 15 Pro"),
  search("σίσυφος", "ΣΊΣΥΦΟΣ"),
  search("two  lines", "two\n lines"),
  search("o\n l", "two\n lines"),
  search("phone pro"),
  search("zzz"),
  search("", ...names),
  {
    name: "search matches the name in the requested language and the default name",
    first: [
      {
        request: `POST ${list}`,
        json: { name: "Kettle", translations: { ru: { name: "Чайник" }, de: { simpleDescription: "Kessel" } } },
        status: 201,
      },
    ],
    request: `GET ${list}?search=ЧАЙ&lang=ru`,
    status: 200,
    body: { items: [{ name: "Чайник" }], total: 1 },
    after: [
      get(`${list}?search=kett&lang=ru`, { total: 1 }),
      get(`${list}?search=чай`, { total: 0 }),
      get(`${list}?search=чай&lang=de`, { total: 0 }),
      get(`${list}?search=kessel&lang=de`, { total: 0 }),
      {
        ...get(`${list}?search=чай`, { total: 1, items: [{ name: "Чайник" }] }),
        headers: { "accept-language": "de, ru;q=0.5" },
      },
    ],
  },
  {
    name: "search follows a renamed item",
    first: [
      ...fill,
      get(`${list}?search=phone`, { total: 1, items: [{}] }),
      { request: `POST ${list}`, json: { name: "Phone case" }, status: 201, save: "case" },
      get(`${list}?search=phone`, { total: 2 }),
    ],
    request: "PATCH /api/items/{case}",
    json: { name: "Cover" },
    status: 200,
    after: [
      get(`${list}?search=phone`, { total: 1 }),
      get(`${list}?search=COVER`, { total: 1 }),
      { request: "PATCH /api/items/{case}", merge: { translations: { ru: { name: "Чехол" } } }, status: 200 },
      get(`${list}?search=чехол&lang=ru`, { total: 1 }),
    ],
  },
  filtered("visible=true", "Телефон", "Ёлка", "snake_case", "iPhone 15 Pro", "two\n lines"),
  filtered("visible=false", "Straße", "100% cotton", "back\\slash", "ΣΊΣΥΦΟΣ"),
  filtered("tags=a", "Телефон", "100% cotton", "iPhone 15 Pro"),
  filtered("tags=a,%20b%20,,", "Телефон", "Straße", "100% cotton", "snake_case", "iPhone 15 Pro", "ΣΊΣΥΦΟΣ"),
  filtered("tags=b,c&tagsMode=all", "Straße", "snake_case", "ΣΊΣΥΦΟΣ"),
  filtered(
    "tags=b,c&tagsMode=any&limit=500",
    "Телефон",
    "Straße",
    "Ёлка",
    "100% cotton",
    "snake_case",
    "back\\slash",
    "iPhone 15 Pro",
    "ΣΊΣΥΦΟΣ",
    "two\n lines",
  ),
  filtered("tags=A"),
  filtered("tags=a,nothing&tagsMode=all"),
  filtered("tags=b&visible=false&search=S", "Straße"),
  filtered("unknown=1&constructor=2&tags=a", "Телефон", "100% cotton", "iPhone 15 Pro"),
  bad("page=0", "/page out_of_range"),
  bad("page=-1", "/page out_of_range"),
  bad("page=1.5", "/page out_of_range"),
  bad("page=one", "/page out_of_range"),
  bad("page=", "/page out_of_range"),
  bad("page=1&page=2", "/page duplicate_key"),
  bad("page=99999999999", "/page out_of_range"),
  bad("limit=0", "/limit out_of_range"),
  bad("limit=501", "/limit out_of_range"),
  bad("limit=0x10", "/limit out_of_range"),
  bad("visible=1", "/visible not_allowed"),
  bad("visible=TRUE", "/visible not_allowed"),
  bad("tagsMode=some", "/tagsMode not_allowed"),
  bad(`search=${"x".repeat(501)}`, "/search too_long"),
  bad("cursor=zzz", "/cursor not_allowed"),
  bad(`cursor=${btoa("[1,2]")}`, "/cursor not_allowed"),
  bad(`cursor=${btoa("[0,1,-5]")}`, "/cursor not_allowed"),
  bad(`cursor=${btoa('["a","b","c"]')}`, "/cursor not_allowed"),
  bad(`cursor=${btoa("null")}`, "/cursor not_allowed"),
  {
    name: "all faults of a query are listed at once",
    request: `GET ${list}?page=0&limit=1000&visible=maybe`,
    status: 400,
    code: "invalid_query",
    faults: ["/page out_of_range", "/limit out_of_range", "/visible not_allowed"],
  },
  {
    name: "the ETag of each item, if requested",
    first: [{ request: "GET /api/items/{item}", status: 200, save: "alone" }],
    request: "GET /api/subcategories/{leaf}/items?etags=true",
    status: 200,
    check: ({ headers }, names) => {
      expect(headers.get("item-etags")?.split(",")).toContain(names["alone.etag"] ?? "");
    },
  },
  {
    name: "a cursor leads through the whole list",
    first: [
      ...fill,
      {
        request: `GET ${list}?limit=4`,
        status: 200,
        body: { page: 1, hasMore: true, items: named(names.slice(0, 4)) },
        save: "one",
      },
      {
        request: "GET {one.next}",
        status: 200,
        body: { page: 2, limit: 4, total: 9, hasMore: true, items: named(names.slice(4, 8)) },
        save: "two",
      },
    ],
    request: "GET {two.next}",
    status: 200,
    body: { page: 3, limit: 4, total: 9, hasMore: false, items: named(names.slice(8)) },
    answerHeaders: { link: null },
  },
  {
    name: "a cursor keeps the filters",
    first: [
      ...fill,
      {
        request: `GET ${list}?limit=2&search=s&visible=false&tags=b,c`,
        status: 200,
        body: { total: 2, items: named(["Straße", "back\\slash"]) },
      },
      {
        request: `GET ${list}?limit=1&search=S&visible=false&tags=b,c&lang=ru`,
        status: 200,
        body: { items: named(["Straße"]), hasMore: true },
        save: "one",
      },
    ],
    request: "GET {one.next}",
    status: 200,
    body: { page: 2, total: 2, hasMore: false, items: named(["back\\slash"]) },
  },
  ...[
    { asked: "&lang=ru", header: "en", before: { "accept-language": "ru" }, lang: "ru" },
    { asked: "&lang=en", header: "ru", before: { "accept-language": "en" }, lang: "en" },
  ].map(
    ({ asked, header, before, lang }): Scenario => ({
      name: `the next page is in ${lang} too, even if the page was requested with a header before`,
      first: [
        ...fill,
        { request: `GET ${list}?limit=4`, headers: before, status: 200 },
        { request: `GET ${list}?limit=4${asked}`, headers: { "accept-language": header }, status: 200, save: "one" },
      ],
      request: "GET {one.next}",
      status: 200,
      check: (_, saved) => expect(saved["one.next"]).toContain(`lang=${lang}`),
    }),
  ),
  {
    name: "a cursor neither skips nor repeats items when items before it are added or deleted",
    first: [
      ...fill,
      { request: `GET ${list}?limit=4`, status: 200, save: "one" },
      { request: `POST ${list}`, json: { name: "earlier", priority: -1 }, status: 201 },
    ],
    request: "GET {one.next}",
    status: 200,
    body: { items: named(names.slice(4, 8)), total: 10 },
  },
];
