import { type NodeKey, rowId } from "../catalog/tree.ts";
import { fieldKey, type RecordRef, recordKey } from "../saving/edit.ts";

type Shown = { record: RecordRef; fields: readonly string[] };

/** Rows that are marked at most: more than fit on a screen. */
const mostShown = 100;

/** Marks for a moment what was changed, wherever it is on the screen. False if it is nowhere. */
export function showFields(changed: readonly Shown[]): boolean {
  const found = changed.slice(0, mostShown).flatMap(elementsOf);
  const visible = found.filter((element) => element.getClientRects().length > 0);
  for (const element of visible) mark(element);
  visible[0]?.scrollIntoView({ block: "nearest" });
  return visible.length > 0;
}

function elementsOf({ record, fields }: Shown): Element[] {
  const named = fields
    .map(shownField)
    .flatMap((field) => [
      ...document.querySelectorAll(`[data-field="${CSS.escape(fieldKey(record, field))}"]`),
      ...document.querySelectorAll(`[data-item="${CSS.escape(record.id)}"] [id$="-${CSS.escape(field)}"]`),
    ]);
  if (named.length > 0) return named;
  const row =
    record.kind === "item"
      ? document.querySelector(`[data-item="${CSS.escape(record.id)}"]`)
      : document.getElementById(rowId(recordKey(record) as NodeKey));
  return row ? [row] : [];
}

/** The field on the screen: a comment is one of the comments, and a note belongs to its translation. */
const shownField = (field: string) =>
  /^(comments|resolved)\./.test(field) ? "comments" : field.replace(/^translatedFrom\./, "translations.");

function mark(element: Element) {
  element.removeAttribute("data-marked");
  // Begins again, if it was marked a moment ago.
  element.getBoundingClientRect();
  element.setAttribute("data-marked", "");
  element.addEventListener("animationend", () => element.removeAttribute("data-marked"), { once: true });
}
