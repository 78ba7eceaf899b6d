import { join } from "node:path";
import type { Tx } from "../../server/db/db.ts";
import { composed } from "../../server/db/sql.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { newId } from "../../server/http/ids.ts";
import { createItem } from "../../server/items/items.sql.ts";
import type { Author } from "../../server/log/changes.sql.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { createCategory } from "../../server/tree/categories.sql.ts";
import { createInCategory, createInSubcategory } from "../../server/tree/subcategories.sql.ts";

/** A department, its shelves and their boxes. Keys are numbers in the log of changes, so a copy has keys that follow. */
const perBranch = 1_000;

/**
 * Creates a catalog with many nodes, and many items in one leaf, before the service starts: one department and one item
 * through the functions of the service, and the others as copies of their rows and log entries. Over HTTP the same would
 * take a minute, and through the functions ten seconds.
 */
export async function makeBigCatalog(dataDir: string, nodes: number, items: number): Promise<{ leafId: string }> {
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  const author: Author = { actor: "test", set: newId(), at: Date.now() };
  await db.write(async (tx) => {
    await insertProject(tx, "big", "big", "Big");
    const category = await createCategory(tx, "big", { name: "Department 0", priority: 0 }, author);
    for (let shelf = 0; shelf < 9; shelf++) {
      const parent = await createInCategory(tx, category.id, { name: `Shelf 0.${shelf}` }, author);
      for (let box = 0; box < 110; box++)
        await createInSubcategory(tx, parent.id, { name: `Box 0.${shelf}.${box}`, priority: box }, author);
    }
  });
  await db.write((tx) => copyBranch(tx, Math.ceil(nodes / perBranch)));
  const leaf = await db.write(async (tx) => {
    const category = await createCategory(tx, "big", { name: "Everything", priority: -1 }, author);
    const made = await createInCategory(tx, category.id, { id: "everything", name: "Everything at once" }, author);
    await createItem(tx, made.id, { name: "Item 0", priority: 0, price: 0, quantity: 0 }, author);
    return made;
  });
  await db.write((tx) => copyItem(tx, items));
  await db.close();
  return { leafId: leaf.id };
}

/** Runs a statement with the numbers of the copies. */
const copy = (tx: Tx, end: number, statement: string) => {
  const numbers = `select 1 where ${end} > 1 union all select n + 1 from numbers where n + 1 < ${end}`;
  return tx.run(composed(`with recursive numbers(n) as (${numbers}) ${statement}`, []));
};

/** The one department becomes this many, which differ in their number. */
async function copyBranch(tx: Tx, branches: number): Promise<void> {
  const later = `${perBranch} * n`;
  await copy(
    tx,
    branches,
    `insert into changes
    select seq + ${later}, transaction_id, set_id, project_key, kind, action, entity_key, entity_id || '-' || n, actor, at,
      previous, before,
      case when kind = 'category'
        then json_set(after, '$.id', entity_id || '-' || n, '$.name', 'Department ' || n, '$.priority', n)
        else json_set(after, '$.id', entity_id || '-' || n, '$.name', replace(after ->> '$.name', ' 0.', ' ' || n || '.'),
          '$.parentId', (after ->> '$.parentId') || '-' || n)
      end, from_key, to_key + ${later}
    from changes, numbers where seq <= ${perBranch}`,
  );
  await copy(
    tx,
    branches,
    `insert into categories
    select key + ${later}, id || '-' || n, project_key, 'Department ' || n, visible, n, img, translations,
      version + ${later}, stale
    from categories, numbers`,
  );
  await copy(
    tx,
    branches,
    `insert into subcategories
    select key + ${later}, id || '-' || n, category_key + ${later}, parent_key + ${later},
      replace(name, ' 0.', ' ' || n || '.'), visible, priority, img, translations, child_count, item_count,
      version + ${later}, stale
    from subcategories, numbers`,
  );
}

/** The one item becomes this many, which differ in their number. */
async function copyItem(tx: Tx, items: number): Promise<void> {
  await copy(
    tx,
    items,
    `insert into changes
    select seq + n, transaction_id, set_id, project_key, kind, action, entity_key, entity_id || '-' || n, actor, at,
      previous, before,
      json_set(after, '$.id', entity_id || '-' || n, '$.name', 'Item ' || n, '$.priority', n, '$.price', n % 997,
        '$.quantity', n % 50),
      from_key, to_key
    from changes, numbers where kind = 'item'`,
  );
  await copy(
    tx,
    items,
    `insert into items
    select key + n, id || '-' || n, subcategory_key, n, visible, 'Item ' || n, 'item ' || n, n % 50, n % 997, discount,
      currency, imgs, tags, details, version + n, stale, external_key
    from items, numbers`,
  );
  await tx.run(composed(`update subcategories set item_count = ${items} where item_count = 1`, []));
}
