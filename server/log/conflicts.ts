import type { Reader } from "../db/db.ts";
import type { Precondition } from "../http/conditional.ts";
import { Problem } from "../http/problem.ts";
import { changesSinceVersion, type Fields, type FieldWriter } from "./changes.sql.ts";

type Conflict = { field: string; yours: unknown; theirs: unknown; actor?: string; at?: string };

/** That a language is there without any field: nothing that anyone wrote is lost with it. */
const emptyLanguage = /^translations\.[a-z]{2}$/;

/**
 * If-Match, field by field: a write made on an older version goes through unless someone else has changed one of
 * the very fields it sends. `sent` are the fields that this write would change, with their values, and `current`
 * what stands there now.
 */
export async function refuseConflicts(
  reader: Reader,
  precondition: Precondition,
  version: number,
  sent: Fields,
  current: Fields,
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
      : `The version that If-Match names is not known, so nobody can tell whether someone else has changed: ${fields}.`,
    { conflicts },
  );
}

const whoAndWhen = (writer: FieldWriter | null) =>
  writer ? { actor: writer.actor, at: new Date(writer.at).toISOString() } : {};

/** A deletion sends no field: it conflicts with any change since. */
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
      ? `It was changed since the version that If-Match names: ${changes.map(([field]) => field).join(", ")}.`
      : "The version that If-Match names is not known, so nobody can tell what has changed since.",
    { conflicts },
  );
}
