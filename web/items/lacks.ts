import type { Item } from "../../contract/items.ts";
import type { Lack } from "../platform/i18n/words/en/bulk-en.ts";

/** `id`: undefined for an item that is only about to be made. */
export type Candidate = Pick<Item, "name" | "price" | "imgs"> & { id?: string | undefined };
export type Lacking = { name: string; lacks: readonly Lack[] };

/** The names that new items had before someone named them. */
const givenNames = ["New item", "Новый товар"];

/** `copySuffix`: what the name of a copy ends with. */
export function lacksOf({ name, price, imgs }: Candidate, copySuffix: string): Lack[] {
  const lacks: Lack[] = [];
  if (givenNames.includes(name) || name.endsWith(copySuffix)) lacks.push("name");
  if (price <= 0) lacks.push("price");
  if (imgs.length === 0) lacks.push("picture");
  return lacks;
}

export const lackCounts = (lacking: readonly Pick<Lacking, "lacks">[]) =>
  (["name", "price", "picture"] as const)
    .map((lack) => ({ lack, count: lacking.filter(({ lacks }) => lacks.includes(lack)).length }))
    .filter(({ count }) => count > 0);
