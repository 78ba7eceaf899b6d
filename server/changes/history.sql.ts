import type { HistoryEntry, HistoryPage } from "../../contract/changes.ts";
import { limits } from "../../contract/limits.ts";
import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { composed, placeholders, sql } from "../db/sql.ts";
import { invalid, notFound } from "../http/problem.ts";
import { type ChangeRow, chainOf, changeColumns, isRestore, isUndo, type Kind, keyOf } from "./changes.sql.ts";
import { type Folded, foldSave, ProjectFolding, startFold, undoName } from "./folding.ts";
import { missing } from "./missing.sql.ts";
import { fieldDiffs, sentence } from "./readable.ts";
import { liveTables, seesThing } from "./thing-places.sql.ts";
import { type Deletion, deletionBySeq, trashById, trashTables } from "./trash.sql.ts";

const badCursor = () =>
  invalid("invalid_query", [
    { pointer: "/cursor", code: "not_allowed", message: "is not a cursor that this service gave out" },
  ]);

function parseCursor(cursor: string, parts: number): number[] {
  const numbers = cursor.split(".").map((part) => (/^[0-9a-z]{1,10}$/.test(part) ? Number.parseInt(part, 36) : -1));
  if (numbers.length !== parts || numbers.some((number) => number < 0)) throw badCursor();
  return numbers;
}

export const formatCursor = (...numbers: number[]): string => numbers.map((number) => number.toString(36)).join(".");

export const cursorNumber = (cursor: string): number => parseCursor(cursor, 1)[0] as number;

type Paging = { cursor?: string | undefined; limit?: number | undefined };

/** What happened to one thing, newest first; also to one that is in the trash. */
export async function thingHistory(
  reader: Reader,
  kind: Kind,
  id: string,
  paging: Paging,
  caller: Caller,
): Promise<HistoryPage> {
  const limit = paging.limit ?? limits.historyLimit;
  const start = await historyStart(reader, kind, id, caller);
  if (!(await seesThing(reader, caller, start.project_key, kind, start.key))) throw notFound(kind, id);
  const from = paging.cursor === undefined ? start.version : cursorNumber(paging.cursor);
  const folds: Folded[] = [];
  let next: number | null = null;
  let reached: number | null = from;
  for await (const change of chainOf(reader, from)) {
    if (keyOf(change) !== start.key) throw badCursor();
    const last = folds.at(-1);
    if (!last || !foldSave(last, change)) {
      if (folds.length === limit) {
        next = change.seq;
        break;
      }
      folds.push(startFold(change));
    }
    reached = change.previous;
  }
  const entries = await entriesOf(reader, folds);
  if (start.goneWith && paging.cursor === undefined)
    entries.unshift(cascadeEntry(start.goneWith, kind, id, start.name));
  return {
    entries,
    nextCursor: next === null ? null : formatCursor(next),
    complete: next !== null || reached === null,
  };
}

type Start = { key: number; version: number; name: string; project_key: number; goneWith?: Deletion };

const starts = {
  category: "select key, version, name, project_key from categories where id = ?",
  subcategory: `select s.key, s.version, s.name, c.project_key
    from subcategories s join categories c on c.key = s.category_key where s.id = ?`,
  item: `select i.key, i.version, i.name, c.project_key from items i
    join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key where i.id = ?`,
} as const satisfies Record<Kind, string>;

async function historyStart(reader: Reader, kind: Kind, id: string, caller: Caller): Promise<Start> {
  const live = await reader.get<Start>(composed(starts[kind], [id]));
  if (live) return live;
  const row = await trashById(reader, kind, id);
  const deletion = row && (await deletionBySeq(reader, row.deleted_by));
  if (!row || !deletion) throw await missing(reader, kind, id, caller);
  const { key, name } = row;
  const { project_key } = deletion;
  if (deletion.entity_key === key) return { key, name, project_key, version: deletion.seq };
  return { key, name, project_key, version: row.version, goneWith: deletion };
}

function cascadeEntry(deletion: Deletion, kind: Kind, id: string, name: string): HistoryEntry {
  const at = new Date(deletion.at).toISOString();
  const summary = `${kind} "${name}" deleted with the ${deletion.kind} "${deletion.name}"`;
  const partOf = { kind: deletion.kind, id: deletion.id };
  const fold = { saves: 1, things: 1, fields: [] };
  return {
    changeSetId: deletion.set_id,
    kind,
    action: "delete",
    id,
    name,
    actor: deletion.actor,
    at,
    firstAt: at,
    ...fold,
    partOf,
    summary,
  };
}

export type ChangesFilter = Paging & {
  kind?: Kind | undefined;
  actor?: string | undefined;
  since?: number | undefined;
  field?: string | undefined;
};

const rowsPerStep = 500;
/** A filter that matches little must not make one request read the whole log: the page ends short, with a cursor. */
const mostSteps = 20;

/** What happened in a project, newest first. */
export async function projectHistory(
  reader: Reader,
  projectKey: number,
  filter: ChangesFilter,
  caller: Caller,
): Promise<HistoryPage> {
  const limit = filter.limit ?? limits.historyLimit;
  const folding = new ProjectFolding();
  let [transaction, seq] =
    filter.cursor === undefined ? [Number.MAX_SAFE_INTEGER, 0] : (parseCursor(filter.cursor, 2) as [number, number]);
  let more = true;
  for (let step = 0; more && step < mostSteps; step++) {
    const rows = await reader.all<ChangeRow>(
      composed(
        `select ${changeColumns} from changes where project_key = ? and (transaction_id, seq) < (?, ?)
          order by transaction_id desc, seq desc limit ?`,
        [projectKey, transaction, seq, rowsPerStep],
      ),
    );
    let full = false;
    for (const row of rows) {
      const shown = matches(row, filter) && (await seesThing(reader, caller, projectKey, row.kind, keyOf(row)));
      if (shown && !folding.add(row, limit)) {
        full = true;
        break;
      }
      transaction = row.transaction_id;
      seq = row.seq;
    }
    if (full) break;
    const last = rows.at(-1);
    more = rows.length === rowsPerStep && !(filter.since !== undefined && last && last.at < filter.since);
  }
  const entries = await entriesOf(reader, folding.entries);
  if (more) return { entries, nextCursor: formatCursor(transaction, seq), complete: true };
  const pruned = await reader.get(sql`select up_to from pruned_log where key = 1`);
  return { entries, nextCursor: null, complete: pruned === undefined };
}

function matches(row: ChangeRow, { kind, actor, since, field }: ChangesFilter): boolean {
  if (kind !== undefined && row.kind !== kind) return false;
  if (actor !== undefined && row.actor !== actor) return false;
  if (since !== undefined && row.at < since) return false;
  if (field === undefined) return true;
  if (row.action !== "update") return false;
  return Object.keys(JSON.parse(row.after)).some((name) => name === field || name.startsWith(`${field}.`));
}

async function entriesOf(reader: Reader, folds: readonly Folded[]): Promise<HistoryEntry[]> {
  const names = await namesOf(reader, folds);
  const entries: HistoryEntry[] = [];
  for (const fold of folds) {
    const { newest: change, oldest, saves, things, before, after } = fold;
    const { kind, entity_id: id, actor } = change;
    const action = isRestore(change) ? "restore" : change.action;
    const name = names.get(keyOf(change)) ?? ((after.name ?? before.name ?? id) as string);
    const fields = action === "update" ? fieldDiffs(before, after) : [];
    const { subcategories = 0, items = 0 } = (action === "delete" && (await deletionBySeq(reader, change.seq))) || {};
    entries.push({
      changeSetId: undoName(fold),
      kind,
      action,
      id,
      name,
      actor,
      at: new Date(change.at).toISOString(),
      firstAt: new Date(oldest.at).toISOString(),
      saves,
      things,
      ...(isUndo(change) ? { undo: true as const } : {}),
      fields,
      summary: sentence({ kind, name, action, fields, things, subcategories, items }),
    });
  }
  return entries;
}

/** The names that things have now, or had when they were deleted. */
async function namesOf(reader: Reader, folds: readonly Folded[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const kind of Object.keys(liveTables) as Kind[]) {
    const keys = new Set(folds.filter(({ newest }) => newest.kind === kind).map(({ newest }) => keyOf(newest)));
    for (const table of [liveTables[kind], trashTables[kind]]) {
      if (keys.size === 0) break;
      const query = composed(`select key, name from ${table} where key in (${placeholders(keys.size)})`, [...keys]);
      for (const { key, name } of await reader.all<{ key: number; name: string }>(query)) {
        names.set(key, name);
        keys.delete(key);
      }
    }
  }
  return names;
}
