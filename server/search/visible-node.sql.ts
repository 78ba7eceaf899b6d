import type { Branches } from "../access/caller.ts";
import { nodeById } from "../access/places.sql.ts";
import type { Reader } from "../db/db.ts";
import type { NodeTree } from "./index/node-tree.ts";

/** The key of a category or subcategory of a project, by its id; undefined if the caller sees no such node. */
export async function visibleNode(
  reader: Reader,
  { tree, projectKey, branches }: { tree: NodeTree; projectKey: number; branches: Branches | undefined },
  id: string,
): Promise<number | undefined> {
  const node = await nodeById(reader, id);
  if (node?.project_key !== projectKey) return undefined;
  return tree.sees(branches)(node.key) || branches?.path.has(node.key) ? node.key : undefined;
}
