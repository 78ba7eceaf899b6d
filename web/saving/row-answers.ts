import { itemDefaults } from "../../contract/constants.ts";
import type { ItemRowChange, SavedItemRow } from "../../contract/item-rows.ts";
import type { Reason } from "../platform/reason.ts";
import type { Act, ActRequest, RefusedRow } from "./act.ts";
import { type RecordData, sameValue } from "./edit.ts";

type Made = { temporary: string; id: string; item: RecordData };

/**
 * Notes in the act what became of the rows of the request that was just answered. Returns the items that it made, and the
 * temporary ids of those that are never going to be made. What is left of a row without its faulty fields is sent next.
 */
export function noteRows(act: Act, data: unknown): { made: Made[]; lost: string[] } {
  const answers = (data as { rows: SavedItemRow[] }).rows;
  const request = act.requests[act.done] as ActRequest;
  const rows = (request.body?.rows ?? []) as ItemRowChange[];
  const made: Made[] = [];
  const lost: string[] = [];
  const kept: ItemRowChange[] = [];
  const rest: ItemRowChange[] = [];
  const refused: RefusedRow[] = [];
  const madeRows = [...(act.madeRows ?? [])];
  for (const [at, row] of rows.entries()) {
    const answer = answers[at] ?? { status: "unchanged" };
    const refusals = answer.status === "refused" ? refusalsOf(row, answer, act.shown?.[row.id ?? ""]) : [];
    refused.push(...refusals);
    if (row.id === undefined) {
      kept.push(row);
      const temporary = act.makesRows?.[madeRows.length] ?? "";
      madeRows.push(answer.id ?? null);
      if (answer.id === undefined) lost.push(temporary);
      else made.push({ temporary, id: answer.id, item: { ...itemDefaults, ...row.data, id: answer.id } });
    } else if (answer.status !== "refused") kept.push(row);
    else rest.push(...withoutFields(row, new Set(refusals.flatMap(({ fields }) => fields))));
  }
  if (act.makesRows) act.madeRows = madeRows;
  if (refused.length > 0) {
    const count = (act.title.count ?? 0) - refused.reduce((sum, { fields }) => sum + fields.length, 0);
    const added = (act.title.added ?? 0) - refused.filter(({ id }) => id === undefined).length;
    act.title = { ...act.title, count, ...(act.title.added !== undefined && { added }) };
    act.refusedRows = [...(act.refusedRows ?? []), ...refused];
  }
  if (kept.length < rows.length) act.requests = act.requests.with(act.done, { ...request, body: { rows: kept } });
  if (rest.length > 0) act.requests = [...act.requests, { call: "saveItemRows", body: { rows: rest } }];
  return { made, lost };
}

/** The version is not sent again: what someone else changed is known by now. */
function withoutFields({ id, data }: ItemRowChange, fields: ReadonlySet<string>): ItemRowChange[] {
  const left = Object.entries(data).filter(([field]) => !fields.has(field));
  return left.length > 0 ? [{ id, data: Object.fromEntries(left) }] : [];
}

/** The fields of a row that cannot be saved, and why; all of them if something else is wrong with the row. */
function refusalsOf({ id, data }: ItemRowChange, answer: SavedItemRow, shown: RecordData = {}): RefusedRow[] {
  const { code, message = "", errors, conflicts } = answer;
  // As a fault of a value the same code means something else.
  const reason: Reason = { code: code === "not_allowed" ? "forbidden" : (code ?? ""), message };
  // A new item is made whole, or not at all.
  if (id === undefined) return [{ id, fields: Object.keys(data), reason: errors?.[0] ?? reason }];
  if (conflicts) {
    // A list can show the value of a later version than the one it names.
    const theirs = conflicts.filter((one) => !sameValue(one.theirs, shown[one.field]));
    return theirs.map(({ field }) => ({ id, fields: [field], reason }));
  }
  if (!errors) return [{ id, fields: Object.keys(data), reason }];
  return errors.map(({ pointer, code, message }) => ({
    id,
    fields: [pointer.split("/")[1] ?? ""],
    reason: { code, message },
  }));
}
