import type { Grant } from "../../contract/access.ts";
import type { Fault } from "../../contract/errors.ts";
import type { Role } from "../../contract/roles.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { invalid } from "../http/problem.ts";
import { administers, type HeldGrant } from "./caller.ts";
import { nodeById, nodeId, trashedNodeById } from "./places.sql.ts";

export type HolderKind = "user" | "key";

export type GrantRow = { role: Role; project_key: number | null; node_key: number | null; languages: string | null };

export async function heldGrants(reader: Reader, kind: HolderKind, holderKey: number): Promise<HeldGrant[]> {
  const rows = await reader.all<GrantRow>(
    sql`select role, project_key, node_key, languages from grants
      where holder_kind = ${kind} and holder_key = ${holderKey} order by key`,
  );
  return rows.map(heldGrant);
}

export const heldGrant = ({ role, project_key, node_key, languages }: GrantRow): HeldGrant => ({
  role,
  project_key,
  node_key,
  languages: languages === null ? null : JSON.parse(languages),
});

/** Grants with public ids. Leaves out a grant whose branch is deleted and no longer in the trash: it has no effect. */
export async function shownGrants(reader: Reader, held: readonly HeldGrant[]): Promise<Grant[]> {
  const shown: Grant[] = [];
  for (const { role, project_key, node_key, languages } of held) {
    const project =
      project_key === null
        ? undefined
        : await reader.get<{ id: string }>(sql`select id from projects where key = ${project_key}`);
    const subtree = node_key === null ? undefined : await nodeId(reader, node_key);
    if (node_key !== null && subtree === undefined) continue;
    shown.push({
      role,
      ...(project ? { project: project.id } : {}),
      ...(subtree === undefined ? {} : { subtree }),
      ...(languages === null ? {} : { languages: [...languages] }),
    });
  }
  return shown;
}

/** Replaces all grants of a holder. If some are invalid, throws a problem that names them all and changes nothing. */
export async function replaceGrants(
  tx: Tx,
  kind: HolderKind,
  holderKey: number,
  grants: readonly Grant[],
): Promise<HeldGrant[]> {
  const faults: Fault[] = [];
  const held: HeldGrant[] = [];
  for (const [index, grant] of grants.entries()) held.push(await resolved(tx, grant, `/grants/${index}`, faults));
  if (faults.length > 0) throw invalid("invalid_body", faults);
  // Two requests may replace grants at the same time. Without the lock, the holder would get the grants of both.
  await tx.lock(
    kind === "user"
      ? sql`select key from users where key = ${holderKey}`
      : sql`select key from api_keys where key = ${holderKey}`,
  );
  await deleteGrants(tx, kind, holderKey);
  for (const { role, project_key, node_key, languages } of held) {
    await tx.run(
      sql`insert into grants (holder_kind, holder_key, role, project_key, node_key, languages)
        values (${kind}, ${holderKey}, ${role}, ${project_key}, ${node_key},
          ${languages === null ? null : JSON.stringify(languages)})`,
    );
  }
  return held;
}

export function deleteGrants(tx: Tx, kind: HolderKind, holderKey: number): Promise<number> {
  tx.touch("access");
  return tx.run(sql`delete from grants where holder_kind = ${kind} and holder_key = ${holderKey}`);
}

async function resolved(reader: Reader, grant: Grant, pointer: string, faults: Fault[]): Promise<HeldGrant> {
  const fault = (field: string, message: string) => {
    faults.push({ pointer: `${pointer}/${field}`, code: "not_allowed", message });
  };
  const held: { -readonly [K in keyof HeldGrant]: HeldGrant[K] } = {
    role: grant.role,
    project_key: null,
    node_key: null,
    languages: grant.languages ?? null,
  };
  if (grant.languages && grant.role !== "translator" && grant.role !== "editor") {
    fault("languages", "is for translators and editors");
  }
  if (grant.project != null) {
    const project = await reader.get<{ key: number }>(sql`select key from projects where id = ${grant.project}`);
    if (project) held.project_key = project.key;
    else fault("project", "is not a known project");
  }
  if (grant.subtree != null) {
    // A grant for a deleted branch allows to restore it, and a client must be able to send back what it was shown.
    const node = (await nodeById(reader, grant.subtree)) ?? (await trashedNodeById(reader, grant.subtree));
    if (grant.project == null) fault("project", "is required with a subtree");
    if (!node || (held.project_key !== null && node.project_key !== held.project_key)) {
      fault("subtree", "is not a category or subcategory of the project");
    } else {
      held.node_key = node.key;
    }
  }
  return held;
}

/** Whether an active user can administer the service. Whoever was only invited cannot: they may never come. */
export async function hasAdmin(reader: Reader): Promise<boolean> {
  const users = await reader.all<{ key: number }>(
    sql`select key from users where active = 1
      and not exists (select 1 from access_links where user_key = users.key and kind = 'invitation')`,
  );
  for (const { key } of users) if (administers(await heldGrants(reader, "user", key))) return true;
  return false;
}
