import { missing } from "../changes/missing.sql.ts";
import type { Db, Reader, Scope } from "../db/db.ts";
import type { BodyCache, CachedBody } from "../http/body-cache.ts";
import { contentEtag, versionedEtag } from "../http/conditional.ts";
import { type Answer, type Route, route } from "../http/endpoint.ts";
import { contentLanguage, type Languages } from "../http/language.ts";
import { notFound } from "../http/problem.ts";
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

const viewOf = (query: TreeQuery, languages: Languages): TreeView => ({
  depth: query.depth ?? Number.POSITIVE_INFINITY,
  languages,
  shown: new Set(),
});

export function treeRoutes(db: Db, cache: BodyCache): Route[] {
  /** A tree from the cache, or built and kept under the version that was current before it was read. */
  async function cachedTree(
    reader: Reader,
    scope: Scope,
    what: string,
    view: TreeView,
    rowVersion: number | undefined,
    build: () => Promise<string>,
  ): Promise<CachedBody> {
    // With the scope: a subcategory that moved has another one, whose version may be the same number.
    const key = `${scope}|${what}|${view.depth}|${view.languages}`;
    const version = await reader.version(scope);
    const cached = cache.get(key, version);
    if (cached) return cached;
    const body = new TextEncoder().encode(await build());
    const etag = rowVersion === undefined ? contentEtag(body) : versionedEtag(rowVersion, body);
    const tree = { body, etag, language: contentLanguage(view.shown) };
    cache.set(key, version, tree);
    return tree;
  }

  const categoryAnswer = async (reader: Reader, row: CategoryRow, query: TreeQuery): Promise<Answer> => {
    const body = await categoryTree(reader, row, viewOf(query, []));
    return { body, etag: versionedEtag(row.version, body) };
  };

  const subcategoryAnswer = async (reader: Reader, row: PlacedSubcategoryRow, query: TreeQuery): Promise<Answer> => {
    const body = await subcategoryTree(reader, row, viewOf(query, []));
    return { body, etag: versionedEtag(row.version, body) };
  };

  return [
    route("listCategories", ({ params, query, languages }) =>
      db.read(async (reader) => {
        const project = await projectById(reader, params.projectId);
        if (!project) throw notFound("project", params.projectId);
        const view = viewOf(query, languages);
        return cachedTree(reader, `project:${project.key}`, `project ${project.key}`, view, undefined, () =>
          projectTrees(reader, project, view),
        );
      }),
    ),
    route("getCategory", ({ params, query, languages }) =>
      db.read(async (reader) => {
        const row = await categoryById(reader, params.categoryId);
        if (!row) throw await missing(reader, "category", params.categoryId);
        const view = viewOf(query, languages);
        return cachedTree(reader, `tree:${row.key}`, `category ${row.key}`, view, row.version, () =>
          categoryTree(reader, row, view),
        );
      }),
    ),
    route("createCategory", ({ params, body, author }) =>
      db.write(async (tx) =>
        categoryAnswer(tx, await createCategory(tx, params.projectId, body, author), { depth: 0 }),
      ),
    ),
    route("updateCategory", ({ params, query, body, merge, precondition, author }) =>
      db.write(async (tx) =>
        categoryAnswer(tx, await updateCategory(tx, params.categoryId, body, merge, precondition, author), query),
      ),
    ),
    route("deleteCategory", ({ params, precondition, author }) =>
      db.write(async (tx) => {
        await deleteCategory(tx, params.categoryId, precondition, author);
        return undefined;
      }),
    ),

    route("listSubcategories", ({ params, query, languages }) =>
      db.read(async (reader) => {
        const row = await categoryById(reader, params.categoryId);
        if (!row) throw await missing(reader, "category", params.categoryId);
        const view = viewOf(query, languages);
        return cachedTree(reader, `tree:${row.key}`, `subcategories ${row.key}`, view, undefined, () =>
          subcategoriesOfCategory(reader, row, view),
        );
      }),
    ),
    route("getSubcategory", ({ params, query, languages }) =>
      db.read(async (reader) => {
        const row = await subcategoryById(reader, params.subcategoryId);
        if (!row) throw await missing(reader, "subcategory", params.subcategoryId);
        const view = viewOf(query, languages);
        return cachedTree(reader, `tree:${row.category_key}`, `subcategory ${row.key}`, view, row.version, () =>
          subcategoryTree(reader, row, view),
        );
      }),
    ),
    route("createSubcategory", ({ params, body, author }) =>
      db.write(async (tx) =>
        subcategoryAnswer(tx, await createInCategory(tx, params.categoryId, body, author), { depth: 0 }),
      ),
    ),
    route("createNestedSubcategory", ({ params, body, author }) =>
      db.write(async (tx) =>
        subcategoryAnswer(tx, await createInSubcategory(tx, params.parentSubcategoryId, body, author), { depth: 0 }),
      ),
    ),
    route("updateSubcategory", ({ params, query, body, merge, precondition, author }) =>
      db.write(async (tx) =>
        subcategoryAnswer(
          tx,
          await updateSubcategory(tx, params.subcategoryId, body, merge, precondition, author),
          query,
        ),
      ),
    ),
    route("deleteSubcategory", ({ params, precondition, author }) =>
      db.write(async (tx) => {
        await deleteSubcategory(tx, params.subcategoryId, precondition, author);
        return undefined;
      }),
    ),
  ];
}
