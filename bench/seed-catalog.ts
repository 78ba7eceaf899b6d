import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { newId } from "../server/http/ids.ts";
import { createLog } from "../server/http/logger.ts";
import { createItem } from "../server/items/items.sql.ts";
import type { Author } from "../server/log/changes.sql.ts";
import { insertProject, projectById } from "../server/projects/projects.sql.ts";
import { Indexes } from "../server/search/indexes.ts";
import { createCategory } from "../server/tree/categories.sql.ts";
import { createInCategory, createInSubcategory } from "../server/tree/subcategories.sql.ts";
import { itemBody, names, random } from "./catalog-texts.ts";

/** 10 subcategories on the first level, 9 in each, and 10 in each of those: 1,000 nodes, 900 of them leaves. */
const levels = [10, 9, 10] as const;
export const nodesPerTree = 1_000;

const itemsPerWrite = 2_000;

export type Shape = { items: number; trees: number; itemsOfBigLeaf: number };

export type SeededCatalog = {
  dataDir: string;
  categoryIds: string[];
  itemIds: string[];
  /** All leaves except the big one. */
  leafIds: string[];
  bigLeafId: string;
  emptyLeafId: string;
};

/**
 * Fills a new database through the functions of the service, so that counts, folded names and the change log are as after
 * years of editing. The contents are the same in every run.
 */
export async function seedCatalog(dataDir: string, shape: Shape, bodyOf = itemBody): Promise<SeededCatalog> {
  mkdirSync(dataDir, { recursive: true });
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  const source = random(1);
  const author: Author = { actor: "bench", set: newId(), at: Date.now() };
  const categoryIds: string[] = [];
  const leafIds: string[] = [];
  await db.write((tx) => insertProject(tx, "bench", "bench", "Bench"));

  for (let tree = 0; tree < shape.trees; tree++) {
    await db.write(async (tx) => {
      const node = () => {
        const { en, ru } = names(source);
        return { name: en, priority: source.below(100), translations: { ru: { name: ru } } };
      };
      const { id: categoryId } = await createCategory(tx, "bench", node(), author);
      categoryIds.push(categoryId);
      for (let first = 0; first < levels[0]; first++) {
        const level1 = await createInCategory(tx, categoryId, node(), author);
        for (let second = 0; second < levels[1]; second++) {
          const level2 = await createInSubcategory(tx, level1.id, node(), author);
          for (let third = 0; third < levels[2]; third++) {
            leafIds.push((await createInSubcategory(tx, level2.id, node(), author)).id);
          }
        }
      }
    });
  }

  const [bigLeafId = "", emptyLeafId = ""] = leafIds.splice(-2);
  const itemIds: string[] = [];
  while (itemIds.length < shape.items) {
    await db.write(async (tx) => {
      const end = Math.min(itemIds.length + itemsPerWrite, shape.items);
      while (itemIds.length < end) {
        // Items of the big leaf are added among all others, as in a real shop, so its rows are not adjacent on disk.
        const done = itemIds.length;
        const big =
          Math.floor(((done + 1) * shape.itemsOfBigLeaf) / shape.items) >
          Math.floor((done * shape.itemsOfBigLeaf) / shape.items);
        const leafId = big ? bigLeafId : source.pick(leafIds);
        itemIds.push((await createItem(tx, leafId, bodyOf(source), author)).id);
      }
    });
  }
  // A service without an index would make it beside what is measured.
  const folder = join(dataDir, "search");
  const indexes = new Indexes({ db, folder, maxBytes: Number.POSITIVE_INFINITY, log: createLog("silent") });
  const project = await db.read((reader) => projectById(reader, "bench"));
  await indexes.prepare(project?.key ?? 0);
  await indexes.close();
  await db.close();
  return { dataDir, categoryIds, itemIds, leafIds, bigLeafId, emptyLeafId };
}
