import { parseArgs } from "node:util";
import { type Grant, grant } from "../../contract/access.ts";
import { roles } from "../../contract/roles.ts";
import type { Config } from "../config/config.ts";
import type { Db } from "../db/db.ts";
import { faultsOf } from "../http/faults.ts";
import { Problem } from "../http/problem.ts";
import { CommandError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

/** How the audit log names the operator at the command line. */
export const operator = { actor: "command line", address: "" } as const;

export const grantForm = "--role ROLE [--project ID] [--subtree ID] [--languages ru,de]";

const options = {
  role: { type: "string" },
  project: { type: "string" },
  subtree: { type: "string" },
  languages: { type: "string" },
  "password-stdin": { type: "boolean" },
  days: { type: "string" },
  limit: { type: "string" },
} as const;

export type Options = {
  [K in keyof typeof options]?: (typeof options)[K]["type"] extends "boolean" ? boolean : string;
};

/** The words and the options of a command, in any order. */
export function parsed(args: string[], misused: () => CommandError): { words: string[]; options: Options } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { words: positionals, options: values };
  } catch {
    throw misused();
  }
}

/** The grant that the options describe; undefined without a role. */
export function grantOf({ role, project, subtree, languages }: Options): Grant | undefined {
  if (role === undefined) {
    if (project !== undefined || subtree !== undefined || languages !== undefined) {
      throw new CommandError(`Name the role with --role: ${roles.join(", ")}.`);
    }
    return undefined;
  }
  const given = {
    role,
    ...(project === undefined ? {} : { project }),
    ...(subtree === undefined ? {} : { subtree }),
    ...(languages === undefined ? {} : { languages: languages.split(",").map((code) => code.trim()) }),
  };
  const result = grant.safeParse(given, { reportInput: true });
  if (result.success) return result.data;
  throw new CommandError(
    faultsOf(result.error)
      .listed.map(({ pointer, message }) => `--${pointer.slice(1).split("/")[0]} ${message}.`)
      .join("\n"),
  );
}

export const words = ({ role, project, subtree, languages }: Grant): string =>
  [
    role,
    project ? `of ${project}` : "of everything",
    ...(subtree ? [`at ${subtree}`] : []),
    ...(languages ? [`for ${languages.join(", ")}`] : []),
  ].join(" ");

/** Opens the catalog for one command, and prints a problem as the service would answer it. */
export async function withCatalog(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const db = await openCatalog(config);
  try {
    await work(db);
  } catch (error) {
    // Problems name fields by pointers, but here they are options: /grants/0/project is --project.
    if (error instanceof Problem) throw new CommandError(error.message.replaceAll(/\/grants\/\d+\//g, "--"));
    throw error;
  } finally {
    await db.close();
  }
}
