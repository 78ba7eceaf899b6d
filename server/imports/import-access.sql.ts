import { isAtLeast } from "../../contract/roles.ts";
import { allow, isUnlimited } from "../access/allow.ts";
import { type Caller, coversProject, type HeldGrant } from "../access/caller.ts";
import { nodesAbove } from "../access/places.sql.ts";
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

/** What a person could see and write in a project when they started an import. */
type Scope = Pick<HeldGrant, "role" | "node_key" | "languages">;

export async function scopesOf(reader: Reader, caller: Caller, projectKey: number): Promise<Scope[]> {
  if (await isUnlimited(reader, caller)) return [{ role: "admin", node_key: null, languages: null }];
  const inProject = caller.grants.filter(({ project_key }) => project_key === null || project_key === projectKey);
  return inProject.map(({ role, node_key, languages }) => ({ role, node_key, languages }));
}

/** The grants of the caller at the place of a scope, also of one that was deleted. */
async function grantsIn(reader: Reader, caller: Caller, projectKey: number, { node_key }: Scope): Promise<HeldGrant[]> {
  const inProject = caller.grants.filter(({ project_key }) => project_key === null || project_key === projectKey);
  const nodes = inProject.flatMap((grant) => (grant.node_key === null ? [] : [grant.node_key]));
  const above = node_key === null || nodes.length === 0 ? undefined : await nodesAbove(reader, node_key, nodes);
  return inProject.filter(
    (grant) => grant.node_key === null || grant.node_key === node_key || above?.has(grant.node_key),
  );
}

const isWithin = (languages: readonly string[] | null, granted: readonly string[] | null): boolean =>
  granted === null || (languages?.every((language) => granted.includes(language)) ?? false);

const mayDo = (scope: Scope, { role, languages }: HeldGrant): boolean =>
  isAtLeast(role, "editor") || (isAtLeast(role, scope.role) && isWithin(scope.languages, languages));

/**
 * An import shows rows of any branch: to those who see the whole project, and to whoever started it while they see all
 * that they saw then.
 */
export async function mayWatch(reader: Reader, row: ImportRow, caller: Caller): Promise<boolean> {
  if (await isUnlimited(reader, caller)) return true;
  if (coversProject(caller.grants, row.project_key)) return true;
  return isHolder(row, caller) && everyScope(reader, row, caller, (_, grants) => grants.length > 0);
}

function isHolder(row: ImportRow, caller: Caller): boolean {
  const { holder_kind, holder_key } = holderOf(caller);
  return row.holder_kind === holder_kind && row.holder_key === holder_key;
}

async function everyScope(
  reader: Reader,
  row: ImportRow,
  caller: Caller,
  isCovered: (scope: Scope, grants: readonly HeldGrant[]) => boolean,
): Promise<boolean> {
  const scopes = JSON.parse(row.scopes) as Scope[];
  // Of an import that is older than scopes nobody knows what its holder saw.
  if (scopes.length === 0) return false;
  for (const scope of scopes)
    if (!isCovered(scope, await grantsIn(reader, caller, row.project_key, scope))) return false;
  return true;
}

/** Whether the caller edits the project, or started the import and still may write all that they might then. */
async function mayAct(reader: Reader, row: ImportRow, caller: Caller): Promise<boolean> {
  if ((await isUnlimited(reader, caller)) || editsProject(caller, row.project_key)) return true;
  const isCovered = (scope: Scope, grants: readonly HeldGrant[]) =>
    !isAtLeast(scope.role, "translator") || grants.some((grant) => mayDo(scope, grant));
  return isHolder(row, caller) && everyScope(reader, row, caller, isCovered);
}

const editsProject = ({ grants }: Caller, projectKey: number): boolean =>
  coversProject(
    grants.filter(({ role }) => isAtLeast(role, "editor")),
    projectKey,
  );

/** For what belongs to the whole project. */
export async function allowProjectEdits(reader: Reader, caller: Caller, projectKey: number): Promise<void> {
  if ((await isUnlimited(reader, caller)) || editsProject(caller, projectKey)) return;
  throw new Problem("not_allowed", "This needs the role editor in the whole project.", { needed: { role: "editor" } });
}

/** An import that the caller may see, or act on. */
export async function importFor(reader: Reader, id: string, need: "view" | "act", caller: Caller): Promise<ImportRow> {
  const row = await importById(reader, id);
  const unseen = () => notFound("import", id);
  if (!row || row.state === "reading") throw unseen();
  await allow(reader, caller, "view", { projectKey: row.project_key }, unseen);
  if (!(await mayWatch(reader, row, caller))) throw unseen();
  if (need === "view" || (await mayAct(reader, row, caller))) return row;
  const message = "This needs the role editor in the whole project, or everything that whoever started it could edit.";
  throw new Problem("not_allowed", message, { needed: { role: "editor" } });
}
