import type { changeActions } from "../../contract/changes.ts";
import type { Reader } from "../db/db.ts";
import { type LoggedChange, largeFields } from "./follow.sql.ts";

/** How many characters of values an event carries; what does not fit is named and has to be fetched. */
const mostCharacters = 16_000;

type EventAction = (typeof changeActions)[number];

/** A creation that names an older row brings back what was deleted. */
export const actionOf = ({ action, entity_key }: LoggedChange): EventAction =>
  action === "create" && entity_key !== null ? "restore" : action;

/** A change as streams and webhooks tell it: a `ChangeEvent` of the contract, as JSON. */
export async function changeEventJson(reader: Reader, change: LoggedChange): Promise<string> {
  const large = change.before === "" ? await largeFields(reader, change.seq) : undefined;
  const before = large?.before ?? (change.before || "{}");
  const after = large?.after ?? (change.after || "{}");
  const old = JSON.parse(before) as Record<string, unknown>;
  const current = JSON.parse(after) as Record<string, unknown>;
  const fits = before.length + after.length <= mostCharacters;
  const kept = fits ? undefined : smallest(old, current);
  return `{"changeSetId":${JSON.stringify(change.set_id)},"kind":"${change.kind}","action":"${actionOf(change)}","id":${JSON.stringify(
    change.entity_id,
  )},"actor":${JSON.stringify(change.actor)},"at":"${new Date(change.at).toISOString()}","fields":${JSON.stringify([
    ...new Set([...Object.keys(old), ...Object.keys(current)]),
  ])},"before":${kept ? JSON.stringify(kept.before) : before},"after":${kept ? JSON.stringify(kept.after) : after}}`;
}

/** The small values first, so that a long text never pushes out the place of an item or its price. */
function smallest(before: Record<string, unknown>, after: Record<string, unknown>) {
  const kept: { before: Record<string, unknown>; after: Record<string, unknown> } = { before: {}, after: {} };
  const values = [
    ...Object.entries(after).map(([field, value]) => ({ side: kept.after, field, value })),
    ...Object.entries(before).map(([field, value]) => ({ side: kept.before, field, value })),
  ].map((entry) => ({ ...entry, size: entry.field.length + JSON.stringify(entry.value).length }));
  let left = mostCharacters;
  for (const { side, field, value, size } of values.sort((a, b) => a.size - b.size)) {
    left -= size;
    if (left < 0) break;
    side[field] = value;
  }
  return kept;
}
