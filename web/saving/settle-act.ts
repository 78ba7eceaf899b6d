import type { UndoResult } from "../../contract/changes.ts";
import type { Item } from "../../contract/items.ts";
import { keys, queryClient, type Versioned } from "../api.ts";
import { isUndo, type Why } from "../changes/done.ts";
import { doneList } from "../changes/done-store.ts";
import { overtake, refresh, refreshCounts, refreshSearches } from "../changes/refresh.ts";
import { explainReason } from "../explain.ts";
import { loadText, textNow } from "../i18n/i18n.ts";
import { withWords } from "../i18n/later-words.ts";
import { showEmpty } from "../items/item-pages.ts";
import { renamePicked } from "../items/selection.ts";
import { offerUndo, toast } from "../toasts.ts";
import { confirmedBy, showConfirmed } from "../translations/confirmed.ts";
import { treeAfter } from "../tree/pending-tree.ts";
import type { Tree } from "../tree/tree.ts";
import type { Act, ActCall } from "./act.ts";
import type { RecordData, StorageFault } from "./edit.ts";
import { actWords, heldWords } from "./pending-words.ts";
import type { Reason } from "./reason.ts";

const ofItems = new Set<ActCall>([
  "createItem",
  "updateItem",
  "bulkUpdateItems",
  "bulkDeleteItems",
  "bulkCopyItems",
  "saveItemRows",
]);
const ofComments = new Set<ActCall>(["createComment", "deleteComment", "setCommentState"]);
/** These change how many items a subcategory has. */
const ofCounts = new Set<ActCall>(["bulkUpdateItems", "bulkDeleteItems", "bulkCopyItems", "saveItemRows"]);

/** Puts what was created into the cache before anything asks for it by its own id. An item stays picked under it. */
export function showMade(act: Act, temporary: string, data: RecordData, etag: string | undefined) {
  const id = String(data.id);
  renamePicked(temporary, id);
  const call = act.requests[0]?.call;
  if (call === "createItem") queryClient.setQueryData<Versioned<Item>>(keys.item(id), { data: data as Item, etag });
  if (call === "createSubcategory" || call === "createNestedSubcategory") showEmpty(act.projectId, temporary, id);
}

/** What undoes is fetched later: nobody undoes anything in the first second. */
const undoes = () => import("../changes/settle-undo.ts");

export async function settleAct(act: Act, answers: unknown[], late: boolean): Promise<void> {
  const calls = act.requests.map(({ call }) => call);
  const results = calls.includes("undoChanges") ? (answers as UndoResult[]) : [];
  const why = whyKept(results);
  doneList.settled(act, why);
  if (calls.includes("undoChanges")) return (await undoes()).settleUndo(act, results, why, late);
  queryClient.setQueryData<Tree>(keys.tree(act.projectId), (tree) => tree && treeAfter(tree, act.projectId, [act]));
  overtake(keys.tree(act.projectId));
  void refresh({ queryKey: ["history"] });
  void refresh({ queryKey: ["node"] });
  announce(act, late);
  if (calls.some((call) => ofCounts.has(call))) void refresh({ queryKey: keys.tree(act.projectId) });
  if (calls.some((call) => ofItems.has(call))) {
    void refresh({ queryKey: ["item"] });
    refreshCounts();
    await refresh({ queryKey: keys.pages });
  } else refreshSearches();
  for (const confirmed of act.requests.flatMap((one) => confirmedBy(one) ?? [])) {
    showConfirmed(confirmed);
    void refresh({ queryKey: keys.item(confirmed.record.id) });
    void refresh({ queryKey: ["progress", act.projectId] });
  }
  if (calls.some((call) => ofComments.has(call)))
    await Promise.all(
      [keys.comments, keys.item(act.requests[0]?.params?.itemId ?? "")].map((queryKey) => refresh({ queryKey })),
    );
}

/** Why the service left something as it is. */
function whyKept(results: readonly UndoResult[]): Why | undefined {
  const kept = results.flatMap((result) => result.kept)[0];
  return kept && { code: kept.reason, message: kept.detail, actor: kept.actor ?? undefined };
}

/** What is added shows where it was added. Everything else is announced, with an undo. */
function announce(act: Act, late: boolean) {
  const { what, count = 0 } = act.title;
  if (act.refusedRows)
    void withWords(() => import("../sheet/tell-cells.ts")).then(({ tellRefusedRows }) => tellRefusedRows(act));
  // Nothing of it was saved.
  if (act.refusedRows && !act.changeSet) return;
  if (late || what.startsWith("add")) return;
  const t = textNow();
  const stopped = act.done < act.requests.length;
  offerUndo(stopped ? t.saving.stopped(count) : actWords(t, act), doneList.ofAct(act)?.id);
}

export function tellRefused(act: Act, reason: Reason, late: boolean) {
  if (isUndo(act)) {
    doneList.refused(act, reason);
    return void undoes().then(({ tellStuck }) => tellStuck(act, reason));
  }
  // The dialog that changes an address shows the reason itself.
  if (act.title.what === "changeAddress" && !late) return;
  toast(`${heldWords(textNow(), act)} ${explainReason(reason)}`, { tone: "bad" });
}

/** This can happen before the first screen, while the texts are still loading. */
export const tellStorageFault = (fault: StorageFault) =>
  void loadText().then(() => toast(textNow().saving.storageFault[fault], { tone: "bad" }));

export const tellBack = (sent: number) => toast(textNow().saving.sent(sent));
