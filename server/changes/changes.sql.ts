import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Who changes something, when, and the set that binds everything one request does. */
export type Author = { actor: string; set: string; at: number };

export type Kind = "category" | "subcategory" | "item";
export type Action = "create" | "update" | "delete";

/** Fields by name; a translated one as `translations.ru.name`; null for what is not there. */
export type Fields = Record<string, unknown>;

export type NewChange = {
  projectKey: number;
  kind: Kind;
  action: Action;
  /** Undefined on a creation: the key of the new row is the number of this change. */
  entityKey?: number;
  entityId: string;
  /** The version of the row before this change. */
  previous?: number;
  before: Fields;
  after: Fields;
};

/** Writes a change down and returns its number, the new version of the row. No row changes without one. */
export function appendChange(tx: Tx, author: Author, change: NewChange): Promise<number> {
  return tx.insert(
    sql`insert into changes (set_id, project_key, kind, action, entity_key, entity_id, actor, at, previous, before, after)
      values (${author.set}, ${change.projectKey}, ${change.kind}, ${change.action}, ${change.entityKey ?? null},
        ${change.entityId}, ${author.actor}, ${author.at}, ${change.previous ?? null},
        ${JSON.stringify(change.before)}, ${JSON.stringify(change.after)})`,
    "seq",
  );
}

/** The last writer of a field since some version. */
export type FieldWriter = { actor: string; at: number };

type ChainRow = { seq: number; previous: number | null; actor: string; at: number; after: string };

/**
 * The fields of a row that were written after `since`, each with its last writer. Undefined when the log does not
 * reach back to `since`: then nobody can tell.
 */
export async function fieldsWrittenSince(
  reader: Reader,
  version: number,
  since: number,
): Promise<Map<string, FieldWriter> | undefined> {
  const writers = new Map<string, FieldWriter>();
  let seq: number | null = version;
  while (seq !== null && seq > since) {
    const change: ChainRow | undefined = await reader.get<ChainRow>(
      sql`select seq, previous, actor, at, after from changes where seq = ${seq}`,
    );
    if (!change) return undefined;
    for (const field of Object.keys(JSON.parse(change.after) as Fields)) {
      if (!writers.has(field)) writers.set(field, { actor: change.actor, at: change.at });
    }
    seq = change.previous;
  }
  return seq === since ? writers : undefined;
}
