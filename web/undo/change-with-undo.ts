import { dismissAbout } from "../platform/toasts.ts";
import type { FieldPath, RecordRef } from "../saving/edit.ts";
import { saving } from "../saving/saving.ts";
import { doneList } from "./done-store.ts";
import { offerUndo } from "./offer-undo.ts";

/** Changes a field in one step of its own, and announces it with an undo. `words` gets the name of the record. */
export function changeWithUndo(
  record: RecordRef,
  field: FieldPath,
  change: () => void,
  words: (name: string) => string,
): void {
  saving.flush(record);
  const earlier = doneList.lastOf(record, field);
  change();
  saving.flush(record);
  const entry = doneList.lastOf(record, field);
  // The field has changed since, so the earlier message has nothing to undo.
  if (earlier) dismissAbout(earlier.id);
  offerUndo(words(entry?.did.name || record.id), entry?.id === earlier?.id ? undefined : entry?.id);
}
