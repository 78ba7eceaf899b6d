import { isAtLeast, type Role } from "../../contract/roles.ts";
import type { Reader } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import {
  administers,
  type Branches,
  type Caller,
  coversProject,
  type HeldGrant,
  type Need,
  type Place,
  type Question,
} from "./caller.ts";
import { nodesAbove, pathTo, placeNames, projectOfSubcategory } from "./places.sql.ts";
import { standingOf } from "./standing.sql.ts";

const roleFor: Record<Need, Role> = { view: "viewer", translate: "translator", edit: "editor", admin: "admin" };

/**
 * The one check of access: may the caller do this here? It runs inside the transaction, because only what was read
 * there says where an entity is. `unseen` is the problem for an entity that does not exist, and also for one that the
 * caller may not see. `fields` are the fields that would change, a translated one as `translations.ru.name`.
 *
 * No caller means the program itself: the demo catalog, an import from the command line.
 */
export function allow(
  reader: Reader,
  caller: Caller | undefined,
  need: Need,
  place: Place,
  unseen: () => Problem,
  fields: () => readonly string[] = noFields,
): Promise<void> | undefined {
  // No promise: without sign-in, this line is the whole cost of access for a request.
  if (caller === undefined || (caller.unlimited && !caller.asked)) return undefined;
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
  if (!(await isUnlimited(reader, caller))) {
    const grants = await grantsAt(reader, caller, place);
    if (grants.length === 0 && !(await leadsToGrant(reader, caller, place))) throw unseen();
    const missing = need === "view" ? undefined : missingGrant(grants, need, fields);
    if (missing !== undefined) throw await refusal(reader, missing, place);
  }
  note(caller, need, place, fields, unseen);
}

/** Whether the caller may see what is there. For lists, which leave out what the caller may not see. */
export async function sees(reader: Reader, caller: Caller | undefined, place: Place): Promise<boolean> {
  if (caller === undefined || (caller.unlimited && !caller.asked)) return true;
  caller.decided = true;
  const seen =
    (await isUnlimited(reader, caller)) ||
    (await grantsAt(reader, caller, place)).length > 0 ||
    (await leadsToGrant(reader, caller, place));
  if (seen) note(caller, "view", place, []);
  return seen;
}

/** Whether the caller may change all of these fields. For those who ask first, and decide by `allow` what they do. */
export async function mayChange(
  reader: Reader,
  caller: Caller | undefined,
  place: Place,
  fields: readonly string[],
): Promise<boolean> {
  if (caller === undefined || (await isUnlimited(reader, caller))) return true;
  return missingGrant(await grantsAt(reader, caller, place), "edit", fields) === undefined;
}

/** Whether the caller may do everything, by the grants that this transaction sees. */
export async function isUnlimited(reader: Reader, caller: Caller): Promise<boolean> {
  if (!caller.current && caller.holder) {
    const { grants } = await standingOf(reader, caller.holder);
    caller.grants = grants;
    caller.unlimited = administers(grants);
    caller.current = true;
  }
  return caller.unlimited;
}

/** Stores what was allowed, merged with what else was allowed at the same place. */
function note(caller: Caller, need: Need, place: Place, fields: readonly string[], unseen?: () => Problem): void {
  if (!caller.asked) return;
  const name = nameOf(place);
  const question: Question = caller.asked.get(name) ?? { need, place, fields: [] };
  caller.asked.set(name, question);
  if (isAtLeast(roleFor[need], roleFor[question.need])) question.need = need;
  for (const field of fields) {
    const language = languageOf(field);
    if (!question.fields.some((other) => languageOf(other) === language)) question.fields.push(field);
  }
  if (question.unseen || !unseen) return;
  const { code, message, members } = unseen();
  question.unseen = { code, message, members };
}

/** Checks again what was allowed before, and refuses with the same problem as then. */
export async function allowAgain(reader: Reader, caller: Caller, questions: Iterable<Question>): Promise<void> {
  caller.decided = true;
  await isUnlimited(reader, caller);
  for (const { need, place, fields, unseen } of questions) {
    const refused = () =>
      unseen
        ? new Problem(unseen.code, unseen.message, unseen.members)
        : new Problem("not_found", "The subject of the request does not exist.");
    await allow(reader, caller, need, place, refused, () => fields);
  }
}

/** For what cannot be divided by branch: all changes of a project, and who uses the editor. */
export async function allowWholeProject(
  reader: Reader,
  caller: Caller,
  projectKey: number,
  unseen: () => Problem,
): Promise<void> {
  await allow(reader, caller, "view", { projectKey }, unseen);
  if (caller.unlimited || coversProject(caller.grants, projectKey)) return;
  throw await refusal(reader, { role: "viewer" }, { projectKey });
}

/** For what belongs to no place, such as pictures. */
export function allowAnywhere(caller: Caller, need: Need): void {
  caller.decided = true;
  if (caller.unlimited) return;
  if (caller.grants.some(({ role }) => isAtLeast(role, roleFor[need]))) return;
  throw new Problem("not_allowed", `This needs the role ${roleFor[need]} in some project.`, {
    needed: { role: roleFor[need] },
  });
}

/** For what belongs to the whole service, such as people and keys. */
export function allowAdmin(caller: Caller): void {
  caller.decided = true;
  if (caller.unlimited || administers(caller.grants)) return;
  throw new Problem("not_allowed", "This needs the role admin in all projects.", { needed: { role: "admin" } });
}

/** The same, by the grants that the transaction sees. */
export async function allowAdminIn(reader: Reader, caller: Caller): Promise<void> {
  await isUnlimited(reader, caller);
  allowAdmin(caller);
}

/** Whether the caller may see anything in the project. */
export function seesProject(caller: Caller, projectKey: number): boolean {
  caller.decided = true;
  return (
    caller.unlimited || caller.grants.some(({ project_key }) => project_key === null || project_key === projectKey)
  );
}

/** What the caller sees below a place: undefined for all of it, else the branches that they have grants for. */
export async function branchesBelow(reader: Reader, caller: Caller, place: Place): Promise<Branches | undefined> {
  if (caller.unlimited || (await grantsAt(reader, caller, place)).length > 0) return undefined;
  return branchesOf(reader, caller);
}

/** For what is in a subcategory, if only the key of the subcategory is known. */
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

const nameOf = ({ projectKey, categoryKey, subcategoryKey, deletedKey }: Place): string =>
  [projectKey, categoryKey, subcategoryKey, deletedKey].join("/");

async function grantsAt(reader: Reader, caller: Caller, place: Place): Promise<readonly HeldGrant[]> {
  const name = nameOf(place);
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

/**
 * A subtree grant also shows the path down to its branch, so that its holder can get there: the current path, and
 * nothing that is deleted.
 */
async function leadsToGrant(reader: Reader, caller: Caller, place: Place): Promise<boolean> {
  if (place.deletedKey !== undefined || !seesProject(caller, place.projectKey)) return false;
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

/** The grant that is missing; undefined if none is. Several grants may together cover what one does not. */
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

/** The lowest role that may write all of `fields`, but at least `role`. */
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

/** The fields in the body of a creation, translations by language. */
export function sentFields(body: Record<string, unknown>): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    name === "translations" && typeof value === "object" && value !== null
      ? Object.keys(value).map((language) => `translations.${language}`)
      : value === undefined || name === "translations"
        ? []
        : [name],
  );
}
