import { afterAll, beforeAll, beforeEach } from "bun:test";
import { startApp, type TestApp } from "../start-app.ts";

let leaves = 0;

/** For a whole test file: an app whose time the tests move, with a new category and an empty leaf for each test. */
export function startHistoryApp() {
  const at = {
    app: {} as TestApp,
    time: Date.parse("2026-03-01T10:00:00Z"),
    category: "",
    leaf: "",
    async item(body = {}) {
      const params = { subcategoryId: at.leaf };
      return (await at.app.api.createItem({ params, body: { name: "Aurora", ...body } })).data.id;
    },
    patch: (itemId: string, body: Record<string, unknown>) => at.app.api.updateItem({ params: { itemId }, body }),
    historyOf: async (itemId: string, query = {}) => (await at.app.api.itemHistory({ params: { itemId }, query })).data,
    changes: async (query = {}) => (await at.app.api.listChanges({ params: { projectId: "shop" }, query })).data,
  };
  beforeAll(async () => {
    at.app = await startApp({}, { now: () => at.time });
  });
  afterAll(() => at.app.stop());
  beforeEach(async () => {
    const { api } = at.app;
    at.category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } })).data.id;
    at.leaf = `leaf-${++leaves}`;
    await api.createSubcategory({ params: { categoryId: at.category }, body: { id: at.leaf, name: "Leaf" } });
    at.time += 3_600_000;
  });
  return at;
}

export const setOf = ({ headers }: { headers: Headers }) => headers.get("change-set") as string;
