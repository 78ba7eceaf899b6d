import { limits } from "../../contract/limits.ts";
import { allowAnywhere } from "../access/allow.ts";
import { type Caller, personOf } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Tx } from "../db/db.ts";
import { newId } from "../http/ids.ts";
import { Slots } from "../http/slots.ts";
import { turn } from "../http/turns.ts";
import type { Images } from "../images/create-images.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { allowImports, importFor, mayWatch } from "./import-access.sql.ts";
import { checkAgain, goOn, stop, takeBack } from "./import-moves.sql.ts";
import { type ImportRow, importsOfProject } from "./imports.sql.ts";
import type { ImportInbox } from "./receive-file.ts";
import type { ImportRunner } from "./runner.ts";
import { shownImport } from "./shown-import.ts";
import { optionsFor, optionsOf, type Sent, startImport } from "./start-import.ts";

/** PostgreSQL stores no U+0000. */
const shownName = (name: string): string => name.replaceAll("\0", "").slice(0, limits.nameLength).toWellFormed();

/** What tells a repeated request apart from one that wants to import the file once more. */
function keyOf(request: Request, { actor }: Caller): string | undefined {
  const key = request.headers.get("idempotency-key");
  return key === null ? undefined : new Bun.CryptoHasher("sha256").update(`${actor} ${key}`).digest("base64url");
}

/** So long may a client wait while its file is read. */
const idleSeconds = 240;

type Parts = {
  db: Db;
  inbox: ImportInbox;
  runner: ImportRunner;
  images: Images;
  publicUrl: string | undefined;
  address(request: Request): string;
  keepOpen(request: Request, seconds: number): void;
};

export function importRoutes({ db, inbox, runner, images, publicUrl, address, keepOpen }: Parts): Route[] {
  /** From the first byte of a file until it is read. */
  const files = new Slots({
    atOnce: 20,
    mostWaiting: 0,
    detail: "Too many files are being sent right now.",
    ofOne: { atOnce: 4, mostWaiting: 0, detail: "4 files of yours are already being sent or read." },
    retryAfterSeconds: 5,
  });
  /** Each has a thread of its own, which reads a file. */
  const readings = new Slots({
    atOnce: 2,
    mostWaiting: 20,
    detail: "Too many files are being read right now.",
    ofOne: { atOnce: 1, mostWaiting: 4, detail: "5 files of yours are already being read." },
    retryAfterSeconds: 5,
  });

  /** Moves an import that the caller may act on to another state. */
  const acting = async (id: string, caller: Caller, act: (tx: Tx, row: ImportRow) => Promise<ImportRow>) => {
    const row = await writeAs(db, caller, async (tx) => act(tx, await importFor(tx, id, "act", caller)));
    runner.wake();
    return json(shownImport(row));
  };

  return [
    route("createImport", async ({ params, query, request, caller }) => {
      keepOpen(request, idleSeconds);
      const project = await db.read(async (reader) => {
        const found = await projectFor(reader, params.projectId, caller);
        await allowImports(reader, caller, found.key);
        return found;
      });
      const asked = optionsOf(query.options);
      const who = personOf(caller, address(request));
      using _ = await files.enter(who);
      const file = await inbox.receive(request, who);
      try {
        if (file.pictures) allowAnywhere(caller, "edit");
        const sent: Sent = {
          project,
          file,
          fileName: shownName(query.fileName ?? file.fileName),
          options: file.options === undefined ? asked : optionsOf(file.options),
          dryRun: query.dryRun ?? false,
          again: query.again ? (keyOf(request, caller) ?? newId()) : undefined,
          origin: new URL(request.url).origin,
          beat: () => keepOpen(request, idleSeconds),
          signal: request.signal,
        };
        const store = { images, publicUrl };
        const { row, isNew } = await startImport({ db, store, caller }, sent, (work) =>
          readings.run(work, who, request.signal),
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
          // Recognising a thousand columns takes milliseconds.
          await turn();
        }
        return json({ imports });
      }),
    ),
    route("getImport", ({ params, caller }) =>
      db.read(async (reader) => json(shownImport(await importFor(reader, params.importId, "view", caller)))),
    ),
    route("updateImport", ({ params, body, caller }) =>
      acting(params.importId, caller, (tx, row) => checkAgain(tx, row, optionsFor(row, body), db.now())),
    ),
    route("stopImport", ({ params, caller }) => acting(params.importId, caller, (tx, row) => stop(tx, row, db.now()))),
    route("resumeImport", ({ params, query, caller }) =>
      acting(params.importId, caller, (tx, row) => goOn(tx, row, caller, { at: db.now(), revision: query.revision })),
    ),
    route("undoImport", ({ params, caller }) =>
      acting(params.importId, caller, (tx, row) => takeBack(tx, row, caller, db.now())),
    ),
  ];
}
