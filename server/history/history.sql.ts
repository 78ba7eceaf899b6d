import type { HistoryEntry, HistoryPage } from "../../contract/changes.ts";
import { limits } from "../../contract/limits.ts";
import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { badCursor, notFound } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { Pace, turn } from "../http/turns.ts";
import {
  type ChangeRow,
  chainOf,
  changeColumns,
  isImported,
  isRestore,
  isSummary,
  isUndo,
  type Kind,
  keyOf,
} from "../log/changes.sql.ts";
import { liveTables, seesEntity } from "../log/entity-places.sql.ts";
import { missing } from "../log/missing.sql.ts";
import { type Deletion, deletionBySeq, trashById, trashTables } from "../log/trash.sql.ts";
import { type Folded, foldSave, ProjectFolding, startFold, undoName } from "./folding.ts";
import { type HistoryFilter, isWithin, matchesFilter } from "./history-filter.ts";
import { type HistoryPosition, nextInPeriod, pastEnd, rowsBefore } from "./history-position.sql.ts";
import { fieldDiffs, importSentence, savesDiff, sentence } from "./readable.ts";

function parseCursor(cursor: string, parts: number): number[] {
  const numbers = cursor.split(".").map((part) => (/^[0-9a-z]{1,10}$/.test(part) ? Number.parseInt(part, 36) : -1));
  if (numbers.length !== parts || numbers.some((number) => number < 0)) throw badCursor();
  return numbers;
}

export const formatCursor = (...numbers: number[]): string => numbers.map((number) => number.toString(36)).join(".");

export const cursorNumber = (cursor: string): number => parseCursor(cursor, 1)[0] as number;

type Asked = HistoryFilter & {
  folded?: boolean | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** A filter that matches little must not make one request read the whole log: the page ends early, with a cursor. */
const mostRows = 10_000;
/** The cost of looking only at the time of a change, relative to reading the change. */
const costOfLook = 0.25;
/** A change that joins the entry of its import counts less, or it would take many pages to get past a large import. */
const costOfJoined = 0.2;

/** Few, because each search holds a database connection until it ends. */
const searchSlots = new Slots({
  atOnce: 2,
  mostWaiting: 50,
  detail: "Too many searches of the history are running at the moment.",
  retryAfterSeconds: 5,
});

/** Reads a history. A search for a few changes among many waits for a slot. */
export const inSearchSlot = <T>({ kind, action, field, text }: HistoryFilter, read: () => Promise<T>): Promise<T> =>
  (kind ?? action ?? field ?? text) === undefined ? read() : searchSlots.run(read);

/** How many characters of changes are processed in one turn; each change has an overhead too. */
const lookedAtInATurn = 100_000;
const sizeOf = ({ before, after }: ChangeRow) => 500 + before.length + after.length;

/** The history of one entity, newest first, even if it is in the trash. */
export async function entityHistory(
  reader: Reader,
  { kind, id }: { kind: Kind; id: string },
  asked: Asked,
  caller: Caller,
): Promise<HistoryPage> {
  const limit = asked.limit ?? limits.historyLimit;
  const start = await historyStart(reader, kind, id, caller);
  if (!(await seesEntity(reader, caller, { projectKey: start.project_key, kind, key: start.key })))
    throw notFound(kind, id);
  const from = asked.cursor === undefined ? start.version : cursorNumber(asked.cursor);
  const folds: Folded[] = [];
  let next: number | null = null;
  let reached: number | null = from;
  let read = 0;
  const pace = new Pace(lookedAtInATurn);
  await turn();
  for await (const change of chainOf(reader, from)) {
    await pace.next(sizeOf(change));
    if (keyOf(change) !== start.key) throw badCursor();
    const last = asked.folded === false ? undefined : folds.at(-1);
    if (matchesFilter(change, asked, start.name) && !(last && foldSave(last, change))) {
      if (folds.length === limit) {
        next = change.seq;
        break;
      }
      folds.push(startFold(change));
    }
    reached = change.previous;
    if (++read === mostRows) {
      next = reached;
      break;
    }
  }
  const entries = await entriesOf(reader, folds);
  if (start.goneWith && asked.cursor === undefined && wasDeleted(start.goneWith, asked, start.name))
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

/** An entity that was deleted with its parent has no change of its own for the deletion. */
const wasDeleted = ({ actor, at }: Deletion, { kind: _, ...asked }: Asked, name: string): boolean =>
  matchesFilter({ action: "delete", actor, at, before: "{}", after: "{}" } as ChangeRow, asked, name);

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

const rowsPerStep = 100;

/** The history of a project, newest first. */
export async function projectHistory(
  reader: Reader,
  projectKey: number,
  asked: Asked,
  caller: Caller,
): Promise<HistoryPage> {
  const limit = asked.limit ?? limits.historyLimit;
  const folding = new ProjectFolding(asked.folded !== false);
  const { actor } = asked;
  const select = changesOf(projectKey, actor);
  let { transaction, seq } = startOf(asked);
  let more = true;
  let isInPeriod = asked.since === undefined && asked.until === undefined;
  const pace = new Pace(lookedAtInATurn);
  const spared = () => folding.joined * (1 - costOfJoined);
  for (let read = 0; more && read - spared() < mostRows; read += rowsPerStep) {
    if (!isInPeriod) {
      const next = await nextInPeriod(reader, projectKey, { transaction, seq }, asked);
      more = next !== undefined;
      if (!next) break;
      ({ transaction, seq } = next);
      if (!next.found) break;
      read += next.looked * costOfLook;
    }
    await turn();
    const rows = await rowsBefore<ChangeRow>(reader, select, { transaction, seq }, rowsPerStep);
    const names = asked.text === undefined ? undefined : await namesOf(reader, rows);
    const isShown = async (row: ChangeRow) =>
      !isSummary(row) &&
      matchesFilter(row, asked, names?.get(keyOf(row))) &&
      (await seesEntity(reader, caller, { projectKey, kind: row.kind, key: keyOf(row) }));
    let full = false;
    for (const row of rows) {
      await pace.next(sizeOf(row));
      full = (await isShown(row)) && !folding.add(row, limit);
      if (full) break;
      transaction = row.transaction_id;
      seq = row.seq;
    }
    if (full) break;
    more = rows.length === rowsPerStep;
    isInPeriod = rows.some(({ at }) => isWithin(at, asked));
  }
  const entries = await entriesOf(reader, folding.entries);
  if (more) return { entries, nextCursor: formatCursor(transaction, seq), complete: true };
  const pruned = await reader.get(sql`select up_to from pruned_log where key = 1`);
  return { entries, nextCursor: null, complete: pruned === undefined };
}

const changesOf = (projectKey: number, actor: string | undefined) => ({
  columns: changeColumns,
  where: actor === undefined ? "project_key = ?" : "project_key = ? and actor = ?",
  values: actor === undefined ? [projectKey] : [projectKey, actor],
});

function startOf({ cursor }: Asked): HistoryPosition {
  if (cursor === undefined) return pastEnd;
  const [transaction, seq] = parseCursor(cursor, 2) as [number, number];
  return { transaction, seq };
}

async function entriesOf(reader: Reader, folds: readonly Folded[]): Promise<HistoryEntry[]> {
  const names = await namesOf(
    reader,
    folds.map(({ newest }) => newest),
  );
  const entries: HistoryEntry[] = [];
  for (const fold of folds) {
    const { newest: change, oldest, saves, entities, before, after } = fold;
    const { kind, entity_id: id, actor } = change;
    const action = isRestore(change) ? "restore" : change.action;
    const name = names.get(keyOf(change)) ?? ((after.name ?? before.name ?? id) as string);
    const diffs = action === "update" ? fieldDiffs(before, after) : [];
    const fields = saves > 1 ? diffs.map((diff) => savesDiff(diff, fold.between, saves)) : diffs;
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
      things: entities,
      ...(isUndo(change) ? { undo: true as const } : {}),
      fields,
      summary:
        entities > 1 && isImported(change)
          ? importSentence(entities, isUndo(change))
          : sentence({ kind, name, action, fields, entities, subcategories, items }),
    });
  }
  return entries;
}

/** The current names of entities, or those that they had when they were deleted. */
async function namesOf(reader: Reader, changes: readonly ChangeRow[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const kind of Object.keys(liveTables) as Kind[]) {
    const keys = new Set(changes.filter((change) => change.kind === kind).map(keyOf));
    for (const table of [liveTables[kind], trashTables[kind]]) {
      if (keys.size === 0) break;
      const query = composed(`select key, name from ${table} where key in (?)`, [[...keys]]);
      for (const { key, name } of await reader.all<{ key: number; name: string }>(query)) {
        names.set(key, name);
        keys.delete(key);
      }
    }
  }
  return names;
}
