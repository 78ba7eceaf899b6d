import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { encodings, readSeparators } from "../../contract/constants.ts";
import type { ImportOptions, ImportRun } from "../../contract/imports.ts";
import { anyone, type Caller } from "../access/caller.ts";
import type { Db } from "../db/db.ts";
import { systemClock } from "../http/clock.ts";
import { newId } from "../http/ids.ts";
import { createLog } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { createImages } from "../images/create-images.ts";
import { goOn } from "../imports/import-moves.sql.ts";
import { type ImportRow, importById } from "../imports/imports.sql.ts";
import { ImportRunner } from "../imports/runner.ts";
import { shownImport } from "../imports/shown-import.ts";
import { optionsOf, startImport } from "../imports/start-import.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { type Command, CommandError } from "./command.ts";
import { operator } from "./grant-options.ts";
import { openCatalog } from "./open-catalog.ts";
import { ProgressBar } from "./progress-bar.ts";

const form =
  "import --project ID [--dry-run] [--json] [--again] [--encoding NAME] [--separator NAME] [--sheet NAME] [--header-row N] [--options JSON] [--pictures ZIP] FILE";

const lookMs = 200;
const working: readonly ImportRow["state"][] = ["checking", "running"];

type Given = {
  project: string;
  file: string;
  dryRun: boolean;
  json: boolean;
  again: boolean;
  options: string;
  /** How the file is read, which goes before the same in `options`. */
  reading: ImportOptions;
  pictures: string | undefined;
};

function given(args: string[]): Given {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        project: text,
        options: text,
        pictures: text,
        encoding: text,
        separator: text,
        sheet: text,
        "header-row": text,
        "dry-run": flag,
        json: flag,
        again: flag,
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    const {
      project,
      options = "",
      pictures,
      encoding,
      separator,
      sheet,
      "header-row": headerRow,
      json,
      again,
    } = values;
    if (project === undefined || file === undefined || more.length > 0) throw new Error("Name a project and one file.");
    if (headerRow !== undefined && !/^[1-9]\d*$/.test(headerRow))
      throw new Error("--header-row is the number of a row.");
    if (encoding !== undefined && !isOneOf(encodings, encoding))
      throw new Error(`--encoding is one of ${encodings.join(", ")}.`);
    if (separator !== undefined && !isOneOf(readSeparators, separator))
      throw new Error(`--separator is one of ${readSeparators.join(", ")}.`);
    const reading = {
      ...(encoding !== undefined && { encoding }),
      ...(separator !== undefined && { separator }),
      ...(sheet !== undefined && { sheet }),
      ...(headerRow !== undefined && { headerRow: Number(headerRow) }),
    };
    return { project, file, dryRun: values["dry-run"], json, again, options, reading, pictures };
  } catch (error) {
    // What follows is about arguments that start with a dash.
    const [why = ""] = (error as Error).message.split(". ");
    throw new CommandError(`${why.replace(/\.$/, "")}.\nUsage: npx catalog ${form}`);
  }
}

export const importItems: Command = {
  name: "import",
  usage: [
    { form, help: "import a CSV, TSV, XLSX, ODS or JSONL file; a file that was interrupted goes on where it was" },
  ],
  async run({ args, config, say }) {
    const { project, file, dryRun, json, again, options, reading, pictures } = given(args);
    const db = await openCatalog(config);
    const caller: Caller = { ...anyone, actor: operator.actor, known: { grantsAt: new Map() } };
    const store = { images: createImages(config), publicUrl: config.publicUrl };
    // A service on the same catalog may take the import instead: this then only shows how far it is.
    const runner = new ImportRunner(db, createLog("silent"), systemClock, {
      ...store,
      trashMs: config.retention.trashMs,
    });
    try {
      const found = await db.read((reader) => projectFor(reader, project, caller));
      const sent = {
        project: found,
        file: {
          path: file,
          digest: await digestOf(file),
          fileName: basename(file),
          options: undefined,
          pictures: pictures === undefined ? undefined : { path: pictures, digest: await digestOf(pictures) },
        },
        origin: "",
        fileName: basename(file),
        options: optionsOf(JSON.stringify({ ...optionsOf(options), ...reading })),
        dryRun,
        again: again ? newId() : undefined,
      };
      const { row, isNew } = await startImport({ db, store, caller }, sent);
      if (row.state === "stopped") await db.write((tx) => goOn(tx, row, caller, { at: db.now() }));
      if (!isNew && !json) say(sentBefore(row));
      runner.wake();
      const run = await ended(db, row.id);
      say(json ? JSON.stringify(run, null, 2) : inWords(run));
      if (run.state === "failed") throw new CommandError(run.error ?? "The import failed.");
      if (run.refused === 1) throw new CommandError("1 row was refused.");
      if (run.refused > 1) throw new CommandError(`${run.refused.toLocaleString("en")} rows were refused.`);
    } catch (error) {
      if (error instanceof Problem) throw new CommandError(error.message);
      throw error;
    } finally {
      await runner.close();
      await db.close();
    }
  },
};

function sentBefore({ created_at, state }: ImportRow): string {
  const before = `This file was sent before, on ${new Date(created_at).toISOString()}`;
  return state === "stopped" ? `${before}, and was stopped. It goes on.` : `${before}; --again imports it again.`;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest("hex");
}

async function ended(db: Db, id: string): Promise<ImportRun> {
  const bar = new ProgressBar("rows");
  for (;;) {
    const row = await db.read((reader) => importById(reader, id));
    if (!row) throw new CommandError("The import was removed.");
    bar.show(row.done, row.row_count);
    if (!working.includes(row.state)) {
      bar.end();
      return shownImport(row);
    }
    await Bun.sleep(lookMs);
  }
}

function inWords(run: ImportRun): string {
  const { state, dryRun, rows, created, changed, unchanged, refused, conflicts } = run;
  const figure = (count: number) => count.toLocaleString("en");
  const counts = `${figure(created)} new, ${figure(changed)} changed, ${figure(unchanged)} the same, ${figure(refused)} refused`;
  const kept = conflicts > 0 ? `; ${figure(conflicts)} cells were changed by somebody since the export and stay` : "";
  return `${dryRun ? "Dry run" : "Import"} ${state}: ${figure(rows)} rows, ${counts}${kept}.${textsOf(run)}${decimalsOf(run)}${headerOf(run)}`;
}

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  names.some((known) => known === name);

/** The encoding of its letters, if it has any. */
function textsOf({ read }: ImportRun): string {
  const [sample] = read?.samples ?? [];
  const doubt = read?.encodingCertain === false ? ", which is a guess" : "";
  return sample === undefined ? "" : ` Read as ${read?.encoding}${doubt}, such as "${sample}".`;
}

function decimalsOf({ read }: ImportRun): string {
  if (read?.decimal === undefined) return "";
  if (read.decimal === null) return " The numbers do not show which sign starts the decimals.";
  return ` A ${read.decimal === "," ? "comma" : "point"} starts the decimals.`;
}

/** Where the header was found, if there was a choice. */
function headerOf({ read }: ImportRun): string {
  if (read?.headerRow === undefined || (read.headerRow === 1 && (read.sheets?.length ?? 0) < 2)) return "";
  const sheet = read.sheet === undefined ? "" : ` of the sheet "${read.sheet}"`;
  return ` The header is row ${read.headerRow}${sheet}.`;
}
