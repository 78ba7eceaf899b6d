import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { FoundItemPage } from "../../contract/found-items.ts";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";

let app: TestApp;
/** How far the clock of the service is ahead. */
let aheadMs = 0;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp({}, { now: () => Date.now() + aheadMs });
  const newCategory = async (name: string) =>
    (await app.api.createCategory({ params: { projectId: "shop" }, body: { name } })).data.id;
  ids.audio = await newCategory("Audio");
  ids.home = await newCategory("Home");
  const newLeaf = async (categoryId: string | undefined, name: string) =>
    (await app.api.createSubcategory({ params: { categoryId: categoryId as string }, body: { name } })).data.id;
  ids.headphones = await newLeaf(ids.audio, "Headphones");
  ids.kettles = await newLeaf(ids.home, "Kettles");
  const newItem = async (leaf: string | undefined, body: { name: string } & Record<string, unknown>) => {
    const { data } = await app.api.createItem({ params: { subcategoryId: leaf as string }, body: body as never });
    ids[body.name] = data.id;
  };
  await newItem(ids.headphones, {
    name: "Aria Headphones",
    price: 100,
    discount: 50,
    quantity: 3,
    tags: ["wireless", "new in"],
    badges: ["hot"],
    imgs: ["/uploads/aria.webp"],
    simpleDescription: "Over-ear, with thirty hours of battery.",
    description: [{ key: "Colour", value: "midnight blue" }],
    translations: { ru: { name: "Наушники Aria" } },
  });
  await newItem(ids.headphones, { name: "Basso earbuds", price: 60, quantity: 0, tags: ["wireless"], currency: "EUR" });
  await newItem(ids.kettles, { name: "Clara kettle", price: 40, quantity: 9, visible: false, tags: ["steel"] });
  await newItem(ids.kettles, { name: "Älva teapot", price: 40, quantity: 1 });
});
afterAll(() => app.stop());

const search = async (query: Record<string, string | number | boolean>): Promise<FoundItemPage> => {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${app.url}/api/projects/shop/items?${parameters}`);
  expect(response.status).toBe(200);
  return response.json();
};
const names = async (query: Record<string, string | number | boolean>) =>
  (await search(query)).items.map(({ name }) => name);

describe("the items of a project", () => {
  test("the next page is in the Link header, with everything that was asked for", async () => {
    const first = await fetch(`${app.url}/api/projects/shop/items?sort=-price&tags=wireless,steel&page=1&limit=2`);
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(new URL(next, app.url).searchParams.get("page")).toBeNull();
    const second = await fetch(app.url + next);
    expect(second.headers.get("link")).toBeNull();
    const namesOf = async (response: Response) =>
      ((await response.json()) as FoundItemPage).items.map(({ name }) => name);
    expect([...(await namesOf(first)), ...(await namesOf(second))]).toEqual([
      "Aria Headphones",
      "Basso earbuds",
      "Clara kettle",
    ]);
  });

  test("a page has items of all subcategories, as the contract shows them", async () => {
    const page = await search({ limit: 3 });
    expect(page).toMatchObject({
      total: 4,
      page: 1,
      limit: 3,
      hasMore: true,
      didYouMean: null,
      matches: {},
      facets: {},
    });
    const [first] = page.items;
    expect(first).toEqual((await app.api.getItem({ params: { itemId: first?.id as string } })).data);
    const next = await search({ limit: 3, cursor: page.nextCursor as string });
    expect(next).toMatchObject({ total: 4, page: 2, hasMore: false, nextCursor: null });
    const all = [...page.items, ...next.items].map(({ name }) => name);
    expect(all).toEqual(["Aria Headphones", "Basso earbuds", "Clara kettle", "Älva teapot"]);
  });

  test("each result says where it is", async () => {
    const { places } = await search({ search: "kettle" });
    expect(places).toEqual({
      [ids.kettles as string]: [
        { id: ids.home as string, name: "Home" },
        { id: ids.kettles as string, name: "Kettles" },
      ],
    });
  });

  test.each([
    [{ search: "aria" }, ["Aria Headphones"]],
    [{ search: "battery" }, ["Aria Headphones"]],
    [{ search: "midnight" }, ["Aria Headphones"]],
    [{ search: "wireless hot" }, ["Aria Headphones"]],
    [{ search: "наушников" }, ["Aria Headphones"]],
    [{ search: "naushniki" }, ["Aria Headphones"]],
    [{ search: "yfeiybrb" }, ["Aria Headphones"]],
    [{ search: "hedphones" }, ["Aria Headphones"]],
    [{ search: "alva" }, ["Älva teapot"]],
    [{ visible: false }, ["Clara kettle"]],
    [{ tags: "wireless", tagsMode: "all" }, ["Aria Headphones", "Basso earbuds"]],
    [{ tags: "wireless,steel" }, ["Aria Headphones", "Basso earbuds", "Clara kettle"]],
    [{ tags: "wireless,new in", tagsMode: "all" }, ["Aria Headphones"]],
    [{ tags: "wireless,steel", tagsMode: "none" }, ["Älva teapot"]],
    [{ badges: "hot" }, ["Aria Headphones"]],
    [{ badges: "hot", badgesMode: "none" }, ["Basso earbuds", "Clara kettle", "Älva teapot"]],
    [{ priceMin: 60 }, ["Aria Headphones", "Basso earbuds"]],
    [{ priceMin: 40, priceMax: 59.99 }, ["Clara kettle", "Älva teapot"]],
    [{ discountMin: 1 }, ["Aria Headphones"]],
    [{ discountMax: 0, currency: "EUR" }, ["Basso earbuds"]],
    [{ currency: "EUR,USD", quantityMin: 3 }, ["Aria Headphones", "Clara kettle"]],
    [{ quantityMax: 0 }, ["Basso earbuds"]],
    [{ picture: true }, ["Aria Headphones"]],
    [{ missing: "ru" }, ["Aria Headphones", "Basso earbuds", "Clara kettle", "Älva teapot"]],
    [{ outdated: "ru" }, []],
    [{ commented: true }, []],
    [{ changedBy: "anonymous", visible: false }, ["Clara kettle"]],
    [{ changedBy: "nobody" }, []],
    [{ sort: "name" }, ["Älva teapot", "Aria Headphones", "Basso earbuds", "Clara kettle"]],
    [{ sort: "-name" }, ["Clara kettle", "Basso earbuds", "Aria Headphones", "Älva teapot"]],
    [{ sort: "name", sortLanguage: "ru" }, ["Aria Headphones", "Älva teapot", "Basso earbuds", "Clara kettle"]],
    [{ sort: "price" }, ["Clara kettle", "Älva teapot", "Basso earbuds", "Aria Headphones"]],
    [{ sort: "-price" }, ["Aria Headphones", "Basso earbuds", "Clara kettle", "Älva teapot"]],
    [{ sort: "pays" }, ["Clara kettle", "Älva teapot", "Aria Headphones", "Basso earbuds"]],
    [{ sort: "-discount", limit: 1 }, ["Aria Headphones"]],
    [{ sort: "-quantity", limit: 1 }, ["Clara kettle"]],
    [{ sort: "-changed", limit: 1 }, ["Älva teapot"]],
  ])("%j", async (query, expected) => {
    expect(await names(query as Record<string, string>)).toEqual(expected);
  });

  test("`within` is a branch, and filters combine", async () => {
    expect(await names({ within: ids.audio as string })).toEqual(["Aria Headphones", "Basso earbuds"]);
    expect(await names({ within: ids.kettles as string, visible: true })).toEqual(["Älva teapot"]);
    expect(await names({ within: ids.home as string, search: "aria" })).toEqual([]);
  });

  test("`changedSince` and `-changed` follow the last change", async () => {
    // Half a second later by the clock of the service, so that no other change is of the same time.
    aheadMs = 500;
    const since = new Date(Date.now() + aheadMs).toISOString();
    await app.api.updateItem({ params: { itemId: ids["Basso earbuds"] as string }, body: { quantity: 0, price: 61 } });
    expect(await names({ changedSince: since })).toEqual(["Basso earbuds"]);
    expect(await names({ sort: "-changed", limit: 1 })).toEqual(["Basso earbuds"]);
  });

  test("an id is found, and so is its beginning", async () => {
    const id = ids["Clara kettle"] as string;
    for (const typed of [id, ` ${id} `, id.slice(0, -1)]) {
      const { items, matches } = await search({ search: typed });
      expect(items.map(({ name }) => name)).toContain("Clara kettle");
      expect(matches[id]?.id).toEqual([[0, typed.trim().length]]);
    }
    expect(await names({ search: id.slice(0, 7) })).toEqual([]);
    expect(await names({ search: `${id}x` })).toEqual([]);
  });

  test("facets count each field under the other filters", async () => {
    const { facets, total } = await search({ facets: "tags,badges,currency,within,visible", visible: true });
    expect(total).toBe(3);
    expect(facets).toEqual({
      tags: [
        { value: "wireless", count: 2 },
        { value: "new in", count: 1 },
      ],
      badges: [{ value: "hot", count: 1 }],
      currency: [
        { value: "USD", count: 2 },
        { value: "EUR", count: 1 },
      ],
      within: expect.arrayContaining([
        { value: ids.audio, count: 2 },
        { value: ids.headphones, count: 2 },
        { value: ids.home, count: 1 },
        { value: ids.kettles, count: 1 },
      ]),
      visible: [
        { value: true, count: 3 },
        { value: false, count: 1 },
      ],
    });
  });

  test("matches are offsets into the texts that are returned", async () => {
    const id = ids["Aria Headphones"] as string;
    const english = await search({ search: "head batt wireless" });
    const [item] = english.items;
    expect(english.matches[id]).toEqual({ name: [[5, 9]], simpleDescription: [[31, 35]], tags: { 0: [[0, 8]] } });
    expect(item?.simpleDescription.slice(31, 35)).toBe("batt");
    const russian = await search({ search: "наушников", lang: "ru" });
    expect(russian.items[0]?.name).toBe("Наушники Aria");
    expect(russian.matches[id]).toEqual({ name: [[0, 8]] });
  });

  test("a word that was found with typing errors only says what was meant", async () => {
    expect((await search({ search: "hedphones aria" })).didYouMean).toBe("headphones aria");
    expect((await search({ search: "headphones" })).didYouMean).toBeNull();
    expect(await search({ search: "xyzzyqwk" })).toMatchObject({ total: 0, didYouMean: null });
  });

  test("a wrong parameter gets a 400 that names it", async () => {
    for (const [name, value] of [
      ["visible", "yes"],
      ["tagsMode", "some"],
      ["badgesMode", "1"],
      ["priceMin", "ten"],
      ["priceMax", "1e5"],
      ["currency", "GOLD"],
      ["discountMin", ""],
      ["discountMax", "5%"],
      ["quantityMin", "--1"],
      ["quantityMax", "NaN"],
      ["picture", "2"],
      ["missing", "en"],
      ["outdated", "xx"],
      ["changedSince", "yesterday"],
      ["commented", "maybe"],
      ["sort", "size"],
      ["facets", "price"],
      ["within", "no-such-branch"],
      ["limit", "501"],
      ["page", "0"],
      ["cursor", "abc"],
      ["search", "x".repeat(501)],
    ] as const) {
      const response = await fetch(`${app.url}/api/projects/shop/items?${new URLSearchParams([[name, value]])}`);
      expect([name, response.status]).toEqual([name, 400]);
      expect(await response.json()).toMatchObject({ errors: [{ pointer: `/${name}` }] });
    }
    expect((await fetch(`${app.url}/api/projects/none/items`)).status).toBe(404);
    const { nextCursor } = await search({ limit: 1, sort: "price" });
    const other = await fetch(`${app.url}/api/projects/shop/items?sort=name&cursor=${nextCursor}`);
    expect(other.status).toBe(400);
  });

  test("any text is a search", async () => {
    for (const text of [
      "🙂",
      "%",
      "*",
      "_",
      "'",
      '"',
      "\\",
      "' or 1=1 --",
      "مرحبا",
      "שלום עולם",
      "日本",
      "\u0001\u0007",
      "\ud800",
      "\ud83d",
      "a".repeat(500),
      "ab ".repeat(160),
      "1 ".repeat(250),
      "é".repeat(250),
      "\u202e\u200f",
      "- - -",
      "...",
    ]) {
      const query = text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
      const response = await fetch(`${app.url}/api/projects/shop/items?search=${query}`);
      expect([text, response.status]).toEqual([text, 200]);
      const found = await fetch(`${app.url}/api/projects/shop/find?q=${query}`);
      expect(found.status).toBe(200);
    }
    expect((await search({ search: "🙂" })).total).toBe(0);
    expect((await search({ search: "  " })).total).toBe(4);
  });
});

describe("with a grant for a branch", () => {
  let access: AccessApp;
  beforeAll(async () => {
    access = await startAccessApp();
  });
  afterAll(() => access.stop());

  test("nothing outside it is found, counted or named", async () => {
    const { api } = access.admin;
    const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Owls" } })).data.id;
    const node = async (name: string) =>
      (await api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
    const [mine, theirs] = [await node("Mine"), await node("Theirs")];
    const put = (subcategoryId: string, name: string, tags: string[]) =>
      api.createItem({ params: { subcategoryId }, body: { name, tags } });
    await put(mine, "Owl chick", ["soft", "own"]);
    const hidden = (await put(theirs, "Owl feather", ["soft", "secret"])).data.id;
    const caller = await access.key({ role: "viewer", project: "shop", subtree: mine });
    const found = async (query: string): Promise<FoundItemPage> =>
      (await caller.send(`/api/projects/shop/items?facets=tags,within&${query}`)).json();
    for (const query of ["", "search=owl", `within=${category}`]) {
      const page = await found(query);
      expect(page.items.map(({ name }) => name)).toEqual(["Owl chick"]);
      expect(page.total).toBe(1);
      expect(page.facets.tags?.map(({ value }) => value)).toEqual(["own", "soft"]);
      expect(page.facets.within?.map(({ value }) => value).sort()).toEqual([category, mine].sort());
    }
    expect((await found("search=feather")).total).toBe(0);
    expect((await found(`search=${hidden}`)).total).toBe(0);
    expect((await found("tags=secret")).total).toBe(0);
    expect((await caller.send(`/api/projects/shop/items?within=${theirs}`)).status).toBe(400);
    expect((await access.stranger.send("/api/projects/shop/items")).status).toBe(401);
  });
});
