import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { type CatalogClient, CatalogError, createClient } from "../../contract/client.ts";
import { composed } from "../../server/db/sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { rounds } from "../support/rounds.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

type Row = { id: string; stale: string };
const rowsOf = (table: string) =>
  app.db.read((reader) =>
    reader.all<Row>(composed(`select id, stale from ${table} where stale <> '{}' order by id`, [])),
  );

/** The stale translations, each with its original at the time. */
async function notes(): Promise<string> {
  const found: string[] = [];
  for (const table of ["categories", "subcategories", "items"]) {
    for (const { id, stale } of await rowsOf(table)) {
      for (const note of Object.entries(JSON.parse(stale)).sort()) found.push(`${id} ${JSON.stringify(note)}`);
    }
  }
  return found.join("\n");
}

/** The comments that exist, and who resolved each when. */
async function commentStates(): Promise<string> {
  const rows = await app.db.read((reader) =>
    reader.all(
      composed(
        `select i.id, c.comment_id, c.resolved_by, c.resolved_at from comment_states c join items i on i.key = c.item_key
          where c.removed_at is null order by c.comment_id`,
        [],
      ),
    ),
  );
  return JSON.stringify(rows);
}

/** Everything that a client can read of a project, byte for byte, including stale translations. */
async function catalog(projectId: string): Promise<string> {
  const trees = await (await fetch(`${app.url}/api/projects/${projectId}/categories`)).text();
  const parts = [trees];
  const leaves = [...trees.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id as string);
  for (const id of leaves) {
    const list = await fetch(`${app.url}/api/subcategories/${encodeURIComponent(id)}/items?limit=500`);
    if (list.status === 200) parts.push(`${id} ${await list.text()}`);
    else await list.body?.cancel();
  }
  parts.push(await notes(), await commentStates());
  return parts.join("\n");
}

type Tree = { id: string; subcategories: Tree[] };
type Things = { categories: string[]; subcategories: string[]; items: string[] };

async function things(): Promise<Things> {
  const { data } = await app.api.listCategories({ params: { projectId: "shop" } });
  const found: Things = { categories: [], subcategories: [], items: [] };
  const visit = (node: Tree) => {
    found.subcategories.push(node.id);
    node.subcategories.forEach(visit);
  };
  for (const category of data) {
    found.categories.push(category.id);
    (category.subcategories as Tree[]).forEach(visit);
  }
  for (const subcategoryId of found.subcategories) {
    const { data: page } = await app.api.listItems({ params: { subcategoryId }, query: { limit: 500 } });
    found.items.push(...page.items.map(({ id }) => id));
  }
  return found;
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const number = fc.nat({ max: 1_000 });
const text = fc.constantFrom("Phones", "Laptops", "x", "Ёлка", "a, b", '"quoted"');
const id = fc.constantFrom("one", "two", "three", "four");
const translations = fc.constantFrom<Record<string, { name?: string }>[]>(
  {},
  { ru: { name: "Имя" } },
  { ru: {}, de: { name: "Name" } },
  { de: { name: "N" }, ru: { name: "И" } },
  { uk: {} },
);
const price = fc.constantFrom(0, 0.1, 19.99, 1e21);
const lists = fc.constantFrom<string[][]>([], ["a"], ["b", "a"]);

const operation = fc.oneof(
  fc.record({ do: fc.constant("createCategory" as const), text, translations }),
  fc.record({ do: fc.constant("createSubcategory" as const), at: number, id: fc.option(id), text, translations }),
  fc.record({ do: fc.constant("createNested" as const), at: number, id: fc.option(id), text }),
  fc.record({ do: fc.constant("createItem" as const), at: number, text, price, lists, translations }),
  fc.record({ do: fc.constant("updateCategory" as const), at: number, text, translations }),
  fc.record({ do: fc.constant("updateSubcategory" as const), at: number, text, translations, price }),
  fc.record({ do: fc.constant("changeId" as const), at: number, id }),
  fc.record({ do: fc.constant("moveSubcategory" as const), at: number, to: number, up: fc.boolean() }),
  fc.record({ do: fc.constant("updateItem" as const), at: number, text, price, lists, translations }),
  fc.record({ do: fc.constant("mergeItem" as const), at: number, translations }),
  fc.record({ do: fc.constant("renameItem" as const), at: number, text }),
  fc.record({ do: fc.constant("confirm" as const), at: number, language: fc.constantFrom("ru", "de") }),
  fc.record({ do: fc.constant("moveItem" as const), at: number, to: number }),
  fc.record({ do: fc.constant("bulk" as const), from: number, count: fc.integer({ min: 1, max: 4 }), price }),
  fc.record({ do: fc.constant("comment" as const), at: number, text }),
  fc.record({ do: fc.constant("uncomment" as const), at: number }),
  fc.record({ do: fc.constant("resolve" as const), at: number, resolved: fc.boolean() }),
  fc.record({ do: fc.constant("deleteItem" as const), at: number }),
  fc.record({ do: fc.constant("deleteSubcategory" as const), at: number }),
  fc.record({ do: fc.constant("deleteCategory" as const), at: number }),
  fc.record({ do: fc.constant("undo" as const), at: number }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

type Answer = { headers: Headers };

/** Two trees with a branch and leaves. Without them most random operations would have nothing to act on. */
async function scaffold(): Promise<void> {
  const { api } = app;
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "First" } });
  await api.createCategory({ params: { projectId: "shop" }, body: { name: "Second" } });
  await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "branch", name: "Branch" } });
  for (const leaf of ["one", "two"]) {
    await api.createNestedSubcategory({ params: { parentSubcategoryId: "branch" }, body: { id: leaf, name: leaf } });
    await api.createItem({ params: { subcategoryId: leaf }, body: { name: leaf, tags: ["a"] } });
  }
}

async function perform(op: Operation, sets: readonly string[], api: CatalogClient): Promise<Answer | undefined> {
  const now = await things();
  const category = "at" in op ? pick(now.categories, op.at) : undefined;
  const subcategory = "at" in op ? pick(now.subcategories, op.at) : undefined;
  const item = "at" in op ? pick(now.items, op.at) : undefined;
  switch (op.do) {
    case "createCategory":
      return api.createCategory({
        params: { projectId: "shop" },
        body: { name: op.text, translations: op.translations },
      });
    case "createSubcategory": {
      const body = { id: op.id, name: op.text, translations: op.translations };
      return category ? api.createSubcategory({ params: { categoryId: category }, body }) : undefined;
    }
    case "createNested": {
      const body = { id: op.id, name: op.text };
      return subcategory
        ? api.createNestedSubcategory({ params: { parentSubcategoryId: subcategory }, body })
        : undefined;
    }
    case "createItem": {
      const body = { name: op.text, price: op.price, tags: op.lists, translations: op.translations };
      return subcategory ? api.createItem({ params: { subcategoryId: subcategory }, body }) : undefined;
    }
    case "updateCategory": {
      const body = { name: op.text, translations: op.translations };
      return category ? api.updateCategory({ params: { categoryId: category }, body }) : undefined;
    }
    case "updateSubcategory": {
      const body = { name: op.text, translations: op.translations, priority: op.price, visible: op.price > 0 };
      return subcategory ? api.updateSubcategory({ params: { subcategoryId: subcategory }, body }) : undefined;
    }
    case "changeId":
      return subcategory
        ? api.updateSubcategory({ params: { subcategoryId: subcategory }, body: { id: op.id } })
        : undefined;
    case "moveSubcategory": {
      const parentId = pick(op.up ? now.categories : now.subcategories, op.to);
      return subcategory && parentId
        ? api.updateSubcategory({ params: { subcategoryId: subcategory }, body: { parentId } })
        : undefined;
    }
    case "updateItem": {
      const body = { name: op.text, price: op.price, imgs: op.lists, badges: op.lists, translations: op.translations };
      return item ? api.updateItem({ params: { itemId: item }, body }) : undefined;
    }
    case "mergeItem":
      return item
        ? api.updateItem({ params: { itemId: item }, body: { translations: op.translations }, merge: true })
        : undefined;
    case "renameItem":
      return item ? api.updateItem({ params: { itemId: item }, body: { name: op.text } }) : undefined;
    case "confirm": {
      const body = { language: op.language, field: "name" as const };
      return item ? api.confirmItemTranslation({ params: { itemId: item }, body }) : undefined;
    }
    case "moveItem": {
      const subcategoryId = pick(now.subcategories, op.to);
      return item && subcategoryId ? api.updateItem({ params: { itemId: item }, body: { subcategoryId } }) : undefined;
    }
    case "bulk": {
      const itemIds = now.items.slice(op.from % Math.max(1, now.items.length)).slice(0, op.count);
      return api.bulkUpdateItems({ body: { itemIds, data: { price: op.price, discount: 5 } } });
    }
    case "comment":
      return item ? api.createComment({ params: { itemId: item }, body: { text: op.text } }) : undefined;
    case "uncomment": {
      const first = item ? (await api.getItem({ params: { itemId: item } })).data.comments[0] : undefined;
      return item && first ? api.deleteComment({ params: { itemId: item, commentId: first.id } }) : undefined;
    }
    case "resolve": {
      const first = item ? (await api.getItem({ params: { itemId: item } })).data.comments[0] : undefined;
      const body = { resolved: op.resolved };
      return item && first ? api.setCommentState({ params: { itemId: item, commentId: first.id }, body }) : undefined;
    }
    case "deleteItem":
      return item ? api.deleteItem({ params: { itemId: item } }) : undefined;
    case "deleteSubcategory":
      return subcategory ? api.deleteSubcategory({ params: { subcategoryId: subcategory } }) : undefined;
    case "deleteCategory":
      return category ? api.deleteCategory({ params: { categoryId: category } }) : undefined;
    case "undo": {
      // One of the latest sets: older ones were mostly changed again.
      const changeSetId = pick(sets.slice(-5), op.at);
      return changeSetId ? api.undoChanges({ params: { changeSetId } }) : undefined;
    }
  }
}

/** A random operation may be refused by the rules; any other failure is an error. */
async function tolerated(op: Operation, sets: readonly string[], api = app.api): Promise<Answer | undefined> {
  try {
    return await perform(op, sets, api);
  } catch (error) {
    if (error instanceof CatalogError && error.status < 500) return undefined;
    throw error;
  }
}

/** Undoes the sets, the last first. Returns the sets of the undos. */
async function undoAll(sets: readonly string[]): Promise<string[]> {
  const undos: string[] = [];
  for (const changeSetId of sets.toReversed()) {
    try {
      const { data } = await app.api.undoChanges({ params: { changeSetId } });
      if (data.changeSetId) undos.push(data.changeSetId);
    } catch (error) {
      // A request that changed nothing left no set.
      if (!(error instanceof CatalogError) || error.status !== 404) throw error;
    }
  }
  return undos;
}

/** After the undo the catalog is as it was at the start. Undoing the undos restores every change. */
async function expectBackAndForth(sets: string[], start: string): Promise<void> {
  const reached = await catalog("shop");
  const undos = await undoAll(sets);
  expect(await catalog("shop")).toBe(start);
  expect(await app.doctor()).toEqual([]);
  await undoAll(undos);
  expect(await catalog("shop")).toBe(reached);
  expect(await app.doctor()).toEqual([]);
}

/** Fewer runs on PostgreSQL, where each takes five times as long: the same code decides what an undo does. */
const runs = () => ({
  numRuns: Number(process.env.UNDO_RUNS ?? (app.db.engine === "sqlite" ? rounds(10, 60) : rounds(5, 30))),
});

test("undoing any changes in reverse order restores the catalog byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 4 }),
      fc.array(operation, { minLength: 1, maxLength: 25 }),
      async (prepared, operations) => {
        // Deletes what the previous run left. After a failure fast-check tries smaller cases.
        for (const categoryId of (await things()).categories) await app.api.deleteCategory({ params: { categoryId } });
        await scaffold();
        const earlier: string[] = [];
        for (const op of prepared) {
          const set = (await tolerated(op, earlier))?.headers.get("change-set");
          if (set) earlier.push(set);
        }
        const start = await catalog("shop");
        const sets: string[] = [];
        for (const op of operations) {
          const set = (await tolerated(op, [...earlier, ...sets]))?.headers.get("change-set");
          if (set) sets.push(set);
        }
        await expectBackAndForth(sets, start);
      },
    ),
    runs(),
  );
});

test("one undo reverts all changes of a set, and another one restores them", async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 4 }),
      fc.array(
        operation.filter((op) => op.do !== "undo"),
        { minLength: 2, maxLength: 25 },
      ),
      async (prepared, operations) => {
        for (const categoryId of (await things()).categories) await app.api.deleteCategory({ params: { categoryId } });
        await scaffold();
        for (const op of prepared) await tolerated(op, []);
        const start = await catalog("shop");
        const set = `together${String(++number).padStart(4, "0")}`;
        const together = createClient(app.url, (url, init) => {
          const headers = new Headers(init.headers);
          if (init.method !== "GET") headers.set("change-set", set);
          return fetch(url, { ...init, headers });
        });
        for (const op of operations) await tolerated(op, [], together);
        await expectBackAndForth([set], start);
      },
    ),
    runs(),
  );
});
