import { join } from "node:path";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { newId } from "../../server/http/ids.ts";
import { createItem } from "../../server/items/items.sql.ts";
import type { Author } from "../../server/log/changes.sql.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { createCategory } from "../../server/tree/categories.sql.ts";
import { createInCategory, createInSubcategory } from "../../server/tree/subcategories.sql.ts";

const perWrite = 5_000;

/**
 * Creates a catalog with many nodes, and many items in one leaf, through the functions of the service before it starts.
 * Over HTTP the same would take a minute.
 */
export async function makeBigCatalog(dataDir: string, nodes: number, items: number): Promise<{ leafId: string }> {
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  const author: Author = { actor: "test", set: newId(), at: Date.now() };
  await db.write((tx) => insertProject(tx, "big", "big", "Big"));
  const branches = Math.ceil(nodes / 1_000);
  for (let branch = 0; branch < branches; branch++) {
    await db.write(async (tx) => {
      const category = await createCategory(tx, "big", { name: `Department ${branch}`, priority: branch }, author);
      for (let shelf = 0; shelf < 9; shelf++) {
        const parent = await createInCategory(tx, category.id, { name: `Shelf ${branch}.${shelf}` }, author);
        for (let box = 0; box < 110; box++) {
          const priority = box;
          await createInSubcategory(tx, parent.id, { name: `Box ${branch}.${shelf}.${box}`, priority }, author);
        }
      }
    });
  }
  const leaf = await db.write(async (tx) => {
    const category = await createCategory(tx, "big", { name: "Everything", priority: -1 }, author);
    return createInCategory(tx, category.id, { id: "everything", name: "Everything at once" }, author);
  });
  for (let made = 0; made < items; made += perWrite) {
    await db.write(async (tx) => {
      for (let at = made; at < Math.min(items, made + perWrite); at++)
        await createItem(tx, leaf.id, { name: `Item ${at}`, priority: at, price: at % 997, quantity: at % 50 }, author);
    });
  }
  await db.close();
  return { leafId: leaf.id };
}
