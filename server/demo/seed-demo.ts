import { DatabaseUnavailable, type Db, type Tx, UniqueViolation } from "../db/db.ts";
import { newId } from "../http/ids.ts";
import type { Images } from "../images/create-images.ts";
import { createComment } from "../items/comments.sql.ts";
import { createItem } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import { allProjects, insertProject } from "../projects/projects.sql.ts";
import { createCategory } from "../tree/categories.sql.ts";
import { createInCategory, createInSubcategory } from "../tree/subcategories.sql.ts";
import { demoProjects } from "./demo-data.ts";
import type { DemoItem, DemoSubcategory } from "./demo-types.ts";
import { type DemoPictures, firstPicture, pictureName, storeDemoPictures } from "./pictures/demo-pictures.ts";

const actor = "demo";
const dayMs = 86_400_000;
/** On a slow machine another node needs longer for the catalog than a transaction may wait for a lock. */
const mostAttempts = 20;

/** Creates the demo catalog, all or nothing, in a database without projects. Returns whether it did. */
export async function seedDemo(db: Db, images: Pick<Images, "store" | "inbox">, now: number): Promise<boolean> {
  if ((await db.read(allProjects)).length > 0) return false;
  const pictures = await storeDemoPictures(images);
  const create = async (tx: Tx): Promise<boolean> => {
    if ((await allProjects(tx)).length > 0) return false;
    const seed: Seed = { tx, pictures, author: { actor, set: newId(), at: now } };
    const { author } = seed;
    for (const project of demoProjects) {
      await insertProject(tx, project.id, project.name, project.displayName);
      for (const [index, category] of project.categories.entries()) {
        const { id } = await createCategory(
          tx,
          project.id,
          {
            name: category.name,
            priority: (index + 1) * 10,
            img: imageOf(seed, firstPicture(category.subcategories)),
            translations: nameIn(category.ru),
          },
          author,
        );
        await seedSubcategories(seed, category.subcategories, (body) => createInCategory(tx, id, body, author));
      }
    }
    return true;
  };
  // If several nodes start together on an empty database, one of them creates the catalog, and the others wait for it.
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.write(create);
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      if (!(error instanceof DatabaseUnavailable) || attempt === mostAttempts) throw error;
    }
  }
}

const nameIn = (ru: string | undefined) => (ru === undefined ? {} : { ru: { name: ru } });

type Create = (body: Parameters<typeof createInCategory>[2]) => Promise<unknown>;

type Seed = { tx: Tx; pictures: DemoPictures; author: Author };

const imageOf = ({ pictures }: Seed, name: string | undefined): string => pictures.get(name ?? "") ?? "";

async function seedSubcategories(seed: Seed, nodes: readonly DemoSubcategory[], create: Create): Promise<void> {
  const { tx, author } = seed;
  for (const [index, node] of nodes.entries()) {
    await create({
      id: node.id,
      name: node.name,
      visible: node.visible ?? true,
      priority: (index + 1) * 10,
      img: imageOf(seed, firstPicture([node])),
      translations: nameIn(node.ru),
    });
    await seedSubcategories(seed, node.subcategories ?? [], (body) => createInSubcategory(tx, node.id, body, author));
    for (const [position, item] of (node.items ?? []).entries()) await seedItem(seed, node.id, item, position);
  }
}

async function seedItem(seed: Seed, subcategoryId: string, item: DemoItem, position: number): Promise<void> {
  const { tx, author } = seed;
  const { comments, translations, ...fields } = item;
  const { id } = await createItem(
    tx,
    subcategoryId,
    {
      ...fields,
      priority: (position + 1) * 10,
      imgs: [imageOf(seed, pictureName(subcategoryId, position))],
      translations: translations as never,
    },
    author,
  );
  for (const { daysAgo, ...comment } of comments ?? []) {
    await createComment(tx, id, comment, { ...author, at: author.at - daysAgo * dayMs });
  }
}
