import type { Caller } from "../access/caller.ts";
import type { Reader, RowTx, Tx } from "../db/db.ts";
import { entryColumns, type LogEntry, type RowChange } from "../db/row-change.ts";
import { sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";

/** Who changes something, when, and the set that all changes of one request share. */
export type Author = {
  actor: string;
  set: string;
  at: number;
  /** Whether the set has an entry in the log. If not, there is nothing to undo. */
  changed?: boolean;
  /** Absent if the program itself writes: the demo catalog, an import. */
  caller?: Caller;
};

export type Kind = "category" | "subcategory" | "item";
type Action = "create" | "update" | "delete";

/**
 * Fields by name. A translation is `translations.ru.name`, the original of a stale one `translatedFrom.ru.name`, a
 * comment `comments.ID`. Null for a value that does not exist.
 */
export type Fields = Record<string, unknown>;

export type NewChange = {
  projectKey: number;
  kind: Kind;
  action: Action;
  /**
   * Undefined on a creation: the key of the new row is the number of this change. A creation with a key restores what
   * was deleted, with everything below it.
   */
  entityKey?: number;
  entityId: string;
  /** The version of the row before this change. */
  previous?: number;
  before: Fields;
  /** The fields, or their JSON if the caller has it already. */
  after: Fields | string;
  /** The key of the parent before and after a creation, a move or a deletion. */
  fromKey?: number;
  toKey?: number;
};

/** What the log says of a row. */
export type LoggedRow = { key: number; id: string; version: number; project_key: number };

/** The update or the deletion of a row. */
export const changeOf = (
  kind: Kind,
  action: "update" | "delete",
  row: LoggedRow,
  { before, after }: { before: Fields; after: Fields },
): NewChange => ({
  projectKey: row.project_key,
  kind,
  action,
  entityKey: row.key,
  entityId: row.id,
  previous: row.version,
  before,
  after,
});

/** Appends a log entry for a row that the caller writes. Returns its number, the new version of the row. */
export const appendChange = (tx: Tx, author: Author, change: NewChange): Promise<number> =>
  tx.append(entryOf(author, change));

/** Writes a row and its log entry. No row changes without an entry. Returns the number, the new version of the row. */
export const changeRow = (
  tx: RowTx,
  author: Author,
  change: NewChange,
  row: Omit<RowChange, "entry">,
): Promise<number> => tx.change({ ...row, entry: entryOf(author, change) });

function entryOf(author: Author, change: NewChange): LogEntry {
  // Code that forgot to check access fails before anything is written.
  if (author.caller?.decided === false && !author.caller.unlimited) {
    throw new Error(`A ${change.kind} would be changed without asking for a grant`);
  }
  author.changed = true;
  return {
    set_id: author.set,
    project_key: change.projectKey,
    kind: change.kind,
    action: change.action,
    entity_key: change.entityKey ?? null,
    entity_id: change.entityId,
    actor: author.actor,
    at: author.at,
    previous: change.previous ?? null,
    before: JSON.stringify(change.before),
    after: typeof change.after === "string" ? change.after : JSON.stringify(change.after),
    from_key: change.fromKey ?? null,
    to_key: change.toKey ?? null,
  };
}

/** A row of the log. */
export type ChangeRow = LogEntry & { seq: number; transaction_id: number; kind: Kind; action: Action };

export const changeColumns = `seq, transaction_id, ${entryColumns.join(", ")}`;

/** The set of an undo has a prefix, so that the history can show it as an undo. */
export const undoSet = (set: string): string => `undo-${set}`;
export const isUndo = ({ set_id }: Pick<ChangeRow, "set_id">): boolean => set_id.startsWith("undo-");

/** Whether the change is one of those that an import makes, or that its undo makes. */
export const isImported = ({ set_id, kind }: { set_id: string; kind: string }): boolean =>
  kind !== summaryKind && /^(undo-)*import-/.test(set_id);

/** The entry that stands for a whole import: those who follow the log get it instead of a million changes. */
export const summaryKind = "import";
export const isSummary = ({ kind }: { kind: string }): boolean => kind === summaryKind;

export const keyOf = (change: ChangeRow): number => change.entity_key ?? change.seq;

/** Whether the change restores what was deleted. */
export const isRestore = (change: ChangeRow): boolean => change.action === "create" && change.entity_key !== null;

/** Refuses a set that another actor has begun: an undo of it would undo the changes of both. */
export async function refuseForeignSet(tx: Tx, { set, actor }: Author): Promise<void> {
  const foreign = await tx.get(sql`select seq from changes where set_id = ${set} and actor <> ${actor} limit 1`);
  if (foreign) throw new Problem("change_set_invalid", `Someone else has made changes under the set "${set}".`);
}

const chainStep = 200;

/**
 * The changes of one row, newest first, from `version` back to its creation, or to where the retention has pruned the
 * log: then the `previous` of the last one does not exist.
 */
export async function* chainOf(reader: Reader, version: number): AsyncGenerator<ChangeRow> {
  let next: number | null = version;
  while (next !== null) {
    const rows: ChangeRow[] = await reader.all<ChangeRow>(
      sql`with recursive chain (link, next, depth) as (
          select seq, previous, 1 from changes where seq = ${next}
          union all
          select c.seq, c.previous, chain.depth + 1 from changes c join chain on c.seq = chain.next
            where chain.depth < ${chainStep}
        )
        select seq, transaction_id, set_id, project_key, kind, action, entity_key, entity_id, actor, at, previous, before,
          after, from_key, to_key
        from chain join changes on seq = link order by depth`,
    );
    yield* rows;
    if (rows.length < chainStep) return;
    next = rows.at(-1)?.previous ?? null;
  }
}

/** A change without its values, which can be long: `size` are their bytes, and `key` is that of its entity. */
export type LightChange = Pick<ChangeRow, "seq" | "project_key" | "kind"> & { key: number; size: number };

/** The newest changes of a set below a number, newest first. */
export const lightOfSet = (reader: Reader, setId: string, below: number, limit: number) =>
  reader.all<LightChange>(
    sql`select seq, project_key, kind, coalesce(entity_key, seq) as key, octet_length(before) + octet_length(after) as size
      from changes where set_id = ${setId} and seq < ${below} and kind <> ${summaryKind} order by seq desc limit ${limit}`,
  );

/** The changes of one row from `version` back, newest first. */
export const lightChain = (reader: Reader, version: number, limit: number) =>
  reader.all<LightChange & Pick<ChangeRow, "previous">>(
    sql`with recursive chain (link, next, depth) as (
        select seq, previous, 1 from changes where seq = ${version}
        union all
        select c.seq, c.previous, chain.depth + 1 from changes c join chain on c.seq = chain.next
          where chain.depth < ${limit}
      )
      select seq, previous, project_key, kind, coalesce(entity_key, seq) as key,
        octet_length(before) + octet_length(after) as size
      from chain join changes on seq = link order by depth`,
  );

/** The last writer of a field since some version. */
export type FieldWriter = { actor: string; at: number };
export type NetChange = FieldWriter & { before: unknown; after: unknown };

/**
 * The net changes of a row after `since`, one of its versions, by field. Leaves out fields that were changed back.
 * Undefined if the log does not reach back to `since`.
 */
export async function changesSinceVersion(
  reader: Reader,
  version: number,
  since: number,
): Promise<Map<string, NetChange> | undefined> {
  const { net, reached } = await walkBack(reader, version, since);
  return reached === since ? net : undefined;
}

/** The same for any position in the log, which may be between two versions of the row. */
export async function changesSinceMoment(
  reader: Reader,
  version: number,
  since: number,
): Promise<Map<string, NetChange> | undefined> {
  const { net, reached } = await walkBack(reader, version, since);
  return reached <= since ? net : undefined;
}

async function walkBack(reader: Reader, version: number, since: number) {
  const net = new Map<string, NetChange>();
  let reached = version;
  if (version > since) {
    for await (const change of chainOf(reader, version)) {
      if (change.seq <= since) break;
      reached = change.previous ?? 0;
      // A deletion and its restore change no field.
      if (change.action === "update") addOlder(net, change);
    }
  }
  for (const [field, { before, after }] of net) {
    if (JSON.stringify(before) === JSON.stringify(after)) net.delete(field);
  }
  return { net, reached };
}

function addOlder(net: Map<string, NetChange>, change: ChangeRow): void {
  const before = JSON.parse(change.before) as Fields;
  const after = JSON.parse(change.after) as Fields;
  for (const field of Object.keys(after)) {
    const newer = net.get(field);
    if (newer) newer.before = before[field];
    else net.set(field, { before: before[field], after: after[field], actor: change.actor, at: change.at });
  }
}
