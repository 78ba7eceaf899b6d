import { fieldLabel } from "../catalog/field-names.ts";
import type { Text } from "../platform/i18n/i18n.ts";
import { titleWords } from "../saving/pending-words.ts";
import { shownValue } from "../widgets/shown-value.ts";
import { type Done, type FieldChange, isField, type Why } from "./done.ts";

/** What somebody did, in one line. */
export function doneWords(t: Text, did: Done["did"]): string {
  return isField(did) ? fieldWords(t, did) : titleWords(t, did.title);
}

function fieldWords(t: Text, { record, name: known, field, before, after }: FieldChange): string {
  const name = known || record.id;
  if (field === "name") return t.undo.renamed(short(String(before)), short(String(after)));
  if (field === "visible") return after ? t.undo.shown(name) : t.undo.hidden(name);
  if (field === "imgs") return t.undo.pictures[pictureChange(before as string[], after as string[])](name);
  if (field === "img") return t.undo.pictures[!before ? "added" : after ? "changed" : "removed"](name);
  const label = fieldLabel(t, field).replace(/, %$/, "");
  if (isProperties(before) || isProperties(after)) return t.undo.changed(label, name);
  return t.undo.field(label, name, short(shownValue(t, before)), short(shownValue(t, after)));
}

function pictureChange(before: readonly string[], after: readonly string[]) {
  if (after.length !== before.length) return after.length > before.length ? "added" : "removed";
  return after.every((url) => before.includes(url)) ? "reordered" : "changed";
}

const isProperties = (value: unknown) => Array.isArray(value) && typeof value[0] === "object";

const mostLetters = 40;

/** One line, so that both values are seen. */
function short(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, " ").trim()];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join("")}…` : letters.join("");
}

/** Why something could not be undone. */
export function whyWords(t: Text, { code, message, actor }: Why): string {
  // The service knows the change set no longer: what is too old was removed.
  if (code === "not_found") return t.undo.kept.expired ?? message;
  if (code === "changed_since" && actor && actor !== "anonymous") return t.undo.changedBy(actor);
  return t.undo.kept[code] ?? t.faults[code] ?? message;
}
