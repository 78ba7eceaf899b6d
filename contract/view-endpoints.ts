import { z } from "zod";
import { define } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { routes } from "./routes.ts";
import { view, viewCreate, viewPatch } from "./views.ts";

const tag = "Views";
/** Enough for a private view. What concerns shared views also needs an editor of the project, unless they are own. */
const permission = "view";
const bodyBytes = limits.viewBodyBytes;

/** Saved views: a search with its filters, sort and columns, private or shared with the project. */
export const viewEndpoints = {
  listViews: define({
    ...routes.listViews,
    tag,
    summary: "The caller's own views of a project, and those that are shared, by name",
    permission,
    success: 200,
    response: z.array(view),
    errors: ["not_found"],
  }),
  createView: define({
    ...routes.createView,
    tag,
    summary: "Save a view; a shared one needs an editor of the whole project",
    permission,
    body: viewCreate,
    bodyBytes,
    success: 201,
    response: view,
    errors: ["not_found", "too_many_views"],
  }),
  updateView: define({
    ...routes.updateView,
    tag,
    summary: "Change or share a view; sharing, or changing that of someone else, needs an editor of the whole project",
    permission,
    body: viewPatch,
    bodyBytes,
    success: 200,
    response: view,
    errors: ["not_found", "too_many_views"],
  }),
  deleteView: define({
    ...routes.deleteView,
    tag,
    summary: "Delete a view; that of someone else needs an editor of the whole project",
    permission,
    success: 204,
    errors: ["not_found"],
  }),
} as const;
