import type { Category, Subcategory } from "../../contract/categories.ts";
import { fold } from "../../contract/fold.ts";

export type NodeKind = "category" | "subcategory";
export type NodeKey = `${NodeKind}:${string}`;

export type TreeNode = {
  key: NodeKey;
  kind: NodeKind;
  id: string;
  name: string;
  visible: boolean;
  priority: number;
  img: string;
  translations: Subcategory["translations"];
  parent: NodeKey | undefined;
  itemCount: number;
  children: NodeKey[];
  depth: number;
};

/** The nested trees of a project as one flat map: depth is unlimited, so nothing here recurses. */
export type Tree = { nodes: ReadonlyMap<NodeKey, TreeNode>; roots: NodeKey[] };

export const nodeKey = (kind: NodeKind, id: string): NodeKey => `${kind}:${id}`;

/** The node with this id. A subcategory wins, as in the service. */
export const nodeById = (tree: Tree, id: string): TreeNode | undefined =>
  tree.nodes.get(nodeKey("subcategory", id)) ?? tree.nodes.get(nodeKey("category", id));

/** The id of the element that shows the node. */
export const rowId = (key: NodeKey) => `node-${key}`;

export function treeFrom(categories: Category[]): Tree {
  const nodes = new Map<NodeKey, TreeNode>();
  const roots: NodeKey[] = [];
  const open: { from: Category | Subcategory; parent: NodeKey | undefined; depth: number }[] = [];
  for (const category of categories) {
    roots.push(nodeKey("category", category.id));
    open.push({ from: category, parent: undefined, depth: 0 });
  }
  for (let next = open.pop(); next; next = open.pop()) {
    const { from, parent, depth } = next;
    const node = nodeFrom(from, parent, depth);
    nodes.set(node.key, node);
    for (const child of from.subcategories) open.push({ from: child, parent: node.key, depth: depth + 1 });
  }
  return { nodes, roots };
}

function nodeFrom(from: Category | Subcategory, parent: NodeKey | undefined, depth: number): TreeNode {
  const kind: NodeKind = "parentId" in from ? "subcategory" : "category";
  return {
    key: nodeKey(kind, from.id),
    kind,
    id: from.id,
    name: from.name,
    visible: from.visible,
    priority: from.priority,
    img: from.img,
    translations: from.translations,
    parent,
    itemCount: "itemCount" in from ? from.itemCount : 0,
    children: from.subcategories.map((child) => nodeKey("subcategory", child.id)),
    depth,
  };
}

export const siblingsOf = (tree: Tree, parent: NodeKey | undefined): NodeKey[] =>
  parent === undefined ? tree.roots : (tree.nodes.get(parent)?.children ?? []);

function withSiblings(tree: Tree, parent: NodeKey | undefined, children: NodeKey[]): Tree {
  if (parent === undefined) return { ...tree, roots: children };
  const node = tree.nodes.get(parent);
  if (!node) return tree;
  return { ...tree, nodes: new Map(tree.nodes).set(parent, { ...node, children }) };
}

/** Priority ascending; the sort is stable, so equals keep the order the service gave. */
function sorted(tree: Tree, keys: NodeKey[]): NodeKey[] {
  return [...keys].sort((a, b) => (tree.nodes.get(a)?.priority ?? 0) - (tree.nodes.get(b)?.priority ?? 0));
}

export function updateNode(tree: Tree, key: NodeKey, change: Partial<TreeNode>): Tree {
  const node = tree.nodes.get(key);
  if (!node) return tree;
  const next = { ...tree, nodes: new Map(tree.nodes).set(key, { ...node, ...change }) };
  if (change.priority === undefined || change.priority === node.priority) return next;
  return withSiblings(next, node.parent, sorted(next, siblingsOf(next, node.parent)));
}

export function insertNode(tree: Tree, node: TreeNode): Tree {
  const next = { ...tree, nodes: new Map(tree.nodes).set(node.key, node) };
  return withSiblings(next, node.parent, sorted(next, [...siblingsOf(next, node.parent), node.key]));
}

/** Every node below, the node itself first. */
export function subtree(tree: Tree, key: NodeKey): TreeNode[] {
  const found: TreeNode[] = [];
  const open: NodeKey[] = [key];
  for (let next = open.pop(); next; next = open.pop()) {
    const node = tree.nodes.get(next);
    if (!node) continue;
    found.push(node);
    for (const child of node.children) open.push(child);
  }
  return found;
}

export function removeNode(tree: Tree, key: NodeKey): Tree {
  const node = tree.nodes.get(key);
  if (!node) return tree;
  const nodes = new Map(tree.nodes);
  for (const gone of subtree(tree, key)) nodes.delete(gone.key);
  const next = { ...tree, nodes };
  return withSiblings(
    next,
    node.parent,
    siblingsOf(next, node.parent).filter((one) => one !== key),
  );
}

export function moveNode(tree: Tree, key: NodeKey, parent: NodeKey | undefined, priority: number): Tree {
  const node = tree.nodes.get(key);
  if (!node) return tree;
  const depth = parent === undefined ? 0 : (tree.nodes.get(parent)?.depth ?? 0) + 1;
  const nodes = new Map(tree.nodes);
  for (const below of subtree(tree, key)) nodes.set(below.key, { ...below, depth: below.depth - node.depth + depth });
  nodes.set(key, { ...node, parent, priority, depth });
  let next: Tree = { ...tree, nodes };
  next = withSiblings(
    next,
    node.parent,
    siblingsOf(next, node.parent).filter((one) => one !== key),
  );
  return withSiblings(next, parent, sorted(next, [...siblingsOf(next, parent), key]));
}

export function renameNode(tree: Tree, key: NodeKey, id: string): Tree {
  const node = tree.nodes.get(key);
  if (!node || node.id === id) return tree;
  const renamed = { ...node, id, key: nodeKey(node.kind, id) };
  const nodes = new Map(tree.nodes);
  nodes.delete(key);
  nodes.set(renamed.key, renamed);
  for (const child of node.children) {
    const below = nodes.get(child);
    if (below) nodes.set(child, { ...below, parent: renamed.key });
  }
  const swap = (keys: NodeKey[]) => keys.map((one) => (one === key ? renamed.key : one));
  const next = { nodes, roots: swap(tree.roots) };
  return withSiblings(next, node.parent, swap(siblingsOf(tree, node.parent)));
}

/** From the category down to the node itself. */
export function pathTo(tree: Tree, key: NodeKey): TreeNode[] {
  const path: TreeNode[] = [];
  for (let node = tree.nodes.get(key); node; node = node.parent && tree.nodes.get(node.parent)) path.unshift(node);
  return path;
}

export const isWithin = (tree: Tree, key: NodeKey, ancestor: NodeKey): boolean =>
  pathTo(tree, key).some((node) => node.key === ancestor);

/** The address on the marketplace: /{categoryId}/{sub1Id}/.../{itemId}. */
export const addressOf = (tree: Tree, key: NodeKey, itemId?: string): string =>
  `/${[...pathTo(tree, key).map((node) => node.id), ...(itemId ? [itemId] : [])].join("/")}`;

export type Row = { node: TreeNode; expanded: boolean; position: number; siblings: number };

/** What the tree shows, top to bottom. With a filter: every match and its ancestors, all open. */
export function visibleRows(tree: Tree, expanded: ReadonlySet<NodeKey>, shown?: ReadonlySet<NodeKey>): Row[] {
  const rows: Row[] = [];
  const open: { keys: NodeKey[]; at: number }[] = [
    { keys: shown ? tree.roots.filter((k) => shown.has(k)) : tree.roots, at: 0 },
  ];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const key = level.keys[level.at++];
    if (key === undefined) {
      open.pop();
      continue;
    }
    const node = tree.nodes.get(key);
    if (!node) continue;
    const children = shown ? node.children.filter((child) => shown.has(child)) : node.children;
    const isOpen = children.length > 0 && (shown !== undefined || expanded.has(key));
    rows.push({ node, expanded: isOpen, position: level.at, siblings: level.keys.length });
    if (isOpen) open.push({ keys: children, at: 0 });
  }
  return rows;
}

/** The node, or the nearest one above it that has a row: a branch may be closed, or a filter may hide it. */
export function nearestShown(tree: Tree, rows: readonly Row[], key: NodeKey | undefined): NodeKey | undefined {
  let at = key;
  while (at && !rows.some((row) => row.node.key === at)) at = tree.nodes.get(at)?.parent;
  return at;
}

/** Every node, from the top down as the tree shows them. */
export function* inOrder(tree: Tree): Generator<TreeNode> {
  const open = tree.roots.toReversed();
  for (let key = open.pop(); key; key = open.pop()) {
    const node = tree.nodes.get(key);
    if (!node) continue;
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as NodeKey);
  }
}

/** Names in every language, and the id: people search by what they remember. */
export function matches(node: TreeNode, folded: string): boolean {
  if (fold(node.name).includes(folded) || node.id.toLowerCase().includes(folded)) return true;
  return Object.values(node.translations).some((texts) => texts.name && fold(texts.name).includes(folded));
}

/** The matching nodes and all their ancestors. */
export function filterTree(tree: Tree, query: string): { shown: Set<NodeKey>; found: NodeKey[]; hits: Set<NodeKey> } {
  const folded = fold(query.trim());
  const shown = new Set<NodeKey>();
  const found: NodeKey[] = [];
  for (const node of tree.nodes.values()) {
    if (!matches(node, folded)) continue;
    found.push(node.key);
    for (let at: TreeNode | undefined = node; at && !shown.has(at.key); at = at.parent && tree.nodes.get(at.parent))
      shown.add(at.key);
  }
  return { shown, found, hits: new Set(found) };
}
