import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import type { Kind } from "./changes.sql.ts";
import { seesEntity } from "./entity-places.sql.ts";
import { addressOf, formerOwner, pathOf } from "./old-ids.sql.ts";
import { deletionBySeq, trashById } from "./trash.sql.ts";

/** The 404 for an unknown id. It says whether the id was changed, or the entity was deleted. */
export async function missing(reader: Reader, kind: Kind, id: string, caller: Caller | undefined): Promise<Problem> {
  const detail = `There is no ${kind} "${id}".`;
  const owner = kind === "subcategory" ? await formerOwner(reader, id) : undefined;
  if (owner && (await seesEntity(reader, caller, { projectKey: owner.project_key, kind, key: owner.key }))) {
    const movedTo = { id: owner.id, path: pathOf(await addressOf(reader, kind, owner.key)) };
    return new Problem("not_found", `${detail} It is now "${owner.id}".`, { movedTo });
  }
  const deleted = await deletedEntity(reader, kind, id, caller);
  if (!deleted) return new Problem("not_found", detail);
  return new Problem("not_found", `${detail} It was deleted.`, { deleted });
}

type DeletedEntity = { at: string; actor: string; changeSetId: string };

/** Who deleted an entity and when, and the set to undo. Undefined if the caller may not see it. */
export async function deletedEntity(
  reader: Reader,
  kind: Kind,
  id: string,
  caller: Caller | undefined,
): Promise<DeletedEntity | undefined> {
  const row = await trashById(reader, kind, id);
  const deletion = row && (await deletionBySeq(reader, row.deleted_by));
  if (!row || !deletion) return undefined;
  if (!(await seesEntity(reader, caller, { projectKey: deletion.project_key, kind, key: row.key }))) return undefined;
  return { at: new Date(deletion.at).toISOString(), actor: deletion.actor, changeSetId: deletion.set_id };
}
