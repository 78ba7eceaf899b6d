import type { TestApp } from "../start-app.ts";

let counter = 0;

/** A category with an empty leaf. */
export async function newLeaf({ api }: TestApp): Promise<{ category: string; leaf: string }> {
  const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } })).data.id;
  const leaf = `leaf-${++counter}`;
  await api.createSubcategory({ params: { categoryId: category }, body: { id: leaf, name: "Leaf" } });
  return { category, leaf };
}

/** The calls that history tests make, in their current app and leaf. */
export const historyCalls = (at: () => { app: TestApp; leaf: string }) => ({
  async item(body = {}) {
    const { app, leaf } = at();
    return (await app.api.createItem({ params: { subcategoryId: leaf }, body: { name: "Aurora", ...body } })).data.id;
  },
  patch: (itemId: string, body: Record<string, unknown>) => at().app.api.updateItem({ params: { itemId }, body }),
  historyOf: async (itemId: string, query = {}) => (await at().app.api.itemHistory({ params: { itemId }, query })).data,
  changes: async (query = {}) => (await at().app.api.listChanges({ params: { projectId: "shop" }, query })).data,
});

export const setOf = ({ headers }: { headers: Headers }) => headers.get("change-set") as string;
