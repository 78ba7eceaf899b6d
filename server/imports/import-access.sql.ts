import { isAtLeast } from "../../contract/roles.ts";
import { allow, isUnlimited } from "../access/allow.ts";
import { type Caller, coversProject } from "../access/caller.ts";
import { holderOf } from "../access/stored-holder.sql.ts";
import type { Reader } from "../db/db.ts";
import { notFound, Problem } from "../http/problem.ts";
import { projectById } from "../projects/projects.sql.ts";
import { type ImportRow, importById } from "./imports.sql.ts";

/** A project that the caller sees. */
export async function projectFor(reader: Reader, id: string, caller: Caller): Promise<{ key: number; id: string }> {
  const project = await projectById(reader, id);
  if (!project) throw notFound("project", id);
  await allow(reader, caller, "view", { projectKey: project.key }, () => notFound("project", id));
  return project;
}

/** Refuses a caller who may write nothing in the project. What a row may write is checked for each row. */
export async function allowImports(reader: Reader, caller: Caller, projectKey: number): Promise<void> {
  if (await isUnlimited(reader, caller)) return;
  const may = caller.grants.some(
    ({ role, project_key }) => (project_key === null || project_key === projectKey) && isAtLeast(role, "translator"),
  );
  if (!may) throw new Problem("not_allowed", "This needs the role translator.", { needed: { role: "translator" } });
}

/** An import shows rows of any branch: to whoever started it, and to those who see the whole project. */
export async function mayWatch(reader: Reader, row: ImportRow, caller: Caller): Promise<boolean> {
  if (await isUnlimited(reader, caller)) return true;
  const { holder_kind, holder_key } = holderOf(caller);
  if (row.holder_kind === holder_kind && row.holder_key === holder_key) return true;
  return coversProject(caller.grants, row.project_key);
}

/** An import that the caller may see, or act on. */
export async function importFor(reader: Reader, id: string, need: "view" | "act", caller: Caller): Promise<ImportRow> {
  const row = await importById(reader, id);
  const unseen = () => notFound("import", id);
  if (!row) throw unseen();
  await allow(reader, caller, "view", { projectKey: row.project_key }, unseen);
  if (!(await mayWatch(reader, row, caller))) throw unseen();
  if (need === "act") await allowImports(reader, caller, row.project_key);
  return row;
}
