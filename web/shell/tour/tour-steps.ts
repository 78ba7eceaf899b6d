import type { Session } from "../../../contract/access.ts";
import { rightsOf } from "../../access/rights.ts";
import type { ActionContext } from "../../actions/action.ts";
import { isLeaf, listOf } from "../../catalog/item-list.ts";
import type { NodeKey, Tree, TreeNode } from "../../catalog/tree.ts";
import { treeQuery } from "../../catalog/tree-data.ts";
import { pageQuery } from "../../items/item-pages.ts";
import { keys, queryClient } from "../../platform/api.ts";
import type { LaterText } from "../../platform/i18n/later-words.ts";

type Step = {
  id: keyof LaterText["tour"]["steps"];
  /** What it is about; the first of these that the screen shows. */
  at: readonly string[];
  /** Goes where that is shown. */
  show(context: ActionContext): void | Promise<void>;
};

export const tourSteps: readonly Step[] = [
  {
    id: "tree",
    at: [".tree-pane"],
    show(context) {
      // On a phone the tree is a screen of its own.
      if (!placeOf([".tree-pane"])) context.open({});
    },
  },
  {
    id: "grid",
    at: ['.grid-row[aria-rowindex="2"]', "[role=grid]"],
    show: async (context) => context.open((await sample(context)).list),
  },
  {
    id: "item",
    at: [".panel"],
    async show(context) {
      const { list, item } = await sample(context);
      context.open({ ...list, ...(item && { item }) });
    },
  },
  {
    id: "translations",
    at: ['.board-row[data-index="0"]', ".board-list"],
    show: (context) => context.go("translations"),
  },
  { id: "undo", at: ["[data-opens=done]"], show: (context) => context.go("history") },
];

/** Where the step's subject is drawn. */
export function placeOf(at: readonly string[]): DOMRect | undefined {
  return at
    .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
    .find((box) => box && box.width > 0);
}

/** A list that the person may type into, and its first item. Without one, all items are shown. */
async function sample({ projectId = "" }: ActionContext) {
  const tree = await queryClient.ensureQueryData(treeQuery(projectId));
  const rights = rightsOf(queryClient.getQueryData<Session>(keys.session), projectId, tree);
  const leaf = firstLeaf(tree, ({ key, itemCount }) => itemCount > 0 && rights.edit(key));
  if (!leaf) return { list: { all: true as const }, item: undefined };
  const { items } = await queryClient.ensureQueryData(pageQuery(listOf(projectId, leaf, {}), 1));
  return { list: { subcategory: leaf.id }, item: items[0]?.id };
}

/** In the order of the tree. */
function firstLeaf(tree: Tree, isMeant: (node: TreeNode) => boolean): TreeNode | undefined {
  const open: NodeKey[] = tree.roots.toReversed();
  for (let key = open.pop(); key; key = open.pop()) {
    const node = tree.nodes.get(key);
    if (!node) continue;
    if (isLeaf(node) && isMeant(node)) return node;
    open.push(...node.children.toReversed());
  }
  return undefined;
}
