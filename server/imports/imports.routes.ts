import type { ImportOptions } from "../../contract/imports.ts";
import { limits } from "../../contract/limits.ts";
import type { Caller } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import type { Answer } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { contentEtag } from "../http/conditional.ts";
import { Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import type { Images } from "../images/create-images.ts";
import { allowImports, holderOf, importFor, mayWatch, projectFor } from "./import-access.sql.ts";
import { countsIn, type ImportRow, importById, importsOfProject, type State, shownImport } from "./imports.sql.ts";
import type { ImportInbox } from "./receive-file.ts";
import type { ImportRunner } from "./runner.ts";
import { checkedOptions, optionsOf, startImport } from "./start-import.ts";

/** So long may a client wait while its file is read. */
const idleSeconds = 240;

type Parts = {
  db: Db;
  inbox: ImportInbox;
  runner: ImportRunner;
  images: Images;
  publicUrl: string | undefined;
  keepOpen(request: Request, seconds: number): void;
};

const json = (value: unknown, more: Partial<Answer> = {}): Answer => {
  const body = JSON.stringify(value);
  return { body, etag: contentEtag(body), ...more };
};

export function importRoutes({ db, inbox, runner, images, publicUrl, keepOpen }: Parts): Route[] {
  /** Each has a thread of its own, which reads a file. */
  const readings = new Slots({
    atOnce: 2,
    mostWaiting: 10,
    detail: "Too many files are being read right now.",
    retryAfterSeconds: 5,
  });

  return [
    route("createImport", async ({ params, query, request, caller }) => {
      keepOpen(request, idleSeconds);
      const project = await db.read(async (reader) => {
        const found = await projectFor(reader, params.projectId, caller);
        await allowImports(reader, caller, found.key);
        return found;
      });
      const asked = optionsOf(query.options);
      const file = await inbox.receive(request);
      try {
        const options = file.options === undefined ? asked : optionsOf(file.options);
        const { row, isNew } = await readings.run(() =>
          startImport(db, { images, publicUrl }, caller, {
            project,
            file,
            fileName: (query.fileName ?? file.fileName).slice(0, limits.nameLength).toWellFormed(),
            options,
            dryRun: query.dryRun ?? false,
            again: query.again ?? false,
            origin: new URL(request.url).origin,
            beat: () => keepOpen(request, idleSeconds),
          }),
        );
        runner.wake();
        const headers = { location: `/api/imports/${row.id}` };
        return json(shownImport(row), isNew ? { headers } : { headers, status: 200 });
      } finally {
        await inbox.discardAll(file);
      }
    }),
    route("listImports", ({ params, caller }) =>
      db.read(async (reader) => {
        const project = await projectFor(reader, params.projectId, caller);
        const imports = [];
        for (const row of await importsOfProject(reader, project.key, limits.importsKept)) {
          if (await mayWatch(reader, row, caller)) imports.push(shownImport(row));
        }
        return json({ imports });
      }),
    ),
    route("getImport", ({ params, caller }) =>
      db.read(async (reader) => json(shownImport(await importFor(reader, params.importId, "view", caller)))),
    ),
    route("updateImport", async ({ params, body, caller }) => {
      const options: ImportOptions = checkedOptions(body);
      const answer = await writeAs(db, caller, async (tx) => {
        const row = await importFor(tx, params.importId, "act", caller);
        return move(tx, row, ["checked", "checking"], "checked again", () =>
          tx.run(
            sql`update imports set options = ${JSON.stringify(options)}, state = 'checking', position = 0, done = 0,
              created = 0, changed = 0, unchanged = 0, refused = 0, conflicts = 0, nodes = 0, lease_term = lease_term + 1,
              lease_until = 0, changed_at = ${db.now()} where key = ${row.key}`,
          ),
        );
      });
      runner.wake();
      return answer;
    }),
    route("stopImport", ({ params, caller }) =>
      writeAs(db, caller, async (tx) => {
        const row = await importFor(tx, params.importId, "act", caller);
        return move(tx, row, ["checking", "running"], "stopped", () =>
          tx.run(
            sql`update imports set state = 'stopped', changed_at = ${db.now()}, lease_until = 0 where key = ${row.key}`,
          ),
        );
      }),
    ),
    route("resumeImport", async ({ params, caller }) => {
      const answer = await writeAs(db, caller, async (tx) => {
        const row = await importFor(tx, params.importId, "act", caller);
        return move(tx, row, ["stopped", "checked", "undone"], "continued", () => goOn(tx, row, caller, db.now()));
      });
      runner.wake();
      return answer;
    }),
    route("undoImport", async ({ params, caller }) => {
      const answer = await writeAs(db, caller, async (tx) => {
        const row = await importFor(tx, params.importId, "act", caller);
        const by = JSON.stringify({ actor: caller.actor, ...holderOf(caller) });
        return move(tx, row, ["done", "stopped", "failed"], "undone", () =>
          tx.run(
            sql`update imports set state = 'undoing', undo_by = ${by}, undo_below = ${Number.MAX_SAFE_INTEGER},
              undo_kept = '[]', changed_at = ${db.now()}, finished_at = null where key = ${row.key}`,
          ),
        );
      });
      runner.wake();
      return answer;
    }),
  ];
}

/** Moves an import to another state, if it is in one of `from`. */
async function move(
  tx: Tx,
  row: ImportRow,
  from: readonly State[],
  what: string,
  perform: () => Promise<unknown>,
): Promise<Answer> {
  await tx.lock(sql`select key from imports where key = ${row.key}`);
  const now = (await importById(tx, row.id)) as ImportRow;
  if (!from.includes(now.state)) {
    throw new Problem("import_state", `The import is ${now.state}, so it cannot be ${what}.`, { state: now.state });
  }
  await perform();
  return json(shownImport((await importById(tx, row.id)) as ImportRow));
}

/**
 * A checked import is carried out from its first row on; one that was stopped goes on where it was. From then on it has
 * the rights of whoever let it go on.
 */
async function goOn(tx: Tx, row: ImportRow, caller: Caller, now: number): Promise<unknown> {
  const { holder_kind, holder_key } = holderOf(caller);
  await tx.run(
    sql`update imports set actor = ${caller.actor}, holder_kind = ${holder_kind}, holder_key = ${holder_key}
      where key = ${row.key}`,
  );
  if (row.state === "stopped") {
    const state = row.dry_run === 1 ? "checking" : "running";
    return tx.run(sql`update imports set state = ${state}, changed_at = ${now} where key = ${row.key}`);
  }
  const checked = JSON.stringify(countsIn(row));
  return tx.run(
    sql`update imports set state = 'running', dry_run = 0, checked = ${checked}, position = 0, done = 0, created = 0,
      changed = 0, unchanged = 0, refused = 0, conflicts = 0, nodes = 0, finished_at = null, changed_at = ${now}
      where key = ${row.key}`,
  );
}
