import type { View } from "../../contract/views.ts";
import { allow } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import { type Answer, json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { notFound } from "../http/problem.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { byViewName, isVisibleView, shownView, type ViewRow, viewHolderOf } from "./views.rules.ts";
import { createView, deleteView, updateView, viewById, viewStanding, viewsOfProject } from "./views.sql.ts";

/** A view that the caller may change: their own, or a shared one if they may edit the whole project. */
async function changeableView(tx: Tx, id: string, caller: Caller): Promise<ViewRow> {
  const unseen = () => notFound("view", id);
  await tx.lock(sql`select key from views where id = ${id}`);
  const row = await viewById(tx, id);
  if (!row) throw unseen();
  await allow(tx, caller, "view", { projectKey: row.project_key }, unseen);
  const standing = await viewStanding(tx, row, caller);
  if (!isVisibleView(row, standing)) throw unseen();
  if (!standing.own) await allow(tx, caller, "edit", { projectKey: row.project_key }, unseen);
  return row;
}

export function viewRoutes(db: Db, now: () => number): Route[] {
  const saved = async (reader: Reader, id: string, caller: Caller): Promise<Answer> => {
    const row = await viewById(reader, id);
    if (!row) throw notFound("view", id);
    return json(shownView(row, await viewStanding(reader, row, caller)));
  };
  return [
    route("listViews", ({ params, caller }) =>
      db.read(async (reader) => {
        const { key: projectKey } = await projectFor(reader, params.projectId, caller);
        const views: View[] = [];
        for (const row of byViewName(await viewsOfProject(reader, projectKey, viewHolderOf(caller)))) {
          const standing = await viewStanding(reader, row, caller);
          if (isVisibleView(row, standing)) views.push(shownView(row, standing));
        }
        return json(views);
      }),
    ),
    route("createView", ({ params, body, caller }) =>
      writeAs(db, caller, async (tx) => {
        const project = await projectFor(tx, params.projectId, caller, body.shared ? "edit" : "view");
        return saved(tx, await createView(tx, project.key, body, { caller, now: now() }), caller);
      }),
    ),
    route("updateView", ({ params, body, caller }) =>
      writeAs(db, caller, async (tx) => {
        const row = await changeableView(tx, params.viewId, caller);
        if (body.shared === true && row.shared === 0) {
          const unseen = () => notFound("view", params.viewId);
          await allow(tx, caller, "edit", { projectKey: row.project_key }, unseen);
        }
        await updateView(tx, row, body, now());
        return saved(tx, row.id, caller);
      }),
    ),
    route("deleteView", ({ params, caller }) =>
      writeAs(db, caller, async (tx) => {
        await deleteView(tx, await changeableView(tx, params.viewId, caller));
        return undefined;
      }),
    ),
  ];
}
