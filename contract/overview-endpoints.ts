import { define } from "./endpoint.ts";
import { findQuery, findResult, wordsInUse, wordsQuery } from "./overview.ts";

/** What a whole project holds: found by name, and counted. Everyone sees it as far as their branches reach. */
export const overviewEndpoints = {
  find: define({
    method: "GET",
    path: "/api/projects/:projectId/find",
    tag: "Overview",
    summary: "Find categories, subcategories and items of a project by name in any language, or by id",
    permission: "view",
    query: findQuery,
    success: 200,
    response: findResult,
    errors: ["not_found"],
  }),
  listTags: define({
    method: "GET",
    path: "/api/projects/:projectId/tags",
    tag: "Overview",
    summary: "The tags in use in a project, and on how many items",
    permission: "view",
    query: wordsQuery,
    success: 200,
    response: wordsInUse,
    errors: ["not_found"],
  }),
  listBadges: define({
    method: "GET",
    path: "/api/projects/:projectId/badges",
    tag: "Overview",
    summary: "The badges in use in a project, and on how many items",
    permission: "view",
    query: wordsQuery,
    success: 200,
    response: wordsInUse,
    errors: ["not_found"],
  }),
} as const;
