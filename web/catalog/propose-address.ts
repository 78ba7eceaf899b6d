import { slugOf } from "../../contract/slug.ts";
import { nodeKey, type Tree } from "./tree.ts";

const plain = /^[\x20-\x7e]*$/;

/** As the table of all scripts writes them, which has a size of its own and is loaded for other letters only. */
export const plainLatin = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9\-_.~]+/g, "-")
    .replace(/-+/g, "-");

const allScripts = async () => (await import("transliteration")).slugify as (text: string) => string;

/** An address made from a name, as the service makes its own; empty where nothing can be made from it. */
export async function addressFor(name: string): Promise<string> {
  const slug = slugOf(name, plain.test(name) ? plainLatin : await allScripts());
  return slug === "." || slug === ".." ? "" : slug;
}

export const isTaken = (tree: Tree, id: string) =>
  tree.nodes.has(nodeKey("subcategory", id)) || tree.nodes.has(nodeKey("category", id));

/** The address itself, or the first one with a number after it that the tree does not have. */
export function freeAddress(tree: Tree, address: string): string {
  let free = address;
  for (let number = 2; isTaken(tree, free); number++) free = `${address}-${number}`;
  return free;
}
