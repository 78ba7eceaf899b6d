import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import type { Kind } from "./changes.sql.ts";
import { addressOf, formerOwner, pathOf } from "./old-ids.sql.ts";
import { seesThing } from "./thing-places.sql.ts";
import { deletionBySeq, trashById } from "./trash.sql.ts";

/** The 404 for an unknown id. It says whether the id was changed, or the thing was deleted. */
export async function missing(reader: Reader, kind: Kind, id: string, caller: Caller | undefined): Promise<Problem> {
  const detail = `There is no ${kind} "${id}".`;
  const owner = kind === "subcategory" ? await formerOwner(reader, id) : undefined;
  if (owner && (await seesThing(reader, caller, { projectKey: owner.project_key, kind, key: owner.key }))) {
    const movedTo = { id: owner.id, path: pathOf(await addressOf(reader, kind, owner.key)) };
    return new Problem("not_found", `${detail} It is now "${owner.id}".`, { movedTo });
  }
  const deleted = await deletedThing(reader, kind, id, caller);
  if (!deleted) return new Problem("not_found", detail);
  return new Problem("not_found", `${detail} It was deleted.`, { deleted });
}

type DeletedThing = { at: string; actor: string; changeSetId: string };

/** Who deleted a thing and when, and the set to undo. Undefined if the caller may not see it. */
export async function deletedThing(
  reader: Reader,
  kind: Kind,
  id: string,
  caller: Caller | undefined,
): Promise<DeletedThing | undefined> {
  const row = await trashById(reader, kind, id);
  const deletion = row && (await deletionBySeq(reader, row.deleted_by));
  if (!row || !deletion) return undefined;
  if (!(await seesThing(reader, caller, { projectKey: deletion.project_key, kind, key: row.key }))) return undefined;
  return { at: new Date(deletion.at).toISOString(), actor: deletion.actor, changeSetId: deletion.set_id };
}
