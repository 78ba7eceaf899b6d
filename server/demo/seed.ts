import type { Author } from "../changes/changes.sql.ts";
import type { Db, Tx } from "../db/db.ts";
import { newId } from "../http/ids.ts";
import { createComment } from "../items/comments.sql.ts";
import { createItem } from "../items/items.sql.ts";
import { allProjects, insertProject } from "../projects/projects.sql.ts";
import { createCategory } from "../tree/categories.sql.ts";
import { createInCategory, createInSubcategory } from "../tree/subcategories.sql.ts";
import { demoProjects } from "./demo-data.ts";
import type { DemoItem, DemoSubcategory } from "./demo-types.ts";

const actor = "demo";
const dayMs = 86_400_000;

/** Fills a database without any project with the demo catalog, all of it or nothing. True if it did. */
export function seedDemo(db: Db, now: number): Promise<boolean> {
  return db.write(async (tx) => {
    if ((await allProjects(tx)).length > 0) return false;
    const author = { actor, set: newId(), at: now };
    for (const project of demoProjects) {
      await insertProject(tx, project.id, project.name, project.displayName);
      for (const [index, category] of project.categories.entries()) {
        const { id } = await createCategory(
          tx,
          project.id,
          { name: category.name, priority: (index + 1) * 10, translations: nameIn(category.ru) },
          author,
        );
        await seedSubcategories(tx, category.subcategories, (body) => createInCategory(tx, id, body, author), author);
      }
    }
    return true;
  });
}

const nameIn = (ru: string | undefined) => (ru === undefined ? {} : { ru: { name: ru } });

type Create = (body: Parameters<typeof createInCategory>[2]) => Promise<unknown>;

async function seedSubcategories(
  tx: Tx,
  nodes: readonly DemoSubcategory[],
  create: Create,
  author: Author,
): Promise<void> {
  for (const [index, node] of nodes.entries()) {
    await create({
      id: node.id,
      name: node.name,
      visible: node.visible ?? true,
      priority: (index + 1) * 10,
      translations: nameIn(node.ru),
    });
    await seedSubcategories(
      tx,
      node.subcategories ?? [],
      (body) => createInSubcategory(tx, node.id, body, author),
      author,
    );
    for (const [position, item] of (node.items ?? []).entries()) {
      await seedItem(tx, node.id, item, (position + 1) * 10, author);
    }
  }
}

async function seedItem(
  tx: Tx,
  subcategoryId: string,
  item: DemoItem,
  priority: number,
  author: Author,
): Promise<void> {
  const { comments, translations, ...fields } = item;
  const { id } = await createItem(
    tx,
    subcategoryId,
    { ...fields, priority, translations: translations as never },
    author,
  );
  for (const { daysAgo, ...comment } of comments ?? []) {
    await createComment(tx, id, comment, { ...author, at: author.at - daysAgo * dayMs });
  }
}
