import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { TranslationEntry } from "../../contract/search.ts";
import { sql } from "../../server/db/sql.ts";
import { prune } from "../../server/log/pruning.ts";
import { retentionJobs } from "../../server/retention.ts";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const params = { projectId: "shop" };
const newCategory = async (name: string, more: object = {}) =>
  (await app.api.createCategory({ params, body: { name, ...more } })).data.id;
const newLeaf = async (categoryId: string, name: string, more: object = {}) =>
  (await app.api.createSubcategory({ params: { categoryId }, body: { name, ...more } })).data.id;
const newItem = async (subcategoryId: string, name: string, more: object = {}) =>
  (await app.api.createItem({ params: { subcategoryId }, body: { name, ...more } })).data.id;
const patchItem = (itemId: string, body: object) => app.api.updateItem({ params: { itemId }, body, merge: true });
const staleOfItem = async (itemId: string) => (await app.api.itemStaleTranslations({ params: { itemId } })).data.stale;

const progress = async (branch?: string) =>
  (await app.api.getTranslationProgress({ params, query: branch === undefined ? {} : { branch } })).data;

type State = "todo" | "missing" | "stale" | "all";
async function list(branch: string, state: State, language = "ru", limit = 50) {
  const entries: TranslationEntry[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const query = { language, state, branch, limit, ...(cursor === undefined ? {} : { cursor }) };
    const { data } = await app.api.listTranslations({ params, query });
    expect(data.entries.length).toBeLessThanOrEqual(limit);
    entries.push(...data.entries);
    totals.add(data.total);
    cursor = data.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect([...totals]).toEqual([entries.length]);
  return entries;
}

describe("a translation is stale", () => {
  test("after its original is changed, and shows the former original", async () => {
    const leaf = await newLeaf(await newCategory("Stale"), "Leaf");
    const item = await newItem(leaf, "Phone", {
      simpleDescription: "Small",
      translations: { ru: { name: "Телефон", simpleDescription: "Маленький" }, de: { name: "Telefon" } },
    });
    expect(await staleOfItem(item)).toEqual([]);
    await patchItem(item, { price: 5 });
    await patchItem(item, { name: "Phone 2" });
    await patchItem(item, { name: "Phone 3" });
    expect(await staleOfItem(item)).toEqual([
      { language: "de", field: "name", translatedFrom: "Phone" },
      { language: "ru", field: "name", translatedFrom: "Phone" },
    ]);
    await patchItem(item, { translations: { ru: { name: "Телефон 3" } } });
    expect(await staleOfItem(item)).toEqual([{ language: "de", field: "name", translatedFrom: "Phone" }]);
    await patchItem(item, { translations: { de: null } });
    expect(await staleOfItem(item)).toEqual([]);
  });

  test("not when both change at once, when the original is changed back, or after an undo", async () => {
    const leaf = await newLeaf(await newCategory("Not stale"), "Leaf");
    const item = await newItem(leaf, "One", { translations: { ru: { name: "Один" } } });
    await patchItem(item, { name: "Two", translations: { ru: { name: "Два" } } });
    expect(await staleOfItem(item)).toEqual([]);
    await patchItem(item, { name: "Three" });
    await patchItem(item, { name: "Two" });
    expect(await staleOfItem(item)).toEqual([]);
    const { headers } = await patchItem(item, { name: "Four" });
    expect(await staleOfItem(item)).toHaveLength(1);
    await app.api.undoChanges({ params: { changeSetId: headers.get("change-set") ?? "" } });
    expect(await staleOfItem(item)).toEqual([]);
  });

  test("several saves while typing keep the note of the first one, and none if the text ends up unchanged", async () => {
    const leaf = await newLeaf(await newCategory("Typing"), "Leaf");
    const item = await newItem(leaf, "Lamp", { translations: { ru: { name: "Лампа" } } });
    const expected = [{ language: "ru", field: "name" as const, translatedFrom: "Lamp" }];
    // From the third save on, the row comes from memory.
    for (const body of [{ name: "Lam" }, { name: "La" }, { price: 3 }, { name: "Light" }, { quantity: 2 }]) {
      await patchItem(item, body);
      expect(await staleOfItem(item)).toEqual(expected);
    }
    await patchItem(item, { name: "Lamp" });
    expect(await staleOfItem(item)).toEqual([]);
    await patchItem(item, { name: "Lantern" });
    expect(await staleOfItem(item)).toEqual(expected);
  });

  test("however the original changes: in bulk, in attributes, in a node's name; and also after a restore from the trash", async () => {
    const category = await newCategory("Ways", { translations: { ru: { name: "Пути" } } });
    const leaf = await newLeaf(category, "Leaf", { translations: { ru: { name: "Лист" } } });
    const texts = { description: [{ key: "Width", value: "1" }] };
    const item = await newItem(leaf, "Item", { ...texts, translations: { ru: { name: "Вещь", ...texts } } });
    await app.api.bulkUpdateItems({ body: { itemIds: [item], data: { name: "Items" } } });
    await patchItem(item, { description: [{ key: "Width", value: "2" }] });
    const expected = [
      { language: "ru", field: "description" as const, translatedFrom: texts.description },
      { language: "ru", field: "name" as const, translatedFrom: "Item" },
    ];
    expect(await staleOfItem(item)).toEqual(expected);
    await app.api.updateCategory({ params: { categoryId: category }, body: { name: "Roads" } });
    await app.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { name: "Sheet" } });
    const ofNodes = await Promise.all([
      app.api.categoryStaleTranslations({ params: { categoryId: category } }),
      app.api.subcategoryStaleTranslations({ params: { subcategoryId: leaf } }),
    ]);
    expect(ofNodes.map(({ data }) => data.stale[0]?.translatedFrom)).toEqual(["Ways", "Leaf"]);
    const { headers } = await app.api.deleteCategory({ params: { categoryId: category } });
    await app.api.undoChanges({ params: { changeSetId: headers.get("change-set") ?? "" } });
    expect(await staleOfItem(item)).toEqual(expected);
    expect((await list(category, "stale")).map(({ kind }) => kind)).toEqual(["category", "subcategory", "item"]);
  });

  test("in a copy of its item too", async () => {
    const leaf = await newLeaf(await newCategory("Copied"), "Leaf");
    const item = await newItem(leaf, "Lamp", { translations: { ru: { name: "Лампа" }, de: { name: "Lampe" } } });
    await patchItem(item, { name: "Light", translations: { de: { name: "Licht" } } });
    const body = { itemIds: [item], subcategoryId: leaf, nameSuffix: " (copy)" };
    const [copy = ""] = (await app.api.bulkCopyItems({ body })).data.itemIds;
    expect(await staleOfItem(copy)).toEqual([{ language: "ru", field: "name", translatedFrom: "Lamp" }]);
    expect(await app.doctor()).toEqual([]);
  });

  test("but never one into English, which is the language of the originals", async () => {
    const category = await newCategory("Originals");
    const translations = { en: { name: "Lantern" }, ru: { name: "Фонарь" } };
    const item = await newItem(await newLeaf(category, "Leaf"), "Lamp", { translations });
    await patchItem(item, { name: "Light" });
    const stale = [{ language: "ru", field: "name" as const, translatedFrom: "Lamp" }];
    expect(await staleOfItem(item)).toEqual(stale);
    expect((await progress(category)).languages).toEqual([{ language: "ru", translated: 0, stale: 1 }]);
    const rewritten = await patchItem(item, { translations: { en: { name: "Torch" } } });
    await app.api.undoChanges({ params: { changeSetId: rewritten.headers.get("change-set") as string } });
    expect(await staleOfItem(item)).toEqual(stale);
    await expect(list(category, "todo", "en")).rejects.toThrow("invalid_query");
  });

  test("and its note is removed when the trash is emptied", async () => {
    const leaf = await newLeaf(await newCategory("Emptied"), "Leaf");
    const item = await newItem(leaf, "Gone", { translations: { ru: { name: "Ушёл" } } });
    await patchItem(item, { name: "Going" });
    const left = async () => {
      const noted = '{"ru.name":"Gone"}';
      const query = sql`select key from items where stale = ${noted}
        union all select key from trash_items where stale = ${noted}`;
      return (await app.db.read((reader) => reader.all(query))).length;
    };
    expect(await left()).toBe(1);
    await app.api.deleteItem({ params: { itemId: item } });
    const always = Number.POSITIVE_INFINITY;
    await prune(
      app.db,
      retentionJobs({ trashMs: 0, historyMs: always, historyBytes: always, auditMs: always }),
      Date.now() + 1_000,
    );
    expect(await left()).toBe(0);
  });
});

describe("the list of texts", () => {
  test("missing texts in a leaf of any size are listed page by page, each once", async () => {
    const category = await newCategory("Large", { translations: { ru: { name: "Большая" } } });
    const leaf = await newLeaf(category, "Leaf", { translations: { ru: { name: "Лист" } } });
    const untranslated: string[] = [];
    for (let at = 0; at < 260; at++) {
      const translated = at % 2 === 0;
      const id = await newItem(leaf, `Item ${at}`, translated ? { translations: { ru: { name: `Вещь ${at}` } } } : {});
      if (!translated) untranslated.push(id);
    }
    expect((await list(leaf, "missing", "ru", 40)).map(({ id }) => id)).toEqual(untranslated);
    expect(await list(leaf, "all", "ru", 100)).toHaveLength(261);
    expect(await list(category, "missing", "de", 500)).toHaveLength(262);
  });

  test("every text has its original, its translation and its state; empty originals are left out", async () => {
    const category = await newCategory("Texts");
    const leaf = await newLeaf(category, "Leaf");
    const item = await newItem(leaf, "Lamp", {
      simpleDescription: "Bright",
      translations: { ru: { name: "Лампа", description: [{ key: "a", value: "b" }] } },
    });
    await patchItem(item, { name: "Lamp 2" });
    const path = [
      { id: category, name: "Texts" },
      { id: leaf, name: "Leaf" },
    ];
    expect((await list(category, "todo")).at(-1)).toEqual({
      kind: "item",
      id: item,
      path,
      name: { original: "Lamp 2", translation: "Лампа", state: "stale", translatedFrom: "Lamp" },
      simpleDescription: { original: "Bright", translation: null, state: "missing", translatedFrom: null },
    });
    await patchItem(item, { translations: { ru: { name: "Лампа 2", simpleDescription: "Яркая" } } });
    expect((await list(category, "todo")).map(({ id }) => id)).toEqual([category, leaf]);
    expect((await list(category, "all")).at(-1)?.name?.state).toBe("current");
  });

  test("bad queries are a 400, and unknown branches are a 404", async () => {
    const status = async (query: string) => (await fetch(`${app.url}/api/projects/shop/translations${query}`)).status;
    expect(await status("")).toBe(400);
    expect(await status("?language=xx")).toBe(400);
    expect(await status("?language=ru&state=none")).toBe(400);
    expect(await status("?language=ru&cursor=!")).toBe(400);
    expect(await status("?language=ru&branch=none")).toBe(404);
    expect(await status("/progress?branch=none")).toBe(404);
  });
});

describe("progress", () => {
  test("adds up by language and by branch, and reflects every change", async () => {
    const category = await newCategory("Progress", { translations: { ru: { name: "Ход" } } });
    const first = await newLeaf(category, "First", { priority: 2 });
    const second = await newLeaf(category, "Second", { priority: 1 });
    const item = await newItem(first, "One", { simpleDescription: "S", translations: { ru: { name: "Один" } } });
    await newItem(second, "Two", { translations: { ru: { name: "Два" }, de: { name: "Zwei" } } });
    await patchItem(item, { name: "One!" });
    const languages = (ru: [number, number], de?: [number, number]) => [
      ...(de ? [{ language: "de", translated: de[0], stale: de[1] }] : []),
      { language: "ru", translated: ru[0], stale: ru[1] },
    ];
    expect(await progress(category)).toEqual({
      texts: 6,
      languages: languages([2, 1], [1, 0]),
      path: [{ id: category, name: "Progress" }],
      branches: [
        { kind: "subcategory", id: second, name: "Second", texts: 2, languages: languages([1, 0], [1, 0]) },
        { kind: "subcategory", id: first, name: "First", texts: 3, languages: languages([0, 1]) },
      ],
    });
    expect((await progress()).branches.find(({ id }) => id === category)).toMatchObject({ texts: 6 });
    await patchItem(item, { subcategoryId: second });
    expect((await progress(first)).texts).toBe(1);
    expect((await progress(second)).texts).toBe(4);
    const whole = (await progress()).texts;
    await app.api.deleteSubcategory({ params: { subcategoryId: second } });
    expect([(await progress(category)).texts, (await progress()).texts]).toEqual([2, whole - 4]);
  });
});

describe("a caller who sees only a branch", () => {
  let access: AccessApp;
  beforeAll(async () => {
    access = await startAccessApp();
  });
  afterAll(() => access.stop());

  test("gets only the texts of that branch", async () => {
    const { api } = access.admin;
    const category = (await api.createCategory({ params, body: { name: "Home" } })).data.id;
    const node = async (name: string) =>
      (await api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
    const [mine, theirs] = [await node("Mine"), await node("Theirs")];
    await api.createItem({ params: { subcategoryId: mine }, body: { name: "My item" } });
    await api.createItem({ params: { subcategoryId: theirs }, body: { name: "Their item" } });
    const caller = await access.key({ role: "translator", project: "shop", subtree: mine, languages: ["ru"] });
    const { data } = await caller.api.listTranslations({ params, query: { language: "ru" } });
    expect(data.entries.map(({ name }) => name?.original)).toEqual(["Mine", "My item"]);
    const seen = (await caller.api.getTranslationProgress({ params })).data;
    expect([seen.texts, seen.branches.map(({ id, texts }) => [id, texts])]).toEqual([2, [[category, 2]]]);
    const below = await caller.api.getTranslationProgress({ params, query: { branch: category } });
    expect(below.data.branches.map(({ name }) => name)).toEqual(["Mine"]);
    for (const path of [`translations?language=ru&branch=${theirs}`, `translations/progress?branch=${theirs}`]) {
      expect((await caller.send(`/api/projects/shop/${path}`)).status).toBe(404);
    }
    expect((await caller.send(`/api/subcategories/${theirs}/stale-translations`)).status).toBe(404);
    expect((await caller.send(`/api/subcategories/${mine}/stale-translations`)).status).toBe(200);
  });
});

describe("a stale translation that is still right", () => {
  const confirm = (itemId: string, language: string, field: "name" | "simpleDescription" = "name") =>
    app.api.confirmItemTranslation({ params: { itemId }, body: { language, field } });
  const undo = async (changeSetId: string | null) =>
    (await app.api.undoChanges({ params: { changeSetId: String(changeSetId) } })).data;

  async function staleItem(name: string) {
    const category = await newCategory(`${name} department`);
    const leaf = await newLeaf(category, name);
    const item = await newItem(leaf, "Lamp", { translations: { ru: { name: "Лампа" }, de: { name: "Lampe" } } });
    await patchItem(item, { name: "Lamp 2" });
    return { category, leaf, item };
  }

  test("is confirmed in one language, and keeps its text", async () => {
    const { category, item } = await staleItem("Confirmed");
    const before = (await app.api.getItem({ params: { itemId: item } })).etag;
    const { data, headers } = await confirm(item, "ru");
    expect(data.stale).toEqual([{ language: "de", field: "name", translatedFrom: "Lamp" }]);
    expect(await staleOfItem(item)).toEqual(data.stale);
    const now = await app.api.getItem({ params: { itemId: item } });
    expect(now.data.translations.ru?.name).toBe("Лампа");
    expect(now.etag).not.toBe(before);
    expect(await list(category, "stale")).toEqual([]);
    expect((await progress(category)).languages).toEqual([
      { language: "de", translated: 0, stale: 1 },
      { language: "ru", translated: 1, stale: 0 },
    ]);
    const { entries } = (await app.api.itemHistory({ params: { itemId: item } })).data;
    expect(entries[0]).toMatchObject({
      changeSetId: headers.get("change-set"),
      summary: 'item "Lamp 2": name (ru): translation still right',
    });
    // Another confirmation changes nothing.
    expect((await confirm(item, "ru")).data.stale).toEqual(data.stale);
    expect((await app.api.getItem({ params: { itemId: item } })).etag).toBe(now.etag);
  });

  test("is stale again when the confirmation is undone, and right again when that undo is undone", async () => {
    const { category, item } = await staleItem("Undone");
    const before = await staleOfItem(item);
    const confirmed = await confirm(item, "ru");
    const taken = await undo(confirmed.headers.get("change-set"));
    expect(taken.undone[0]?.summary).toBe('item "Lamp 2": name (ru): translation stale');
    expect(await staleOfItem(item)).toEqual(before);
    expect(await list(category, "stale")).toHaveLength(1);
    await undo(taken.changeSetId);
    expect(await staleOfItem(item)).toEqual(before.filter(({ language }) => language === "de"));
  });

  test("is not stale again if it was translated again, or its original is the former one again", async () => {
    const rewritten = await staleItem("Rewritten");
    const first = await confirm(rewritten.item, "ru");
    await patchItem(rewritten.item, { translations: { ru: { name: "Лампа 2" } } });
    const kept = (await undo(first.headers.get("change-set"))).kept;
    expect(kept).toMatchObject([{ reason: "changed_since", field: "translations.ru.name", now: "Лампа 2" }]);
    expect(await staleOfItem(rewritten.item)).toHaveLength(1);
    const returned = await staleItem("Returned");
    const second = await confirm(returned.item, "ru");
    await patchItem(returned.item, { name: "Lamp", translations: { de: null } });
    await undo(second.headers.get("change-set"));
    expect((await staleOfItem(returned.item)).filter(({ translatedFrom }) => translatedFrom === "Lamp")).toEqual([]);
  });

  test("is as before when the change of its original and the confirmation are undone together", async () => {
    const { leaf, item } = await staleItem("Together");
    const noted = await staleOfItem(item);
    const changed = await patchItem(item, { name: "Lamp 3" });
    const confirmed = await confirm(item, "ru");
    const ofBoth = [changed, confirmed].map(({ headers }) => headers.get("change-set")).join("..");
    const right = await staleOfItem(item);
    const taken = await undo(ofBoth);
    expect(await staleOfItem(item)).toEqual(noted);
    await undo(taken.changeSetId);
    expect(await staleOfItem(item)).toEqual(right);
    const fresh = await newItem(leaf, "Lamp", { translations: { ru: { name: "Лампа" } } });
    const first = await patchItem(fresh, { name: "Light" });
    const last = await confirm(fresh, "ru");
    const undone = await undo([first, last].map(({ headers }) => headers.get("change-set")).join(".."));
    expect(await staleOfItem(fresh)).toEqual([]);
    expect(undone.undone[0]?.fields.map(({ field }) => field)).toEqual(["name", "translatedFrom.ru.name"]);
    await undo(undone.changeSetId);
    expect(await staleOfItem(fresh)).toEqual([]);
  });

  test("is stale again when the new translation is undone, and right when that undo is undone", async () => {
    const { item } = await staleItem("Taken back");
    const before = await staleOfItem(item);
    const written = await patchItem(item, { translations: { ru: { name: "Лампа 2" } } });
    const { changeSetId } = await undo(written.headers.get("change-set"));
    expect(await staleOfItem(item)).toEqual(before);
    await undo(changeSetId);
    expect(await staleOfItem(item)).toEqual(before.filter(({ language }) => language === "de"));
    const removed = await patchItem(item, { translations: { de: null } });
    await undo(removed.headers.get("change-set"));
    expect(await staleOfItem(item)).toEqual(before.filter(({ language }) => language === "de"));
  });

  test("is not translated if it is a copy of its original, until somebody confirms it", async () => {
    const category = await newCategory("Brands department", { translations: { ru: { name: "Марки" } } });
    const leaf = await newLeaf(category, "Brands", { translations: { ru: { name: "Бренды" } } });
    const texts = { description: [{ key: "Colour", value: "Red" }] };
    const item = await newItem(leaf, "Nike", { ...texts, translations: { ru: { name: "Nike", ...texts } } });
    const counts = async () => (await progress(leaf)).languages;
    const missing = async () => {
      const { data } = await app.api.searchItems({ params, query: { within: leaf, missing: "ru" } });
      return data.items.map(({ id }) => id);
    };
    const copied = async () => (await app.api.itemStaleTranslations({ params: { itemId: item } })).data.copied;
    expect(await counts()).toEqual([{ language: "ru", translated: 1, stale: 0 }]);
    expect(await missing()).toEqual([item]);
    expect((await list(leaf, "missing")).map(({ name }) => name?.state)).toEqual(["copied"]);
    expect(await copied()).toEqual([
      { language: "ru", field: "description" },
      { language: "ru", field: "name" },
    ]);

    await patchItem(item, { translations: { ru: { description: [{ key: "Цвет", value: "Красный" }] } } });
    const { data, headers } = await confirm(item, "ru");
    expect(data).toEqual({ stale: [], copied: [] });
    expect(await counts()).toEqual([{ language: "ru", translated: 3, stale: 0 }]);
    expect(await missing()).toEqual([]);
    expect(await list(leaf, "todo")).toEqual([]);
    const [entry] = (await app.api.itemHistory({ params: { itemId: item } })).data.entries;
    expect(entry?.summary).toBe('item "Nike": name (ru): translation still right');

    const undone = await undo(headers.get("change-set"));
    expect(undone.undone[0]?.summary).toBe('item "Nike": name (ru): translation same as the original');
    expect(await copied()).toEqual([{ language: "ru", field: "name" }]);
    await undo(undone.changeSetId);
    expect(await copied()).toEqual([]);

    // Confirmed for this original only.
    await patchItem(item, { name: "Nike Air" });
    expect(await staleOfItem(item)).toEqual([{ language: "ru", field: "name", translatedFrom: "Nike" }]);
    expect(await counts()).toEqual([{ language: "ru", translated: 2, stale: 1 }]);
    await patchItem(item, { name: "Nike" });
    expect(await staleOfItem(item)).toEqual([]);
    expect(await copied()).toEqual([]);
    // Written again, it is a copy again; so is the text of an original that has become the same.
    await patchItem(item, { translations: { ru: { name: "Найк" } } });
    await patchItem(item, { translations: { ru: { name: "Nike" } } });
    expect(await copied()).toEqual([{ language: "ru", field: "name" }]);
    await patchItem(item, { translations: { ru: { name: "Adidas" } } });
    await patchItem(item, { name: "Adidas" });
    expect(await staleOfItem(item)).toHaveLength(1);
    expect((await confirm(item, "ru")).data).toEqual({ stale: [], copied: [] });
    expect(await app.doctor()).toEqual([]);
  });

  test("can be the name of a category or a subcategory", async () => {
    const translations = { ru: { name: "Старое" } };
    const categoryId = await newCategory("Old", { translations });
    const subcategoryId = await newLeaf(categoryId, "Older", { translations });
    await app.api.updateCategory({ params: { categoryId }, body: { name: "New" } });
    await app.api.updateSubcategory({ params: { subcategoryId }, body: { name: "Newer" } });
    const body = { language: "ru", field: "name" } as const;
    const ofCategory = await app.api.confirmCategoryTranslation({ params: { categoryId }, body });
    const ofLeaf = await app.api.confirmSubcategoryTranslation({ params: { subcategoryId }, body });
    expect([ofCategory.data.stale, ofLeaf.data.stale]).toEqual([[], []]);
    expect(await list(categoryId, "stale")).toEqual([]);
    await undo(ofLeaf.headers.get("change-set"));
    await undo(ofCategory.headers.get("change-set"));
    expect((await list(categoryId, "stale")).map(({ kind }) => kind)).toEqual(["category", "subcategory"]);
  });

  test("is reported in the event stream of the project", async () => {
    const { item } = await staleItem("Told");
    const last = (await app.api.listChanges({ params, query: { limit: 1 } })).data.entries[0];
    const { headers } = await confirm(item, "de");
    const [newest] = (await app.api.listChanges({ params, query: { limit: 1 } })).data.entries;
    expect(newest?.changeSetId).not.toBe(last?.changeSetId);
    expect(newest).toMatchObject({ changeSetId: headers.get("change-set"), kind: "item", id: item });
    expect(newest?.fields).toMatchObject([{ field: "translatedFrom.de.name", before: "Lamp", after: null }]);
  });
});
