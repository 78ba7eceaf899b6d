import type { changeActions } from "../../contract/constants.ts";
import type { Reader } from "../db/db.ts";
import { type LoggedChange, largeFields } from "./follow.sql.ts";

/** Limit for the characters of values in an event. Fields whose values do not fit are only named. */
const mostCharacters = 16_000;
/** Limit for the fields that an event of several changes names: an item can have any number of comments. */
const mostFields = 500;

type EventAction = (typeof changeActions)[number];

/** A creation with the key of an older row is a restore. */
export const actionOf = ({ action, entity_key }: LoggedChange): EventAction =>
  action === "create" && entity_key !== null ? "restore" : action;

/** A change for streams and webhooks: a `ChangeEvent` of the contract, as JSON. */
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

/** The fields and values of an event of several changes. Beyond the limit, each `comments.ID` is just `comments`. */
export function fitting(names: readonly string[], before: Values, after: Values) {
  const fields = names.length <= mostFields ? names : [...new Set(names.map((name) => name.split(".")[0] as string))];
  const named = (values: Values): Values =>
    fields === names
      ? values
      : Object.fromEntries(fields.filter((name) => name in values).map((name) => [name, values[name]]));
  return { fields: [...fields], ...smallest(named(before), named(after)) };
}

/** Keeps the smallest values, so that a long text never displaces the price or the subcategory of an item. */
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
