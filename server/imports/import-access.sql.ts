import { isAtLeast } from "../../contract/roles.ts";
import { allow, isUnlimited } from "../access/allow.ts";
import { type Caller, coversProject, type HeldGrant } from "../access/caller.ts";
import { nodesAbove } from "../access/places.sql.ts";
import { holderOf } from "../access/stored-holder.sql.ts";
import type { Reader } from "../db/db.ts";
import { notFound, Problem } from "../http/problem.ts";
import { type ImportRow, importById } from "./imports.sql.ts";

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
 * An import is seen by those who see the whole project, by whoever started it while they see all that they saw then, and
 * likewise by whoever let it go on.
 */
export async function mayWatch(reader: Reader, row: ImportRow, caller: Caller): Promise<boolean> {
  if (await seesProject(reader, row, caller)) return true;
  const stillSees = (scopes: string) => everyScope(reader, { row, scopes }, caller, isSeen);
  if (isHolder(row, caller) && (await stillSees(row.scopes))) return true;
  return isStarter(row, caller) && stillSees(row.starter_scopes ?? "[]");
}

/** What became of the rows can show values of any branch that whoever let the import go on saw. */
async function mayReadRows(reader: Reader, row: ImportRow, caller: Caller): Promise<boolean> {
  if (await seesProject(reader, row, caller)) return true;
  return isOfCaller(row, caller) && everyScope(reader, { row, scopes: row.scopes }, caller, isSeen);
}

/** Whether the caller edits the project, or has a part in the import and may write all that it may. */
async function mayAct(reader: Reader, row: ImportRow, caller: Caller): Promise<boolean> {
  if ((await isUnlimited(reader, caller)) || editsProject(caller, row.project_key)) return true;
  const isCovered = (scope: Scope, grants: readonly HeldGrant[]) =>
    !isAtLeast(scope.role, "translator") || grants.some((grant) => mayDo(scope, grant));
  return isOfCaller(row, caller) && everyScope(reader, { row, scopes: row.scopes }, caller, isCovered);
}

const seesProject = async (reader: Reader, row: ImportRow, caller: Caller): Promise<boolean> =>
  (await isUnlimited(reader, caller)) || coversProject(caller.grants, row.project_key);

function isHolder(row: ImportRow, caller: Caller): boolean {
  const { holder_kind, holder_key } = holderOf(caller);
  return row.holder_kind === holder_kind && row.holder_key === holder_key;
}

function isStarter({ starter_kind, starter_key }: ImportRow, caller: Caller): boolean {
  const { holder_kind, holder_key } = holderOf(caller);
  return starter_kind === holder_kind && starter_key === holder_key;
}

const isOfCaller = (row: ImportRow, caller: Caller): boolean => isHolder(row, caller) || isStarter(row, caller);

type IsCovered = (scope: Scope, grants: readonly HeldGrant[]) => boolean;

const isSeen: IsCovered = (_, grants) => grants.length > 0;

async function everyScope(
  reader: Reader,
  { row: { project_key }, scopes: stored }: { row: ImportRow; scopes: string },
  caller: Caller,
  isCovered: IsCovered,
): Promise<boolean> {
  const scopes = JSON.parse(stored) as Scope[];
  // Of an import that is older than scopes nobody knows what its holder saw.
  if (scopes.length === 0) return false;
  for (const scope of scopes) if (!isCovered(scope, await grantsIn(reader, caller, project_key, scope))) return false;
  return true;
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

const refusals = {
  rows: {
    message: "This needs the role viewer in the whole project, or everything that whoever let it go on could see.",
    needed: { role: "viewer" },
  },
  act: {
    message: "This needs the role editor in the whole project, or everything that whoever started it could edit.",
    needed: { role: "editor" },
  },
} as const;

/** An import that the caller may see, or whose rows they may read, or that they may act on. */
export async function importFor(
  reader: Reader,
  id: string,
  need: "view" | "rows" | "act",
  caller: Caller,
): Promise<ImportRow> {
  const row = await importById(reader, id);
  const unseen = () => notFound("import", id);
  if (!row || row.state === "reading") throw unseen();
  await allow(reader, caller, "view", { projectKey: row.project_key }, unseen);
  if (!(await mayWatch(reader, row, caller))) throw unseen();
  if (need === "view" || (await (need === "rows" ? mayReadRows : mayAct)(reader, row, caller))) return row;
  const { message, needed } = refusals[need];
  throw new Problem("not_allowed", message, { needed });
}
