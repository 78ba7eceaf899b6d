import type { HistoryPage, TrashPage } from "../../contract/changes.ts";
import { limits } from "../../contract/limits.ts";
import { type Caller, personOf } from "../access/caller.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { undoSet } from "../log/changes.sql.ts";
import { seesEntity } from "../log/entity-places.sql.ts";
import { type Deletion, deletionsOfProject } from "../log/trash.sql.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { resolveAddress } from "./addresses.sql.ts";
import { cursorNumber, entityHistory, formatCursor, inSearchSlot, projectHistory } from "./history.sql.ts";
import type { HistoryFilter } from "./history-filter.ts";
import { type AskedUndo, UndoRequests } from "./undo-requests.ts";
import type { UndoRunner } from "./undo-runner.ts";

/** So long may a client wait while a large undo goes on. */
const idleSeconds = 240;

type Parts = {
  db: Db;
  undos: UndoRunner;
  trashMs: number;
  now: () => number;
  address(request: Request): string;
  keepOpen(request: Request, seconds: number): void;
};

export function changeRoutes({ db, undos, trashMs, now, address, keepOpen }: Parts): Route[] {
  const requests = new UndoRequests(db, undos, trashMs);

  async function trash(reader: Reader, projectKey: number, query: TrashQuery, caller: Caller): Promise<TrashPage> {
    const limit = query.limit ?? limits.historyLimit;
    const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : cursorNumber(query.cursor);
    const rows = await deletionsOfProject(reader, projectKey, {
      deletedAfter: now() - trashMs,
      before,
      limit: limit + 1,
    });
    const shown: Deletion[] = [];
    for (const row of rows.slice(0, limit)) {
      if (await seesEntity(reader, caller, { projectKey, kind: row.kind, key: row.entity_key })) shown.push(row);
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
      searched(query, (reader) => entityHistory(reader, { kind: "category", id: params.categoryId }, query, caller)),
    ),
    route("subcategoryHistory", ({ params, query, caller }) =>
      searched(query, (reader) =>
        entityHistory(reader, { kind: "subcategory", id: params.subcategoryId }, query, caller),
      ),
    ),
    route("itemHistory", ({ params, query, caller }) =>
      searched(query, (reader) => entityHistory(reader, { kind: "item", id: params.itemId }, query, caller)),
    ),
    route("listChanges", ({ params, query, caller }) =>
      searched(query, async (reader) => {
        const project = await projectFor(reader, params.projectId, caller);
        return projectHistory(reader, project.key, query, caller);
      }),
    ),
    route("undoChanges", async ({ params, query, author, caller, request, write }) => {
      author.set = undoSet(author.set);
      const key = request.headers.get("idempotency-key");
      const asked: AskedUndo = {
        name: params.changeSetId,
        author,
        caller,
        who: personOf(caller, address(request)),
        request: key === null ? "" : `${caller.actor} ${key}`,
        signal: request.signal,
        keepOpen: () => keepOpen(request, idleSeconds),
      };
      return query.dryRun ? { body: JSON.stringify(await requests.dryRun(asked)) } : requests.undo(asked, write);
    }),
    route("listTrash", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const project = await projectFor(reader, params.projectId, caller);
        return json(await trash(reader, project.key, query, caller));
      }),
    ),
    route("resolveAddress", ({ query, caller }) =>
      db.read(async (reader) => json(await resolveAddress(reader, query.path, caller))),
    ),
  ];
}

type TrashQuery = { cursor?: string | undefined; limit?: number | undefined };
