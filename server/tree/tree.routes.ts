import { allow, branchesBelow } from "../access/allow.ts";
import type { Branches, Caller, Place } from "../access/caller.ts";
import type { Answer } from "../api/answer.ts";
import type { BodyCache, CachedBody } from "../api/body-cache.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import type { Scope } from "../db/scope.ts";
import { contentEtag, versionedEtag } from "../http/conditional.ts";
import { contentLanguage, type Languages } from "../http/language.ts";
import { notFound, type Problem } from "../http/problem.ts";
import { missing } from "../log/missing.sql.ts";
import { projectById } from "../projects/projects.sql.ts";
import { createCategory, deleteCategory, updateCategory } from "./categories.sql.ts";
import { createInCategory, createInSubcategory, deleteSubcategory, updateSubcategory } from "./subcategories.sql.ts";
import type { CategoryRow, PlacedSubcategoryRow } from "./tree.rows.ts";
import type { TreeView } from "./tree.rules.ts";
import {
  categoryById,
  categoryTree,
  projectTrees,
  subcategoriesOfCategory,
  subcategoryById,
  subcategoryTree,
} from "./tree.sql.ts";

type TreeQuery = { depth?: number | undefined };

const viewOf = (query: TreeQuery, languages: Languages, branches?: Branches): TreeView => ({
  depth: query.depth ?? Number.POSITIVE_INFINITY,
  languages,
  shown: new Set(),
  branches,
});

/** Refuses a place that the caller may not see, and limits the view to the branches below it that they may see. */
async function viewFor(
  reader: Reader,
  { query, languages, caller }: { query: TreeQuery; languages: Languages; caller: Caller },
  place: Place,
  unseen: () => Problem,
): Promise<TreeView> {
  if (caller.unlimited) return viewOf(query, languages);
  await allow(reader, caller, "view", place, unseen);
  return viewOf(query, languages, await branchesBelow(reader, caller, place));
}

/** A tree from the cache, or built and cached under the version that was current before it was read. */
const cachedTree = (
  cache: BodyCache,
  reader: Reader,
  target: string,
  scope: Scope,
  view: TreeView,
  rowVersion: number | undefined,
  build: () => Promise<string>,
): Promise<CachedBody> =>
  cache.of(view.branches ? `${target} ${view.branches.signature}` : target, scope, reader, async () => {
    const body = new TextEncoder().encode(await build());
    const etag = rowVersion === undefined ? contentEtag(body) : versionedEtag(rowVersion, body);
    return { body, etag, language: contentLanguage(view.shown) };
  });

const categoryAnswer = async (reader: Reader, row: CategoryRow, query: TreeQuery): Promise<Answer> => {
  const body = await categoryTree(reader, row, viewOf(query, []));
  return { body, etag: versionedEtag(row.version, body) };
};

const subcategoryAnswer = async (reader: Reader, row: PlacedSubcategoryRow, query: TreeQuery): Promise<Answer> => {
  const body = await subcategoryTree(reader, row, viewOf(query, []));
  return { body, etag: versionedEtag(row.version, body) };
};

export const treeRoutes = (db: Db, cache: BodyCache): Route[] => [
  ...categoryRoutes(db, cache),
  ...subcategoryRoutes(db, cache),
];

function categoryRoutes(db: Db, cache: BodyCache): Route[] {
  return [
    route(
      "listCategories",
      (call) =>
        db.read(async (reader) => {
          const { projectId } = call.params;
          const project = await projectById(reader, projectId);
          if (!project) throw notFound("project", projectId);
          const view = await viewFor(reader, call, { projectKey: project.key }, () => notFound("project", projectId));
          return cachedTree(cache, reader, call.target, `project:${project.key}`, view, undefined, () =>
            projectTrees(reader, project, view),
          );
        }),
      ({ target }) => cache.known(target),
    ),
    route(
      "getCategory",
      (call) =>
        db.read(async (reader) => {
          const { categoryId } = call.params;
          const row = await categoryById(reader, categoryId);
          if (!row) throw await missing(reader, "category", categoryId, call.caller);
          const place = { projectKey: row.project_key, categoryKey: row.key };
          const view = await viewFor(reader, call, place, () => notFound("category", categoryId));
          return cachedTree(cache, reader, call.target, `tree:${row.key}`, view, row.version, () =>
            categoryTree(reader, row, view),
          );
        }),
      ({ target }) => cache.known(target),
    ),
    route("createCategory", ({ params, body, author, write }) =>
      write(async (tx) => categoryAnswer(tx, await createCategory(tx, params.projectId, body, author), { depth: 0 })),
    ),
    route("updateCategory", ({ params, query, body, merge, precondition, author, write }) =>
      write(async (tx) =>
        categoryAnswer(tx, await updateCategory(tx, params.categoryId, body, merge, precondition, author), query),
      ),
    ),
    route("deleteCategory", ({ params, precondition, author, write }) =>
      write(async (tx) => {
        await deleteCategory(tx, params.categoryId, precondition, author);
        return undefined;
      }),
    ),
  ];
}

function subcategoryRoutes(db: Db, cache: BodyCache): Route[] {
  return [
    route(
      "listSubcategories",
      (call) =>
        db.read(async (reader) => {
          const { categoryId } = call.params;
          const row = await categoryById(reader, categoryId);
          if (!row) throw await missing(reader, "category", categoryId, call.caller);
          const place = { projectKey: row.project_key, categoryKey: row.key };
          const view = await viewFor(reader, call, place, () => notFound("category", categoryId));
          return cachedTree(cache, reader, call.target, `tree:${row.key}`, view, undefined, () =>
            subcategoriesOfCategory(reader, row, view),
          );
        }),
      ({ target }) => cache.known(target),
    ),
    route(
      "getSubcategory",
      (call) =>
        db.read(async (reader) => {
          const { subcategoryId } = call.params;
          const row = await subcategoryById(reader, subcategoryId);
          if (!row) throw await missing(reader, "subcategory", subcategoryId, call.caller);
          const place = { projectKey: row.project_key, subcategoryKey: row.key };
          const view = await viewFor(reader, call, place, () => notFound("subcategory", subcategoryId));
          return cachedTree(cache, reader, call.target, `tree:${row.category_key}`, view, row.version, () =>
            subcategoryTree(reader, row, view),
          );
        }),
      ({ target }) => cache.known(target),
    ),
    route("createSubcategory", ({ params, body, author, write }) =>
      write(async (tx) =>
        subcategoryAnswer(tx, await createInCategory(tx, params.categoryId, body, author), { depth: 0 }),
      ),
    ),
    route("createNestedSubcategory", ({ params, body, author, write }) =>
      write(async (tx) =>
        subcategoryAnswer(tx, await createInSubcategory(tx, params.parentSubcategoryId, body, author), { depth: 0 }),
      ),
    ),
    route("updateSubcategory", ({ params, query, body, merge, precondition, author, write }) =>
      write(async (tx) =>
        subcategoryAnswer(
          tx,
          await updateSubcategory(tx, params.subcategoryId, body, merge, precondition, author),
          query,
        ),
      ),
    ),
    route("deleteSubcategory", ({ params, precondition, author, write }) =>
      write(async (tx) => {
        await deleteSubcategory(tx, params.subcategoryId, precondition, author);
        return undefined;
      }),
    ),
  ];
}
