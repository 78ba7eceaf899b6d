import type { changeActions } from "../../contract/constants.ts";
import type { Reader } from "../db/db.ts";
import { type LoggedChange, largeFields } from "./follow.sql.ts";

/** How many characters of values an event carries; what does not fit is named and has to be fetched. */
const mostCharacters = 16_000;
/** How many fields an event of several changes names one by one: comments have no end. */
const mostFields = 500;

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

type Values = Record<string, unknown>;

/** Fields and values as an event of several changes carries them: `comments.ID` beyond the bound as `comments`, without a value. */
export function fitting(names: readonly string[], before: Values, after: Values) {
  const fields = names.length <= mostFields ? names : [...new Set(names.map((name) => name.split(".")[0] as string))];
  const named = (values: Values): Values =>
    fields === names
      ? values
      : Object.fromEntries(fields.filter((name) => name in values).map((name) => [name, values[name]]));
  return { fields: [...fields], ...smallest(named(before), named(after)) };
}

/** The small values first, so that a long text never pushes out the place of an item or its price. */
function smallest(before: Values, after: Values) {
  const kept: { before: Values; after: Values } = { before: {}, after: {} };
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
