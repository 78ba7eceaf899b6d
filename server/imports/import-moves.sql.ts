import type { ImportOptions } from "../../contract/imports.ts";
import type { Caller } from "../access/caller.ts";
import { holderOf } from "../access/stored-holder.sql.ts";
import type { Tx } from "../db/db.ts";
import { type Query, sql } from "../db/sql.ts";
import { notFound, Problem } from "../http/problem.ts";
import { scopesOf } from "./import-access.sql.ts";
import { type ImportRow, importById, type State } from "./imports.sql.ts";
import { countsIn } from "./shown-import.ts";
import { digestWith, earlierImport, isLost } from "./start-import.ts";

/** Checks the file again, with other options. */
export const checkAgain = (tx: Tx, { id }: ImportRow, options: ImportOptions, at: number) =>
  move(tx, id, {
    what: "checked again",
    may: ({ state, dry_run }) => state === "checked" || state === "checking" || (state === "stopped" && dry_run === 1),
    statements: (row) => [
      sql`update imports set options = ${JSON.stringify(options)}, digest = ${digestWith(row, options)}, state = 'checking', position = 0, done = 0,
          created = 0, changed = 0, unchanged = 0, refused = 0, conflicts = 0, nodes = 0, matched = 0,
          revision = revision + 1, lease_term = lease_term + 1,
          lease_until = 0, changed_at = ${at} where key = ${row.key}`,
    ],
  });

/** What is written stays. */
export const stop = (tx: Tx, { id }: ImportRow, at: number) =>
  move(tx, id, {
    what: "stopped",
    may: isIn("checking", "running"),
    statements: ({ key }) => [
      sql`update imports set state = 'stopped', changed_at = ${at}, lease_term = lease_term + 1, lease_until = 0
        where key = ${key}`,
    ],
  });

/**
 * A checked import is carried out from its first row on, and so is one that was undone; one that was stopped goes on
 * where it was. From then on it has the rights of whoever let it go on. Whoever started it still sees it.
 */
export async function goOn(
  tx: Tx,
  { id, project_key }: ImportRow,
  caller: Caller,
  { at, revision }: { at: number; revision?: number | undefined },
): Promise<ImportRow> {
  // As when a file is sent: only one import of a file is carried out.
  await tx.lock(sql`select key from projects where key = ${project_key}`);
  const statements = async (row: ImportRow) => {
    const { key } = row;
    if (revision !== undefined && revision !== row.revision) throw changedSince(row);
    const { holder_kind, holder_key } = holderOf(caller);
    const scopes = JSON.stringify(await scopesOf(tx, caller, project_key));
    const heldBy = sql`update imports set starter_kind = coalesce(starter_kind, holder_kind),
        starter_key = coalesce(starter_key, holder_key), starter_scopes = coalesce(starter_scopes, scopes),
        actor = ${caller.actor}, holder_kind = ${holder_kind}, holder_key = ${holder_key}, scopes = ${scopes},
        changed_at = ${at} where key = ${key}`;
    if (row.state === "stopped") {
      const state = row.dry_run === 1 ? "checking" : "running";
      return [heldBy, sql`update imports set state = ${state} where key = ${key}`];
    }
    const isOther = (other: ImportRow) => other.key !== key && row.again === "" && !isLost(other, at);
    const earlier = await earlierImport(tx, { projectKey: project_key, digest: row.digest }, caller, isOther);
    if (earlier?.state === "reading") throw isBeingRead();
    if (earlier) throw importedBefore(earlier);
    const checked = JSON.stringify(countsIn(row));
    return [
      heldBy,
      sql`update imports set state = 'running', dry_run = 0, checked = ${checked}, position = 0, done = 0, created = 0,
        changed = 0, unchanged = 0, refused = 0, conflicts = 0, nodes = 0, matched = 0, undo_kept = '[]', finished_at = null
        where key = ${key}`,
    ];
  };
  return move(tx, id, { what: "continued", may: isIn("stopped", "checked", "undone"), statements });
}

const changedSince = ({ state, revision }: ImportRow) =>
  new Problem("import_state", `The options were changed since: the revision is ${revision}. Look at the check again.`, {
    state,
    revision,
  });

const isBeingRead = () =>
  new Problem("unavailable", "The same file is being read for another import.", {}, { "retry-after": "5" });

const importedBefore = ({ id, state }: ImportRow) =>
  new Problem("import_state", `The same file was imported already, by the import ${id}.`, { state, importId: id });

/** Undoes everything that nobody has changed since. */
export const takeBack = (tx: Tx, { id }: ImportRow, caller: Caller, at: number) =>
  move(tx, id, {
    what: "undone",
    may: mayUndo,
    statements: ({ key }) => {
      const by = JSON.stringify({ actor: caller.actor, ...holderOf(caller) });
      return [
        sql`update imports set state = 'undoing', undo_by = ${by}, undo_below = ${Number.MAX_SAFE_INTEGER},
          undo_kept = '[]', error = '', changed_at = ${at}, finished_at = null where key = ${key}`,
      ];
    },
  });

/** A check has written nothing. */
const mayUndo = ({ state, dry_run }: ImportRow) => dry_run === 0 && ["done", "stopped", "failed"].includes(state);

const isIn =
  (...states: State[]) =>
  ({ state }: ImportRow) =>
    states.includes(state);

type Move = {
  /** As in "it cannot be …". */
  what: string;
  may(row: ImportRow): boolean;
  statements(row: ImportRow): Query[] | Promise<Query[]>;
};

/** Moves an import to another state, if the one that it is in allows it. Returns it in its new state. */
async function move(tx: Tx, id: string, { what, may, statements }: Move): Promise<ImportRow> {
  await tx.lock(sql`select key from imports where id = ${id}`);
  const now = await importById(tx, id);
  if (!now) throw notFound("import", id);
  if (!may(now)) {
    throw new Problem("import_state", `The import is ${now.state}, so it cannot be ${what}.`, { state: now.state });
  }
  for (const statement of await statements(now)) await tx.run(statement);
  return (await importById(tx, id)) as ImportRow;
}
