import { open, rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { exportFormats } from "../../contract/constants.ts";
import { exportQuery } from "../../contract/exports.ts";
import { anyone } from "../access/caller.ts";
import { exportFile } from "../exports/export-file.ts";
import { check } from "../http/check.ts";
import { faultsOf } from "../http/faults.ts";
import { Problem } from "../http/problem.ts";
import { type Command, CommandError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";
import { ProgressBar } from "./progress-bar.ts";
import { temporaryIndexes } from "./temporary-indexes.ts";

const usage = [
  {
    form: "export --project ID [--format csv|xlsx|jsonl] FILE",
    help: "write the items of a project to a file; any filter of the API is an option too: --within audio",
  },
] as const;

const misused = (why: string) =>
  new CommandError(`${why}\nUsage: npx catalog ${usage[0].form}\nOther options: ${others.join(", ")}`);

const others = Object.keys(exportQuery.shape)
  .filter((name) => name !== "format")
  .map((name) => `--${name}`);

type Given = { project: string; file: string; query: Record<string, string> };

function given(args: string[]): Given {
  const options = Object.fromEntries(
    ["project", ...Object.keys(exportQuery.shape)].map((name) => [name, { type: "string" } as const]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { project, ...query } = values as Record<string, string>;
    const [file, ...more] = positionals;
    if (project === undefined || file === undefined || more.length > 0) throw new Error("Name a project and one file.");
    return { project, file, query: { ...formatOf(file), ...query } };
  } catch (error) {
    // What follows is about arguments that start with a dash.
    throw misused(`${(error as Error).message.split(". ")[0]?.replace(/\.$/, "")}.`);
  }
}

/** The end of the name says what the file is, unless an option does. */
function formatOf(file: string): Record<string, string> {
  const extension = extname(file).slice(1).toLowerCase();
  if (extension === "tsv") return { format: "csv", separator: "tab" };
  return exportFormats.some((format) => format === extension) ? { format: extension } : {};
}

export const exportItems: Command = {
  name: "export",
  usage,
  async run({ args, config, say }) {
    const { project, file, query: raw } = given(args);
    const query = check(exportQuery, raw);
    if (!query.success) {
      const faults = faultsOf(query.error).listed;
      throw misused(faults.map(({ pointer, message }) => `--${pointer.slice(1)} ${message}.`).join("\n"));
    }
    const db = await openCatalog(config);
    const indexes = await temporaryIndexes(db);
    const bar = new ProgressBar("items");
    const report = (done: number, of: number) => bar.show(done, of);
    try {
      const made = await exportFile({ db, ask: indexes.ask, caller: anyone, report }, project, query.data);
      await writeFile(file, made.bytes);
      bar.end();
      say(made.items === undefined ? `Wrote ${file}.` : `Wrote ${made.items.toLocaleString("en")} items to ${file}.`);
    } catch (error) {
      // A problem names parameters of the API by pointers; here they are options.
      if (error instanceof Problem) throw new CommandError(error.message.replace(/^\/(\w+)/, "--$1"));
      throw error;
    } finally {
      bar.end();
      await indexes.close();
      await db.close();
    }
  },
};

/** The file is complete when it appears under its name. */
async function writeFile(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${file}.partial`;
  const handle = await open(partial, "w", 0o600);
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.close();
    await rename(partial, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}
