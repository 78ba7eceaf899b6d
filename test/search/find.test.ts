import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { FindResult } from "../../contract/search.ts";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";

let app: TestApp;
let categoryId: string;
beforeAll(async () => {
  app = await startApp();
  categoryId = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Electronics" } })).data.id;
});
afterAll(() => app.stop());

const find = async (q: string, limit = 20): Promise<FindResult> =>
  (await app.api.find({ params: { projectId: "shop" }, query: { q, limit } })).data;
const names = async (q: string, limit?: number) => (await find(q, limit)).results.map(({ name }) => name);
const newLeaf = async (name: string, more: object = {}) =>
  (await app.api.createSubcategory({ params: { categoryId }, body: { name, ...more } })).data.id;
const newItem = async (subcategoryId: string, name: string, more: object = {}) =>
  (await app.api.createItem({ params: { subcategoryId }, body: { name, ...more } })).data.id;
const changeSet = (headers: Headers) => headers.get("change-set") ?? "";

describe("find", () => {
  test("the best match comes first: the name itself, its start, the start of a word, a part, all words", async () => {
    const leaf = await newLeaf("Ranks");
    for (const name of ["Earphones", "Red phone", "Phone case", "Phone", "Case for a phone"]) await newItem(leaf, name);
    expect(await names("phone")).toEqual(["Phone", "Phone case", "Red phone", "Case for a phone", "Earphones"]);
    expect(await names("phone case")).toEqual(["Phone case", "Case for a phone"]);
    expect(await find("phone", 2)).toMatchObject({ total: 5, results: [{ name: "Phone" }, { name: "Phone case" }] });
  });

  test("any language matches, ignoring case and folding ё and ß, and the matching name is returned", async () => {
    const leaf = await newLeaf("Languages");
    const id = await newItem(leaf, "Fir tree", {
      translations: { ru: { name: "Ёлка зелёная" }, de: { name: "Weiße Tanne" } },
    });
    for (const [q, match, language] of [
      ["ЕЛКА", "Ёлка зелёная", "ru"],
      ["зелен", "Ёлка зелёная", "ru"],
      ["WEISSE", "Weiße Tanne", "de"],
      ["fir", "Fir tree", null],
    ] as const) {
      const path = [
        { id: categoryId, name: "Electronics" },
        { id: leaf, name: "Languages" },
      ];
      const { results, total } = await find(q);
      expect(total).toBe(1);
      expect(results).toMatchObject([{ kind: "item", id, name: "Fir tree", match, language, path }]);
    }
    expect((await find("en:")).total + (await find("ru:")).total).toBe(0);
  });

  test("names come in the language asked for, where they have it, and so do the ways to them", async () => {
    const leaf = await newLeaf("Lights", { translations: { fr: { name: "Luminaires" } } });
    await newItem(leaf, "Torchlet", { translations: { fr: { name: "Veilleuse" } } });
    const params = { projectId: "shop" };
    const { data, headers } = await app.api.find({ params, query: { q: "torchlet", lang: "fr" } });
    expect(data.results).toMatchObject([
      {
        name: "Veilleuse",
        match: "Torchlet",
        language: null,
        path: [{ name: "Electronics" }, { name: "Luminaires" }],
      },
    ]);
    expect(headers.get("content-language")).toBe("fr");
    const other = await app.api.find({ params, query: { q: "torchlet", lang: "pl" } });
    expect(other.data.results).toMatchObject([
      { name: "Torchlet", path: [{ name: "Electronics" }, { name: "Lights" }] },
    ]);
    expect(other.headers.get("content-language")).toBe("en");
  });

  test("a subcategory that was moved out of a branch before its deletion is still found, with its contents", async () => {
    const { id } = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Short-lived" } }))
      .data;
    const params = { categoryId: id };
    const leaf = (await app.api.createSubcategory({ params, body: { name: "Moved out" } })).data.id;
    await newItem(leaf, "Survivor");
    expect(await names("survivor")).toEqual(["Survivor"]);
    await app.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { parentId: categoryId } });
    await app.api.deleteCategory({ params });
    expect(await names("survivor")).toEqual(["Survivor"]);
  });

  test("a subcategory that was restored with its branch is found at its new position, with its contents", async () => {
    const { id } = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Goes twice" } })).data;
    const params = { categoryId: id };
    const leaf = (await app.api.createSubcategory({ params, body: { name: "Came back" } })).data.id;
    await newItem(leaf, "Returned");
    const { headers } = await app.api.deleteCategory({ params });
    expect(await names("returned")).toEqual([]);
    await app.api.undoChanges({ params: { changeSetId: changeSet(headers) } });
    await app.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { parentId: categoryId } });
    await app.api.deleteCategory({ params });
    expect(await names("returned")).toEqual(["Returned"]);
  });

  test("categories and subcategories come before items that match equally well", async () => {
    const leaf = await newLeaf("Lamps", { translations: { ru: { name: "Светильники" } } });
    await newItem(leaf, "Lamps");
    expect((await find("lamps")).results.map(({ kind }) => kind)).toEqual(["subcategory", "item"]);
    expect((await find("светильники")).results).toMatchObject([
      { kind: "subcategory", id: leaf, match: "Светильники", language: "ru", path: [{ id: categoryId }] },
    ]);
    expect((await find("electron")).results).toMatchObject([{ kind: "category", id: categoryId, path: [] }]);
  });

  test("a result has what is needed to recognise it: the first picture, the price, and whether it is hidden", async () => {
    const leaf = await newLeaf("Sundials", { img: "https://example.com/dials.png", visible: false });
    const price = { price: 80, discount: 25, currency: "EUR" };
    const imgs = ["", "https://example.com/dial.png", "https://example.com/side.png"];
    await newItem(leaf, "Sundial of brass", { ...price, imgs, visible: false });
    await newItem(leaf, "Sundial of stone");
    const { results } = await find("sundial");
    expect(results.map(({ name, visible, img, price }) => ({ name, visible, img, price }))).toEqual([
      { name: "Sundial of brass", visible: false, img: "https://example.com/dial.png", price },
      { name: "Sundial of stone", visible: true, img: "", price: { price: 0, discount: 0, currency: "USD" } },
      { name: "Sundials", visible: false, img: "https://example.com/dials.png", price: null },
    ]);
    expect((await find("electronics")).results[0]).toMatchObject({ visible: true, img: "", price: null });
  });

  test("the parts that match are ranges of the name that is returned", async () => {
    const leaf = await newLeaf("Marks");
    await newItem(leaf, "Gramophone needle", { translations: { ru: { name: "Игла граммофона" } } });
    const marked = async (q: string) =>
      (await find(q)).results.flatMap(({ match, matches }) => matches.map(([start, end]) => match.slice(start, end)));
    expect(await marked("needle gramo")).toEqual(["Gramo", "needle"]);
    expect(await marked("граммофоны")).toEqual(["граммофона"]);
  });

  test("a word that was found with typing errors only says what was meant", async () => {
    const leaf = await newLeaf("Mistakes");
    await newItem(leaf, "Harpsichord stool");
    expect(await find("harpsicord stool")).toMatchObject({ total: 1, didYouMean: "harpsichord stool" });
    expect((await find("harpsichord")).didYouMean).toBeNull();
    expect(await find("xyzzyqwk")).toEqual({ results: [], total: 0, didYouMean: null });
  });

  test("an id matches, whatever the name", async () => {
    const leaf = await newLeaf("By id", { id: "chosen-address" });
    const id = await newItem(leaf, "Nameless");
    expect((await find(id)).results).toMatchObject([{ kind: "item", id, match: id }]);
    expect((await find("chosen-address")).results).toMatchObject([{ kind: "subcategory", id: leaf, match: leaf }]);
  });

  test("every write is seen by the next search: rename, move, deletion and restoration of a branch", async () => {
    const leaf = await newLeaf("Quartz watches");
    const other = await newLeaf("Clocks");
    const item = await newItem(leaf, "Quartz one");
    await newItem(leaf, "Quartz two");
    expect((await find("quartz")).total).toBe(3);
    await app.api.updateItem({ params: { itemId: item }, body: { name: "Granite" } });
    expect([await names("quartz"), await names("granite")]).toEqual([["Quartz watches", "Quartz two"], ["Granite"]]);
    await app.api.updateItem({ params: { itemId: item }, body: { subcategoryId: other } });
    expect((await find("granite")).results[0]?.path.at(-1)?.id).toBe(other);
    await app.api.updateSubcategory({ params: { subcategoryId: other }, body: { name: "Wall clocks" } });
    expect((await find("granite")).results[0]?.path.at(-1)?.name).toBe("Wall clocks");
    const { headers } = await app.api.deleteSubcategory({ params: { subcategoryId: leaf } });
    expect((await find("quartz")).total).toBe(0);
    await app.api.undoChanges({ params: { changeSetId: changeSet(headers) } });
    expect(await names("quartz")).toEqual(["Quartz watches", "Quartz two"]);
    const gone = await app.api.deleteItem({ params: { itemId: item } });
    expect((await find("granite")).total).toBe(0);
    await app.api.undoChanges({ params: { changeSetId: changeSet(gone.headers) } });
    expect((await find("granite")).total).toBe(1);
  });

  test("a whole category is deleted and restored with everything below it, including tags", async () => {
    const params = { projectId: "shop" };
    const category = (await app.api.createCategory({ params, body: { name: "Zebra goods" } })).data.id;
    const made = await app.api.createSubcategory({ params: { categoryId: category }, body: { name: "Zebra nest" } });
    const inner = await app.api.createNestedSubcategory({
      params: { parentSubcategoryId: made.data.id },
      body: { name: "Zebra leaf" },
    });
    await newItem(inner.data.id, "Zebra thing", { tags: ["zebra-tag"] });
    const tagged = async () => (await app.api.listTags({ params, query: { prefix: "zebra" } })).data.total;
    expect([(await find("zebra")).total, await tagged()]).toEqual([4, 1]);
    const { headers } = await app.api.deleteCategory({ params: { categoryId: category } });
    expect([(await find("zebra")).total, await tagged()]).toEqual([0, 0]);
    await app.api.undoChanges({ params: { changeSetId: changeSet(headers) } });
    expect([(await find("zebra")).total, await tagged()]).toEqual([4, 1]);
  });

  test("many changes at once, and names that change length, are found correctly", async () => {
    const leaf = await newLeaf("Crowd");
    const ids: string[] = [];
    for (let at = 0; at < 300; at++) ids.push(await newItem(leaf, `Crowd member ${at}`));
    expect((await find("crowd member")).total).toBe(300);
    for (const [at, id] of ids.entries()) {
      if (at % 3 === 0)
        await app.api.updateItem({ params: { itemId: id }, body: { name: "Loner".repeat(1 + (at % 90)) } });
      if (at % 3 === 1) await app.api.deleteItem({ params: { itemId: id } });
    }
    expect([(await find("crowd member")).total, (await find("loner")).total]).toEqual([100, 100]);
    expect(await names("crowd member 200")).toEqual(["Crowd member 200"]);
    await newItem(leaf, "Latecomer");
    expect(await names("latecomer")).toEqual(["Latecomer"]);
  });

  test("a blank query and a limit out of range are a 400, and an unknown project is a 404", async () => {
    const status = async (path: string) => (await fetch(`${app.url}/api/projects/${path}`)).status;
    expect(await status("shop/find")).toBe(400);
    expect(await status("shop/find?q=%20")).toBe(400);
    expect(await status("shop/find?q=x&limit=101")).toBe(400);
    expect(await status("none/find?q=x")).toBe(404);
    expect(await status("other/find?q=phone")).toBe(200);
  });

  test("another project is not searched", async () => {
    expect((await app.api.find({ params: { projectId: "other" }, query: { q: "phone" } })).data.total).toBe(0);
  });
});

describe("words in use", () => {
  const tags = async (query: { prefix?: string; limit?: number } = {}) =>
    (await app.api.listTags({ params: { projectId: "shop" }, query })).data;

  test("are counted by item, the most used first, and reflect every change", async () => {
    const leaf = await newLeaf("Tagged");
    const first = await newItem(leaf, "One", { tags: ["oak", "oak", "Örtlich"], badges: ["hot", "own"] });
    await newItem(leaf, "Two", { tags: ["oak", "solid"], badges: ["hot"] });
    expect(await tags()).toMatchObject({
      words: [
        { word: "oak", count: 2 },
        { word: "solid", count: 1 },
        { word: "zebra-tag", count: 1 },
        { word: "Örtlich", count: 1 },
      ],
      total: 4,
    });
    const badges = (await app.api.listBadges({ params: { projectId: "shop" } })).data.words;
    expect(badges).toEqual([
      { word: "hot", count: 2 },
      { word: "own", count: 1 },
    ]);
    expect((await tags({ prefix: "ö" })).words).toEqual([{ word: "Örtlich", count: 1 }]);
    expect(await tags({ limit: 1 })).toMatchObject({ words: [{ word: "oak" }], total: 4 });
    await app.api.updateItem({ params: { itemId: first }, body: { tags: ["solid"] } });
    expect((await tags({ prefix: "o" })).words).toEqual([{ word: "oak", count: 1 }]);
    expect((await tags({ prefix: "solid" })).words).toEqual([{ word: "solid", count: 2 }]);
  });

  test("an unchanged answer is a 304", async () => {
    const url = `${app.url}/api/projects/shop/tags`;
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  });
});

describe("a caller who sees only a branch", () => {
  let access: AccessApp;
  beforeAll(async () => {
    access = await startAccessApp();
  });
  afterAll(() => access.stop());

  test("finds and counts nothing outside it, except the path down to it", async () => {
    const { api } = access.admin;
    const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Owl home" } })).data.id;
    const node = async (name: string) =>
      (await api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
    const [mine, theirs] = [await node("Owl nest"), await node("Owl cage")];
    const put = (subcategoryId: string, name: string, tags: string[]) =>
      api.createItem({ params: { subcategoryId }, body: { name, tags } });
    await put(mine, "Owl chick", ["soft", "own"]);
    const hidden = (await put(theirs, "Owl feather", ["soft", "secret"])).data.id;
    const caller = await access.key({ role: "viewer", project: "shop", subtree: mine });
    const found = async (q: string) =>
      (await caller.api.find({ params: { projectId: "shop" }, query: { q } })).data.results.map(({ name }) => name);
    expect((await found("owl")).sort()).toEqual(["Owl chick", "Owl home", "Owl nest"]);
    expect(await found(hidden)).toEqual([]);
    const { data } = await caller.api.find({ params: { projectId: "shop" }, query: { q: "owl fether" } });
    expect(data).toEqual({ results: [], total: 0, didYouMean: null });
    expect((await caller.api.listTags({ params: { projectId: "shop" } })).data.words).toEqual([
      { word: "own", count: 1 },
      { word: "soft", count: 1 },
    ]);
  });
});
