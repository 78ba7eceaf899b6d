import { isAtLeast, type Role } from "../../contract/roles.ts";
import type { Reader } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { administers, type Branches, type Caller, type HeldGrant } from "./caller.ts";
import { nodesAbove, pathTo, placeNames, projectOfSubcategory } from "./places.sql.ts";

/** What one wants to do with a thing of the catalog. */
export type Need = "view" | "translate" | "edit" | "admin";

/**
 * Where a thing is: a project, and in it a category or a subcategory, which says where it is itself. Of what is deleted:
 * where it was, and `deletedKey`, because a branch that is itself deleted is still its holder's.
 */
export type Place = {
  projectKey: number;
  categoryKey?: number;
  subcategoryKey?: number | null;
  deletedKey?: number;
};

const roleFor: Record<Need, Role> = { view: "viewer", translate: "translator", edit: "editor", admin: "admin" };

/**
 * The one question of access: may the caller do this here? Asked inside the transaction, because only what was
 * read there says where a thing is. `unseen` is the answer for a thing that does not exist, and so for one that the
 * caller may not see. `fields` are the ones that would change, a translated one as `translations.ru.name`.
 *
 * An absent caller is the program itself: the demo catalog, an import from the command line.
 */
export function allow(
  reader: Reader,
  caller: Caller | undefined,
  need: Need,
  place: Place,
  unseen: () => Problem,
  fields: () => readonly string[] = noFields,
): Promise<void> | undefined {
  // Not a promise even: where nobody signs in, this one line is all that a request pays.
  if (caller === undefined || caller.unlimited) return undefined;
  return decide(reader, caller, need, place, unseen, fields());
}

const noFields = () => [];

async function decide(
  reader: Reader,
  caller: Caller,
  need: Need,
  place: Place,
  unseen: () => Problem,
  fields: readonly string[],
): Promise<void> {
  caller.decided = true;
  const grants = await grantsAt(reader, caller, place);
  if (grants.length === 0 && !(await leadsToGrant(reader, caller, place))) throw unseen();
  if (need === "view") return;
  const missing = missingGrant(grants, need, fields);
  if (missing === undefined) return;
  throw await refusal(reader, missing, place);
}

/** Whether the caller may see what is there. For lists, which leave out what one may not. */
export async function sees(reader: Reader, caller: Caller | undefined, place: Place): Promise<boolean> {
  if (caller === undefined || caller.unlimited) return true;
  caller.decided = true;
  return (await grantsAt(reader, caller, place)).length > 0 || leadsToGrant(reader, caller, place);
}

/**
 * Whether a grant covers what was there and is deleted. The way down to a branch shows what is on it today, not what
 * once lay beside it.
 */
export async function sawDeleted(reader: Reader, caller: Caller | undefined, place: Place): Promise<boolean> {
  if (caller === undefined || caller.unlimited) return true;
  caller.decided = true;
  return (await grantsAt(reader, caller, place)).length > 0;
}

/** For what cannot be told apart by branch: everything that happens in a project, and who is there. */
export async function allowWholeProject(
  reader: Reader,
  caller: Caller,
  projectKey: number,
  unseen: () => Problem,
): Promise<void> {
  if (caller.unlimited) return;
  await allow(reader, caller, "view", { projectKey }, unseen);
  if ((await grantsAt(reader, caller, { projectKey })).length > 0) return;
  throw await refusal(reader, { role: "viewer" }, { projectKey });
}

/** For what belongs to no place: pictures, for one. */
export function allowAnywhere(caller: Caller, need: Need): void {
  if (caller.unlimited) return;
  caller.decided = true;
  if (caller.grants.some(({ role }) => isAtLeast(role, roleFor[need]))) return;
  throw new Problem("not_allowed", `This needs the role ${roleFor[need]} in some project.`, {
    needed: { role: roleFor[need] },
  });
}

/** For what belongs to the whole service: people, keys. */
export function allowAdmin(caller: Caller): void {
  caller.decided = true;
  if (caller.unlimited || administers(caller.grants)) return;
  throw new Problem("not_allowed", "This needs the role admin in all projects.", { needed: { role: "admin" } });
}

/** Whether there is anything in the project that the caller may see. */
export function seesProject(caller: Caller, projectKey: number): boolean {
  caller.decided = true;
  return (
    caller.unlimited || caller.grants.some(({ project_key }) => project_key === null || project_key === projectKey)
  );
}

/** What is below a place that the caller sees: undefined for all of it, else the branches that he has grants for. */
export async function branchesBelow(reader: Reader, caller: Caller, place: Place): Promise<Branches | undefined> {
  if (caller.unlimited || (await grantsAt(reader, caller, place)).length > 0) return undefined;
  return branchesOf(reader, caller);
}

/** For what is in a subcategory, where only its key is at hand. */
export function allowViewIn(
  reader: Reader,
  caller: Caller,
  subcategoryKey: number,
  unseen: () => Problem,
): Promise<void> | undefined {
  if (caller.unlimited) return undefined;
  return projectOfSubcategory(reader, subcategoryKey).then((projectKey) =>
    allow(reader, caller, "view", { projectKey, subcategoryKey }, unseen),
  );
}

async function grantsAt(reader: Reader, caller: Caller, place: Place): Promise<readonly HeldGrant[]> {
  const name = [place.projectKey, place.categoryKey, place.subcategoryKey, place.deletedKey].join("/");
  const known = caller.known.grantsAt.get(name);
  if (known) return known;
  const inProject = caller.grants.filter(({ project_key }) => project_key === null || project_key === place.projectKey);
  const nodes = inProject.flatMap(({ node_key }) => (node_key === null ? [] : [node_key]));
  const above =
    nodes.length > 0 && place.subcategoryKey != null
      ? await nodesAbove(reader, place.subcategoryKey, nodes)
      : new Set<number>();
  const grants = inProject.filter(
    ({ node_key }) =>
      node_key === null || node_key === place.categoryKey || node_key === place.deletedKey || above.has(node_key),
  );
  caller.known.grantsAt.set(name, grants);
  return grants;
}

/** A subtree grant shows the way down to its branch, or nobody could get there. */
async function leadsToGrant(reader: Reader, caller: Caller, place: Place): Promise<boolean> {
  if (!seesProject(caller, place.projectKey)) return false;
  const node = place.subcategoryKey ?? place.categoryKey;
  return node === undefined || (await branchesOf(reader, caller)).path.has(node);
}

async function branchesOf(reader: Reader, caller: Caller): Promise<Branches> {
  if (caller.known.branches) return caller.known.branches;
  const nodes = caller.grants.flatMap(({ node_key }) => (node_key === null ? [] : [node_key])).sort((a, b) => a - b);
  const branches: Branches = {
    granted: new Set(nodes),
    path: nodes.length > 0 ? await pathTo(reader, nodes) : new Set(),
    signature: nodes.join(","),
  };
  caller.known.branches = branches;
  return branches;
}

type Missing = { role: Role; languages?: string[] };

/** What would have to be granted besides; undefined when nothing. Several grants together may cover what one does not. */
function missingGrant(
  grants: readonly HeldGrant[],
  need: Exclude<Need, "view">,
  fields: readonly string[],
): Missing | undefined {
  const role = roleFor[need];
  if (!grants.some((grant) => isAtLeast(grant.role, role))) return missingRole(role, fields);
  const uncovered = fields.filter((field) => !grants.some((grant) => covers(grant, field)));
  return uncovered.length === 0 ? undefined : missingRole(role, uncovered);
}

/** The least role that could write all of `fields`, but no less than `role`. */
function missingRole(role: Role, fields: readonly string[]): Missing {
  const languages = [...new Set(fields.map(languageOf))];
  const plain = languages.includes(undefined);
  if (plain && role === "translator") return { role: "editor" };
  const named = languages.filter((language) => language !== undefined);
  return named.length > 0 && !plain ? { role, languages: named } : { role };
}

const languageOf = (field: string): string | undefined => /^(?:translations|translatedFrom)\.([^.]+)/.exec(field)?.[1];

function covers(grant: HeldGrant, field: string): boolean {
  const language = languageOf(field);
  if (language === undefined) return isAtLeast(grant.role, "editor");
  return isAtLeast(grant.role, "translator") && (grant.languages === null || grant.languages.includes(language));
}

async function refusal(reader: Reader, { role, languages }: Missing, place: Place): Promise<Problem> {
  const node = place.subcategoryKey ?? place.categoryKey ?? null;
  const { project, subtree } = await placeNames(reader, place.projectKey, node);
  const where = subtree === null ? `in the project "${project}"` : `at "${subtree}" in the project "${project}"`;
  const what = languages ? ` for ${languages.join(", ")}` : "";
  return new Problem("not_allowed", `This needs the role ${role}${what} ${where}.`, {
    needed: { role, project, ...(subtree === null ? {} : { subtree }), ...(languages ? { languages } : {}) },
  });
}

/** The fields that a creation sends, each translation under its language. */
export function sentFields(body: Record<string, unknown>): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    name === "translations" && typeof value === "object" && value !== null
      ? Object.keys(value).map((language) => `translations.${language}`)
      : value === undefined || name === "translations"
        ? []
        : [name],
  );
}
