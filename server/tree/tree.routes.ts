import { allow, branchesBelow } from "../access/allow.ts";
import type { Branches, Caller, Place } from "../access/caller.ts";
import type { Answer } from "../api/answer.ts";
import type { BodyCache, CachedBody } from "../api/body-cache.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import type { Scope } from "../db/scope.ts";
import { contentEtag, versionedEtag } from "../http/conditional.ts";
import { contentLanguage, type Languages } from "../http/language.ts";
import { notFound, type Problem } from "../http/problem.ts";
import { missing } from "../log/missing.sql.ts";
import { projectById } from "../projects/projects.sql.ts";
import { createCategory, deleteCategory, placeOfCategory, updateCategory } from "./categories.sql.ts";
import {
  createInCategory,
  createInSubcategory,
  deleteSubcategory,
  placeOfSubcategory,
  updateSubcategory,
} from "./subcategories.sql.ts";
import type { CategoryRow, NodeRow, PlacedSubcategoryRow } from "./tree.rows.ts";
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

type TreeCall = { query: TreeQuery; languages: Languages; caller: Caller; target: string };

/** Refuses a place that the caller may not see, and limits the view to the branches below it that they may see. */
async function viewFor(
  reader: Reader,
  { query, languages, caller }: TreeCall,
  place: Place,
  unseen: () => Problem,
): Promise<TreeView> {
  if (caller.unlimited) return viewOf(query, languages);
  await allow(reader, caller, "view", place, unseen);
  return viewOf(query, languages, await branchesBelow(reader, caller, place));
}

type CachedTree = {
  target: string;
  scope: Scope;
  view: TreeView;
  /** The version of the row that the tree shows, if it shows one. */
  version?: number | undefined;
  build: () => Promise<string>;
};

/** A tree from the cache, or built and cached under the version that was current before it was read. */
const cachedTree = (
  cache: BodyCache,
  reader: Reader,
  { target, scope, view, version, build }: CachedTree,
): Promise<CachedBody> =>
  cache.of(view.branches ? `${target} ${view.branches.signature}` : target, scope, reader, async () => {
    const body = new TextEncoder().encode(await build());
    const etag = version === undefined ? contentEtag(body) : versionedEtag(version, body);
    return { body, etag, language: contentLanguage(view.shown) };
  });

/** How the nodes of one kind are read. */
type NodeKind<Row> = {
  kind: "category" | "subcategory";
  byId(reader: Reader, id: string): Promise<Row | undefined>;
  placeOf(row: Row): Place;
  categoryKeyOf(row: Row): number;
};

const categoryKind: NodeKind<CategoryRow> = {
  kind: "category",
  byId: categoryById,
  placeOf: placeOfCategory,
  categoryKeyOf: ({ key }) => key,
};

const subcategoryKind: NodeKind<PlacedSubcategoryRow> = {
  kind: "subcategory",
  byId: subcategoryById,
  placeOf: placeOfSubcategory,
  categoryKeyOf: ({ category_key }) => category_key,
};

type NodeTree<Row> = { build(reader: Reader, row: Row, view: TreeView): Promise<string>; version?(row: Row): number };

/** Answers reads of what is below a node, which the caller has to see. */
const treeOfNode =
  <Row>(db: Db, cache: BodyCache, { kind, byId, placeOf, categoryKeyOf }: NodeKind<Row>, tree: NodeTree<Row>) =>
  (call: TreeCall, id: string): Promise<CachedBody> =>
    db.read(async (reader) => {
      const row = await byId(reader, id);
      if (!row) throw await missing(reader, kind, id, call.caller);
      const view = await viewFor(reader, call, placeOf(row), () => notFound(kind, id));
      return cachedTree(cache, reader, {
        target: call.target,
        scope: `tree:${categoryKeyOf(row)}`,
        view,
        version: tree.version?.(row),
        build: () => tree.build(reader, row, view),
      });
    });

const versionOf = ({ version }: NodeRow) => version;

/** The answer of a write: the node that it wrote, with its tree. */
const nodeAnswer = async <Row extends NodeRow>(
  tx: Tx,
  row: Row,
  query: TreeQuery,
  build: NodeTree<Row>["build"],
): Promise<Answer> => {
  const body = await build(tx, row, viewOf(query, []));
  return { body, etag: versionedEtag(row.version, body) };
};

export const treeRoutes = (db: Db, cache: BodyCache): Route[] => [
  ...categoryRoutes(db, cache),
  ...subcategoryRoutes(db, cache),
];

function categoryRoutes(db: Db, cache: BodyCache): Route[] {
  const treeOf = treeOfNode(db, cache, categoryKind, { build: categoryTree, version: versionOf });
  return [
    route(
      "listCategories",
      (call) =>
        db.read(async (reader) => {
          const { projectId } = call.params;
          const project = await projectById(reader, projectId);
          if (!project) throw notFound("project", projectId);
          const view = await viewFor(reader, call, { projectKey: project.key }, () => notFound("project", projectId));
          return cachedTree(cache, reader, {
            target: call.target,
            scope: `project:${project.key}`,
            view,
            build: () => projectTrees(reader, project, view),
          });
        }),
      ({ target }) => cache.known(target),
    ),
    route(
      "getCategory",
      (call) => treeOf(call, call.params.categoryId),
      ({ target }) => cache.known(target),
    ),
    route("createCategory", ({ params, body, author, write }) =>
      write(async (tx) => {
        const row = await createCategory(tx, params.projectId, body, author);
        return nodeAnswer(tx, row, { depth: 0 }, categoryTree);
      }),
    ),
    route("updateCategory", ({ params, query, body, merge, precondition, author, write }) =>
      write(async (tx) => {
        const row = await updateCategory(tx, params.categoryId, { fields: body, merge, precondition }, author);
        return nodeAnswer(tx, row, query, categoryTree);
      }),
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
  const listOf = treeOfNode(db, cache, categoryKind, { build: subcategoriesOfCategory });
  const treeOf = treeOfNode(db, cache, subcategoryKind, { build: subcategoryTree, version: versionOf });
  return [
    route(
      "listSubcategories",
      (call) => listOf(call, call.params.categoryId),
      ({ target }) => cache.known(target),
    ),
    route(
      "getSubcategory",
      (call) => treeOf(call, call.params.subcategoryId),
      ({ target }) => cache.known(target),
    ),
    route("createSubcategory", ({ params, body, author, write }) =>
      write(async (tx) => {
        const row = await createInCategory(tx, params.categoryId, body, author);
        return nodeAnswer(tx, row, { depth: 0 }, subcategoryTree);
      }),
    ),
    route("createNestedSubcategory", ({ params, body, author, write }) =>
      write(async (tx) => {
        const row = await createInSubcategory(tx, params.parentSubcategoryId, body, author);
        return nodeAnswer(tx, row, { depth: 0 }, subcategoryTree);
      }),
    ),
    route("updateSubcategory", ({ params, query, body, merge, precondition, author, write }) =>
      write(async (tx) => {
        const row = await updateSubcategory(tx, params.subcategoryId, { fields: body, merge, precondition }, author);
        return nodeAnswer(tx, row, query, subcategoryTree);
      }),
    ),
    route("deleteSubcategory", ({ params, precondition, author, write }) =>
      write(async (tx) => {
        await deleteSubcategory(tx, params.subcategoryId, precondition, author);
        return undefined;
      }),
    ),
  ];
}
