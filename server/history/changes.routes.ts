import type { HistoryPage, TrashPage, UndoResult } from "../../contract/changes.ts";
import { limits } from "../../contract/limits.ts";
import { allow } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import { undoSet } from "../log/changes.sql.ts";
import { seesThing } from "../log/thing-places.sql.ts";
import { type Deletion, deletionsOfProject } from "../log/trash.sql.ts";
import { projectById } from "../projects/projects.sql.ts";
import { resolveAddress } from "./addresses.sql.ts";
import { cursorNumber, formatCursor, inSearchSlot, projectHistory, thingHistory } from "./history.sql.ts";
import type { HistoryFilter } from "./history-filter.ts";
import { undo } from "./undo.sql.ts";

/** Thrown to roll a dry run back; carries the result out of its transaction. */
class DryRun extends Error {
  readonly result: UndoResult;

  constructor(result: UndoResult) {
    super("dry run");
    this.result = { ...result, changeSetId: null, dryRun: true };
  }
}

export function changeRoutes(db: Db, trashMs: number, now: () => number): Route[] {
  const visibleProject = async (reader: Reader, id: string, caller: Caller) => {
    const project = await projectById(reader, id);
    if (!project) throw notFound("project", id);
    await allow(reader, caller, "view", { projectKey: project.key }, () => notFound("project", id));
    return project;
  };

  async function trash(reader: Reader, projectKey: number, query: TrashQuery, caller: Caller): Promise<TrashPage> {
    const limit = query.limit ?? limits.historyLimit;
    const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : cursorNumber(query.cursor);
    const rows = await deletionsOfProject(reader, projectKey, now() - trashMs, before, limit + 1);
    const shown: Deletion[] = [];
    for (const row of rows.slice(0, limit)) {
      if (await seesThing(reader, caller, projectKey, row.kind, row.entity_key)) shown.push(row);
    }
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      entries: shown.map((row) => ({
        changeSetId: row.set_id,
        kind: row.kind,
        id: row.id,
        name: row.name,
        actor: row.actor,
        deletedAt: new Date(row.at).toISOString(),
        restorableUntil: new Date(row.at + trashMs).toISOString(),
        subcategories: row.subcategories,
        items: row.items,
      })),
      nextCursor: last ? formatCursor(last.seq) : null,
    };
  }

  const searched = (filter: HistoryFilter, read: (reader: Reader) => Promise<HistoryPage>) =>
    inSearchSlot(filter, () => db.read(async (reader) => json(await read(reader))));

  return [
    route("categoryHistory", ({ params, query, caller }) =>
      searched(query, (reader) => thingHistory(reader, "category", params.categoryId, query, caller)),
    ),
    route("subcategoryHistory", ({ params, query, caller }) =>
      searched(query, (reader) => thingHistory(reader, "subcategory", params.subcategoryId, query, caller)),
    ),
    route("itemHistory", ({ params, query, caller }) =>
      searched(query, (reader) => thingHistory(reader, "item", params.itemId, query, caller)),
    ),
    route("listChanges", ({ params, query, caller }) =>
      searched(query, async (reader) => {
        const project = await visibleProject(reader, params.projectId, caller);
        return projectHistory(reader, project.key, query, caller);
      }),
    ),
    route("undoChanges", async ({ params, query, author, caller, write }) => {
      const { changeSetId } = params;
      author.set = undoSet(author.set);
      if (!query.dryRun) {
        return write(async (tx) => ({ body: JSON.stringify(await undo(tx, changeSetId, author, trashMs)) }));
      }
      try {
        // Makes the writes of a real undo and rolls them back, so that the result is what would happen.
        return await writeAs(db, caller, async (tx) => {
          throw new DryRun(await undo(tx, changeSetId, { ...author }, trashMs));
        });
      } catch (error) {
        if (error instanceof DryRun) return { body: JSON.stringify(error.result) };
        throw error;
      }
    }),
    route("listTrash", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const project = await visibleProject(reader, params.projectId, caller);
        return json(await trash(reader, project.key, query, caller));
      }),
    ),
    route("resolveAddress", ({ query, caller }) =>
      db.read(async (reader) => json(await resolveAddress(reader, query.path, caller))),
    ),
  ];
}

type TrashQuery = { cursor?: string | undefined; limit?: number | undefined };
