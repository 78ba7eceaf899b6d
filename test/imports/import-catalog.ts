import { startApp, type TestApp } from "../start-app.ts";
import { Imports } from "./import-run.ts";

export type ImportCatalog = Awaited<ReturnType<typeof startImportCatalog>>;

/** An app with a category for the leaves that files are imported into. */
export async function startImportCatalog(category = "Audio") {
  const app: TestApp = await startApp();
  const { id: categoryId } = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: category } }))
    .data;
  let leaves = 0;
  return {
    app,
    imports: new Imports(app.url),
    newLeaf: async (name = `Leaf ${++leaves}`): Promise<string> =>
      (await app.api.createSubcategory({ params: { categoryId }, body: { name } })).data.id,
    itemsOf: async (subcategoryId: string) =>
      (await app.api.listItems({ params: { subcategoryId }, query: { limit: 500 } })).data.items,
  };
}
