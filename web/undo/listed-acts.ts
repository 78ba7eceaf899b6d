import type { UndoResult } from "../../contract/changes.ts";
import { textNow } from "../platform/i18n/i18n.ts";
import type { Act } from "../saving/act.ts";
import { actWords } from "../saving/pending-words.ts";
import { saving } from "../saving/saving.ts";
import type { ActEffect } from "../saving/saving-features.ts";
import { isUndo, type Why } from "./done.ts";
import { doneList } from "./done-store.ts";
import { offerUndo } from "./offer-undo.ts";

/** What undoes is fetched later: nobody undoes anything in the first second. */
const undoes = () => import("./settle-undo.ts");

/** Acts that undo or redo something: they may have changed anything. */
export const undoEffect: ActEffect = {
  owns: ({ requests }) => requests.some(({ call }) => call === "undoChanges"),

  async settled(act, answers, late) {
    const results = answers as UndoResult[];
    const why = whyKept(results);
    doneList.settled(act, why);
    return (await undoes()).settleUndo(act, results, why, late);
  },

  refused(act, reason) {
    if (!isUndo(act)) return false;
    doneList.refused(act, reason);
    void undoes().then(({ sayStuck }) => sayStuck(act, reason));
    // The list of what was done says why; there is nothing to decide.
    queueMicrotask(() => saving.discardAct(act));
    return true;
  },
};

/** All other acts: they are listed, and announced with an undo. */
export const listEffect: ActEffect = {
  settled(act, _, late) {
    doneList.settled(act);
    announce(act, late);
  },
};

/** Why the service left something as it is. */
function whyKept(results: readonly UndoResult[]): Why | undefined {
  const kept = results.flatMap((result) => result.kept)[0];
  return kept && { code: kept.reason, message: kept.detail, actor: kept.actor ?? undefined };
}

/** What is added shows where it was added. */
function announce(act: Act, late: boolean) {
  const { what, count = 0 } = act.title;
  const nothingSaved = act.refusedRows && !act.changeSet;
  if (late || nothingSaved || what.startsWith("add")) return;
  const t = textNow();
  const stopped = act.done < act.requests.length;
  offerUndo(stopped ? t.saving.stopped(count) : actWords(t, act), doneList.ofAct(act)?.id);
}
