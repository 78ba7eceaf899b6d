import { copyFile } from "node:fs/promises";
import type { Images } from "../../images/create-images.ts";
import { demoProjects } from "../demo-data.ts";
import type { DemoSubcategory } from "../demo-types.ts";

/** The file name of an item's picture, from its leaf and its position there. */
export const pictureName = (leafId: string, position: number) => `${leafId}-${position + 1}.webp`;

/** The addresses of the demo pictures, by file name. */
export type DemoPictures = ReadonlyMap<string, string>;

/**
 * Puts the pictures of the demo catalog into the store. They are already clean, so nothing is decoded, and their hash
 * is their name.
 */
export async function storeDemoPictures({ store, inbox }: Pick<Images, "store" | "inbox">): Promise<DemoPictures> {
  const urls = new Map<string, string>();
  await Promise.all(
    namesIn(demoProjects.flatMap(({ categories }) => categories.flatMap(({ subcategories }) => subcategories))).map(
      async (name) => {
        const source = new URL(name, import.meta.url).pathname;
        const hash = new Bun.CryptoHasher("sha256").update(await Bun.file(source).bytes()).digest("hex");
        const file = inbox.newPath();
        await copyFile(source, file);
        await store.put(`${hash}.webp`, file);
        urls.set(name, `/uploads/${hash}.webp`);
      },
    ),
  );
  return urls;
}

function namesIn(nodes: readonly DemoSubcategory[]): string[] {
  return nodes.flatMap(({ id, items, subcategories }) => [
    ...(items ?? []).map((_, position) => pictureName(id, position)),
    ...namesIn(subcategories ?? []),
  ]);
}

/** A category and a subcategory show the first picture below them. */
export function firstPicture(nodes: readonly DemoSubcategory[]): string | undefined {
  return namesIn(nodes)[0];
}
