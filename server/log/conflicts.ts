import type { Reader } from "../db/db.ts";
import type { Precondition } from "../http/conditional.ts";
import { Problem } from "../http/problem.ts";
import { changesSinceVersion, type Fields, type FieldWriter } from "./changes.sql.ts";

type Conflict = { field: string; yours: unknown; theirs: unknown; actor?: string; at?: string };

/** A language without any field. Overwriting it loses no text. */
const emptyLanguage = /^translations\.[a-z]{2}$/;

/**
 * If-Match by field: a write based on an older version is accepted unless one of the fields that it sends was changed
 * since. `changes` are what this write would change.
 */
export async function refuseConflicts(
  reader: Reader,
  precondition: Precondition,
  version: number,
  { before: current, after: sent }: { before: Fields; after: Fields },
): Promise<void> {
  if (!precondition || precondition.versions.includes(version)) return;
  const since = Math.max(...precondition.versions);
  const writers = since < 0 ? undefined : await changesSinceVersion(reader, version, since);
  const conflicts: Conflict[] = [];
  for (const field of Object.keys(sent)) {
    const writer = writers ? writers.get(field) : null;
    if (writer === undefined || emptyLanguage.test(field)) continue;
    conflicts.push({ field, yours: sent[field], theirs: current[field] ?? null, ...whoAndWhen(writer) });
  }
  if (conflicts.length === 0) return;
  const fields = conflicts.map(({ field }) => field).join(", ");
  throw new Problem(
    "edit_conflict",
    writers
      ? `Since the version that If-Match names, someone else has changed: ${fields}.`
      : `The version that If-Match names is unknown. Someone else may have changed: ${fields}.`,
    { conflicts },
  );
}

const whoAndWhen = (writer: FieldWriter | null) =>
  writer ? { actor: writer.actor, at: new Date(writer.at).toISOString() } : {};

/** A deletion sends no field, so it conflicts with any change since. */
export async function refuseStaleDelete(reader: Reader, precondition: Precondition, version: number): Promise<void> {
  if (!precondition || precondition.versions.includes(version)) return;
  const since = Math.max(...precondition.versions);
  const writers = since < 0 ? undefined : await changesSinceVersion(reader, version, since);
  const changes = writers && [...writers].filter(([field]) => !emptyLanguage.test(field));
  if (changes?.length === 0) return;
  const conflicts = (changes ?? []).map(
    ([field, change]): Conflict => ({
      field,
      yours: change.before ?? null,
      theirs: change.after ?? null,
      ...whoAndWhen(change),
    }),
  );
  throw new Problem(
    "edit_conflict",
    changes
      ? `Fields were changed since the version that If-Match names: ${changes.map(([field]) => field).join(", ")}.`
      : "The version that If-Match names is unknown, so it is unknown what has changed since.",
    { conflicts },
  );
}
