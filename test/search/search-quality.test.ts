import { afterAll, beforeAll, expect, test } from "bun:test";
import { demoProjects } from "../../server/demo/demo-data.ts";
import type { DemoSubcategory } from "../../server/demo/demo-types.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { queriesCatalog } from "./queries-catalog.ts";
import { type Query, queries } from "./search-queries.ts";

const projectOf = { demo: "shop", generated: "other" } as const;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const newCategory = async (projectId: string, name: string) =>
    (await app.api.createCategory({ params: { projectId }, body: { name } })).data.id;
  const newItem = async (subcategoryId: string, { comments: _, ...body }: { name: string; comments?: unknown }) => {
    await app.api.createItem({ params: { subcategoryId }, body });
  };
  const addNode = async ({ id, name, items = [], subcategories = [] }: DemoSubcategory, categoryId: string) => {
    await app.api.createSubcategory({ params: { categoryId }, body: { id, name } });
    for (const item of items) await newItem(id, item);
    for (const node of subcategories) await addNode(node, categoryId);
  };
  for (const { name, subcategories } of demoProjects.flatMap(({ categories }) => categories)) {
    const categoryId = await newCategory(projectOf.demo, name);
    for (const node of subcategories) await addNode(node, categoryId);
  }
  for (const { category, leaf, items } of queriesCatalog) {
    const params = { categoryId: await newCategory(projectOf.generated, category) };
    const { id } = (await app.api.createSubcategory({ params, body: { name: leaf } })).data;
    for (const item of items) await newItem(id, item);
  }
});
afterAll(() => app.stop());

/** Whether an item that is meant is among the first three. */
async function isFound({ query, expect: meant, catalog }: Query): Promise<boolean> {
  const params = { projectId: projectOf[catalog] };
  const { items } = (await app.api.searchItems({ params, query: { search: query, limit: 3 } })).data;
  return items.some(({ name }) => [meant].flat().includes(name));
}

test("of the queries that people type, 95 in 100 have the item that is meant among the first three", async () => {
  const missed: string[] = [];
  for (const query of queries) if (!(await isFound(query))) missed.push(`${query.kind}: ${query.query}`);
  const rate = 1 - missed.length / queries.length;
  expect({ missed: rate < 0.95 ? missed : [] }).toEqual({ missed: [] });
  for (const [kind, ofKind] of Map.groupBy(queries, ({ kind }) => kind)) {
    const misses = missed.filter((line) => line.startsWith(`${kind}:`));
    expect({ kind, missed: misses.length / ofKind.length > 0.15 ? misses : [] }).toEqual({ kind, missed: [] });
  }
});
