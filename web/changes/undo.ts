import { api, queryClient } from "../api.ts";
import { explain } from "../explain.ts";
import { textNow } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";

/** Announces what was done, with an undo where there is a change set. */
export function offerUndo(text: string, changeSets: string[]) {
  const undo = { label: textNow().history.undo, perform: () => void undoChanges(changeSets) };
  toast(text, changeSets.length > 0 ? { action: undo } : {});
}

/** Undoes changes, the last one first. Fields that were changed again since stay, and the message says so. */
export async function undoChanges(changeSets: string[]) {
  const t = textNow();
  const made: string[] = [];
  let kept = 0;
  try {
    for (const changeSetId of [...changeSets].reverse()) {
      const { data } = await api.undoChanges({ params: { changeSetId } });
      kept += data.kept.length;
      if (data.changeSetId) made.push(data.changeSetId);
    }
    offerUndo(kept > 0 ? `${t.history.undone}. ${t.history.kept(kept)}` : t.history.undone, made);
  } catch (error) {
    toast(`${t.history.undoFailed}. ${explain(error)}`, { tone: "bad" });
  }
  await queryClient.invalidateQueries();
}
