import { freeAddress } from "../catalog/propose-address.ts";
import { type NodeKey, nodeKey, siblingsOf, type TreeNode } from "../catalog/tree.ts";
import { treeNow } from "../catalog/tree-data.ts";
import { request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { temporaryId } from "../saving/temporary-ids.ts";

/**
 * Adds a node and returns its key, with a temporary id while the network is gone. `address`: the id that a subcategory is to
 * have; where it is taken, it gets a number.
 */
export async function addNode(
  projectId: string,
  parent: TreeNode | undefined,
  name: string,
  address: string,
): Promise<NodeKey | undefined> {
  const tree = treeNow(projectId);
  if (!tree) return undefined;
  const siblings = siblingsOf(tree, parent?.key);
  const last = tree.nodes.get(siblings.at(-1) ?? "category:");
  const body = { name, priority: last ? Math.floor(last.priority) + 1 : 0 };
  const wish = address && { ...body, id: freeAddress(tree, address) };
  const made =
    parent === undefined
      ? request("createCategory", { params: { projectId }, body })
      : parent.kind === "category"
        ? request("createSubcategory", { params: { categoryId: parent.id }, body: wish || body })
        : request("createNestedSubcategory", { params: { parentSubcategoryId: parent.id }, body: wish || body });
  if (wish) made.wishedId = address;
  const makes = temporaryId();
  const what = parent ? "addSubcategory" : "addCategory";
  const outcome = await saving.act({ projectId, title: { what, name }, requests: [made], makes });
  return nodeKey(parent ? "subcategory" : "category", outcome.act.made ?? makes);
}
