import type { UndoneChange, UndoResult } from "../../contract/changes.ts";
import { searchOf } from "../catalog/addresses.ts";
import { followAddress } from "../catalog/tree-view.ts";
import { keys } from "../platform/api.ts";
import { textNow } from "../platform/i18n/i18n.ts";
import { refresh, refreshCounts } from "../platform/refresh.ts";
import { dismissAbout, toast } from "../platform/toasts.ts";
import type { Act } from "../saving/act.ts";
import { fieldKey, type RecordRef } from "../saving/edit.ts";
import { heldWords, titleWords } from "../saving/pending-words.ts";
import { type Done, isUndo, type Why } from "./done.ts";
import { doneList } from "./done-store.ts";
import { doneWords, whyWords } from "./done-words.ts";
import { offerUndo, undoButton } from "./offer-undo.ts";
import { showFields } from "./show-undone.ts";

/** By then the message is needed, even if the screen is still being read. */
const readMs = 1_000;

/** The service has undone something: shows it, and says what it left as it is. */
export async function settleUndo(act: Act, results: readonly UndoResult[], why: Why | undefined, late: boolean) {
  const entry = doneList.ofAct(act);
  followAddresses(results);
  refreshCounts();
  const others: unknown[] = [keys.session[0], keys.counts[0]];
  const read = refresh({ predicate: ({ queryKey }) => !others.includes(queryKey[0]) });
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, readMs))]);
  if (late) return;
  const undone = results.flatMap((result) => result.undone);
  if (!act.changeSet && why) return sayStuck(act, why);
  const rest = act.changeSet ? keptWords(results) : "";
  const isShown = showFields(undone.map(shownAt));
  const record = isShown ? undefined : undone.find(({ action }) => action !== "delete");
  if (entry && isUndo(act)) return sayUndone(entry, act.title.what === "redo" ? "redo" : "undo", record, rest);
  offerUndo([titleWords(textNow(), act.title), rest].filter(Boolean).join(". "), act.changeSet && entry?.id);
}

function followAddresses(results: readonly UndoResult[]) {
  for (const { action, fields } of results.flatMap(({ undone }) => undone))
    for (const { field, before, after } of fields)
      if (action === "update" && field === "id") followAddress(String(before), String(after));
}

function keptWords(results: readonly UndoResult[]): string {
  const listed = results.flatMap(({ kept }) => kept);
  const count = results.reduce((sum, { keptCount }) => sum + keptCount, 0);
  const isWhole = listed.length === count;
  return count > 0 ? textNow().history.kept(isWhole ? new Set(listed.map(keptKey)).size : count) : "";
}

/** A field that several saves changed is kept once. */
const keptKey = ({ kind, id, field }: UndoResult["kept"][number]) => fieldKey({ kind, id }, field ?? "");

const shownAt = ({ kind, id, fields }: UndoneChange) => ({
  record: { kind, id },
  fields: fields.map(({ field }) => field),
});

/** Announces an undo, with a way back. `record`: what it changed, where that is not on the screen. */
export function sayUndone({ id, did, projectId }: Done, way: "undo" | "redo", record?: RecordRef, rest = "") {
  const t = textNow();
  const words = titleWords(t, { what: way, name: doneWords(t, did) });
  dismissAbout(id);
  toast([words, rest].filter(Boolean).join(". "), {
    about: "undo",
    button: undoButton(id, way === "undo" ? "redo" : "undo"),
    ...(record &&
      projectId && { link: { to: "/projects/$projectId", params: { projectId }, search: searchOf(record) } }),
  });
}

/** Says why it could not be undone. */
export function sayStuck(act: Act, why: Why) {
  const t = textNow();
  dismissAbout(doneList.ofAct(act)?.id ?? "");
  toast(`${heldWords(t, act)} ${whyWords(t, why)}`, { about: "undo", tone: "bad" });
}
