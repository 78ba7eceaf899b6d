import type { Item } from "../../contract/items.ts";
import { workspaceStore } from "../actions/action.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { nodeKey } from "../catalog/tree.ts";
import { keys, queryClient, type Versioned } from "../platform/api.ts";
import { textNow } from "../platform/i18n/i18n.ts";
import { toast } from "../platform/toasts.ts";
import { type ActRequest, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { renamedItem } from "./grid/adding.ts";
import { inParts } from "./item-commands.ts";
import { knownPage } from "./item-pages.ts";
import { itemsOfLeaf } from "./items-of-leaf.ts";
import { unsentItem } from "./pending-items.ts";
import { toggleVisible } from "./toggle-visible.ts";

function itemNow(id: string): Versioned<Item> | undefined {
  const unsent = unsentItem(id, saving.acts());
  return queryClient.getQueryData<Versioned<Item>>(keys.item(id)) ?? (unsent && { data: unsent, etag: undefined });
}

/** Shows the item in the shop, or hides it. */
export function toggleItem(id: string) {
  const now = itemNow(id);
  if (now) void toggleVisible(now.data, now.etag);
}

/** The link alone is enough: it opens the list of the item too. */
export async function copyLink(projectId: string, id: string): Promise<void> {
  const link = new URL(`/projects/${encodeURIComponent(projectId)}?item=${encodeURIComponent(id)}`, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    // The browser does not allow it. The words of a message can be copied by hand.
    return toast(link);
  }
  toast(textNow().views.linkCopied);
}

/**
 * Copies the item right after itself, hidden, and opens the copy with its name selected. A copy has the priority of its
 * original and is newer, so it comes after all that have the same: those get a higher one.
 */
export async function duplicateItem(projectId: string, id: string): Promise<void> {
  const item = itemNow(id)?.data;
  if (!item) return;
  const { subcategoryId } = item;
  saving.flush({ kind: "item", id });
  // Without the network the copy comes after those that have the same priority.
  const pushed = await pushEqual(projectId, item).catch(() => []);
  const { tree } = workspaceStore.get() ?? {};
  const leaf = tree?.nodes.get(nodeKey("subcategory", subcategoryId));
  const where = leaf ? shownName(leaf) : "";
  const body = { itemIds: [id], subcategoryId, visible: false, nameSuffix: textNow().items.copySuffix };
  const outcome = await saving.act({
    projectId,
    title: { what: "copyItems", name: shownName(item), count: 1, where },
    requests: [request("bulkCopyItems", { body }), ...pushed],
  });
  if (outcome.kind === "waiting") return toast(textNow().saving.fieldWaiting);
  const [copy] = outcome.kind === "done" ? (outcome.answers[0] as { itemIds: string[] }).itemIds : [];
  if (copy === undefined) return;
  renamedItem.set(copy);
  workspaceStore.get()?.open(copy);
}

/** Gives a higher priority to the items that come after this one with the same. */
async function pushEqual(projectId: string, item: Item): Promise<ActRequest[]> {
  if (isAloneIn(projectId, item)) return [];
  const { priority } = item;
  const found = await itemsOfLeaf(item.subcategoryId, (some) => (some.at(-1)?.priority ?? 0) > priority);
  const rest = found.slice(found.findIndex(({ id }) => id === item.id) + 1);
  const next = rest.find((one) => one.priority > priority)?.priority ?? priority + 2;
  const equal = rest.filter((one) => one.priority === priority).map(({ id }) => id);
  return inParts(equal, (itemIds) =>
    request("bulkUpdateItems", { body: { itemIds, data: { priority: priority + (next - priority) / 2 } } }),
  );
}

/** Whether a page that was read shows that the next item has another priority. */
function isAloneIn(projectId: string, { id, subcategoryId, priority }: Item): boolean {
  const list = { projectId, within: subcategoryId, leaf: true, filters: {} };
  for (let page = 1, known = knownPage(list, 1); known; known = knownPage(list, ++page)) {
    const at = known.items.findIndex((one) => one.id === id);
    const next = known.items[at + 1];
    if (at >= 0) return next ? next.priority > priority : !known.hasMore;
  }
  return false;
}
