import { z } from "zod";
import {
  category,
  categoryCreate,
  categoryMergePatch,
  categoryPatch,
  subcategory,
  subcategoryCreate,
  subcategoryMergePatch,
  subcategoryPatch,
} from "./categories.ts";
import type { ErrorCode } from "./errors.ts";
import {
  bulkPatch,
  comment,
  commentCreate,
  commentPatch,
  item,
  itemCreate,
  itemMergePatch,
  itemPage,
  itemPatch,
} from "./items.ts";
import { project } from "./projects.ts";
import { depthQuery, itemListQuery, languageQuery, treeQuery } from "./queries.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What a caller must be allowed to do. Every endpoint names one; none is exempt by the shape of its URL. */
export type Permission = "view" | "edit";

/**
 * One endpoint on the wire. The routes, the OpenAPI document and the typed client are all made from these, so
 * nothing about an endpoint is written twice.
 */
export type Endpoint = {
  method: Method;
  path: `/api/${string}`;
  tag: string;
  summary: string;
  permission: Permission;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What `application/merge-patch+json` may hold, where it differs from `body`. */
  mergeBody?: z.ZodType;
  /** Read-only fields of the resource: a client may send back what it was given. */
  ignored?: readonly string[];
  success: 200 | 201 | 204;
  response?: z.ZodType;
  /** The answer depends on the language and carries Content-Language. */
  localized?: true;
  /** Errors beyond those that every endpoint of its method can give. */
  errors?: readonly ErrorCode[];
};

const define = <const E extends Endpoint>(endpoint: E): E => endpoint;

const categoryIgnored = ["id", "projectId", "subcategories"] as const;
const subcategoryIgnored = ["categoryId", "itemCount", "hasItems", "subcategories"] as const;
const itemIgnored = ["id", "comments"] as const;
const commentIgnored = ["id", "createdAt"] as const;

export const endpoints = {
  listProjects: define({
    method: "GET",
    path: "/api/projects",
    tag: "Projects",
    summary: "All projects",
    permission: "view",
    success: 200,
    response: z.array(project),
  }),

  listCategories: define({
    method: "GET",
    path: "/api/projects/:projectId/categories",
    tag: "Categories",
    summary: "The categories of a project, each with its tree",
    permission: "view",
    query: treeQuery,
    success: 200,
    response: z.array(category),
    localized: true,
    errors: ["not_found"],
  }),
  getCategory: define({
    method: "GET",
    path: "/api/categories/:categoryId",
    tag: "Categories",
    summary: "A category with its tree",
    permission: "view",
    query: treeQuery,
    success: 200,
    response: category,
    localized: true,
    errors: ["not_found"],
  }),
  createCategory: define({
    method: "POST",
    path: "/api/projects/:projectId/categories",
    tag: "Categories",
    summary: "Create a category",
    permission: "edit",
    body: categoryCreate,
    ignored: categoryIgnored,
    success: 201,
    response: category,
    errors: ["not_found"],
  }),
  updateCategory: define({
    method: "PATCH",
    path: "/api/categories/:categoryId",
    tag: "Categories",
    summary: "Change fields of a category",
    permission: "edit",
    query: depthQuery,
    body: categoryPatch,
    mergeBody: categoryMergePatch,
    ignored: categoryIgnored,
    success: 200,
    response: category,
    errors: ["not_found", "edit_conflict"],
  }),
  deleteCategory: define({
    method: "DELETE",
    path: "/api/categories/:categoryId",
    tag: "Categories",
    summary: "Delete a category with everything below it",
    permission: "edit",
    success: 204,
    errors: ["not_found", "edit_conflict"],
  }),

  listSubcategories: define({
    method: "GET",
    path: "/api/categories/:categoryId/subcategories",
    tag: "Subcategories",
    summary: "The subcategories of a category, nested",
    permission: "view",
    query: treeQuery,
    success: 200,
    response: z.array(subcategory),
    localized: true,
    errors: ["not_found"],
  }),
  getSubcategory: define({
    method: "GET",
    path: "/api/subcategories/:subcategoryId",
    tag: "Subcategories",
    summary: "A subcategory with its tree",
    permission: "view",
    query: treeQuery,
    success: 200,
    response: subcategory,
    localized: true,
    errors: ["not_found"],
  }),
  createSubcategory: define({
    method: "POST",
    path: "/api/categories/:categoryId/subcategories",
    tag: "Subcategories",
    summary: "Create a subcategory of level 1",
    permission: "edit",
    body: subcategoryCreate,
    ignored: [...subcategoryIgnored, "parentId"],
    success: 201,
    response: subcategory,
    errors: ["unknown_category", "id_taken"],
  }),
  createNestedSubcategory: define({
    method: "POST",
    path: "/api/subcategories/:parentSubcategoryId/subcategories",
    tag: "Subcategories",
    summary: "Create a subcategory of level 2 or deeper",
    permission: "edit",
    body: subcategoryCreate,
    ignored: [...subcategoryIgnored, "parentId"],
    success: 201,
    response: subcategory,
    errors: ["not_found", "has_items", "id_taken"],
  }),
  updateSubcategory: define({
    method: "PATCH",
    path: "/api/subcategories/:subcategoryId",
    tag: "Subcategories",
    summary: "Change fields of a subcategory, its id, or its place",
    permission: "edit",
    query: depthQuery,
    body: subcategoryPatch,
    mergeBody: subcategoryMergePatch,
    ignored: subcategoryIgnored,
    success: 200,
    response: subcategory,
    errors: ["not_found", "id_taken", "has_items", "move_not_possible", "edit_conflict"],
  }),
  deleteSubcategory: define({
    method: "DELETE",
    path: "/api/subcategories/:subcategoryId",
    tag: "Subcategories",
    summary: "Delete a subcategory with everything below it",
    permission: "edit",
    success: 204,
    errors: ["not_found", "edit_conflict"],
  }),

  listItems: define({
    method: "GET",
    path: "/api/subcategories/:subcategoryId/items",
    tag: "Items",
    summary: "A page of the items of a subcategory",
    permission: "view",
    query: itemListQuery,
    success: 200,
    response: itemPage,
    localized: true,
    errors: ["not_found"],
  }),
  getItem: define({
    method: "GET",
    path: "/api/items/:itemId",
    tag: "Items",
    summary: "An item",
    permission: "view",
    query: languageQuery,
    success: 200,
    response: item,
    localized: true,
    errors: ["not_found"],
  }),
  createItem: define({
    method: "POST",
    path: "/api/subcategories/:subcategoryId/items",
    tag: "Items",
    summary: "Create an item in a leaf subcategory",
    permission: "edit",
    body: itemCreate,
    ignored: [...itemIgnored, "subcategoryId"],
    success: 201,
    response: item,
    errors: ["not_found", "has_subcategories"],
  }),
  bulkUpdateItems: define({
    method: "PATCH",
    path: "/api/items/bulk",
    tag: "Items",
    summary: "Apply the same fields to many items, all or none",
    permission: "edit",
    body: bulkPatch,
    success: 204,
    errors: ["not_found", "has_subcategories", "move_not_possible"],
  }),
  updateItem: define({
    method: "PATCH",
    path: "/api/items/:itemId",
    tag: "Items",
    summary: "Change fields of an item, or its place",
    permission: "edit",
    body: itemPatch,
    mergeBody: itemMergePatch,
    ignored: itemIgnored,
    success: 200,
    response: item,
    errors: ["not_found", "has_subcategories", "move_not_possible", "edit_conflict"],
  }),
  deleteItem: define({
    method: "DELETE",
    path: "/api/items/:itemId",
    tag: "Items",
    summary: "Delete an item",
    permission: "edit",
    success: 204,
    errors: ["not_found", "edit_conflict"],
  }),

  createComment: define({
    method: "POST",
    path: "/api/items/:itemId/comments",
    tag: "Comments",
    summary: "Comment on an item",
    permission: "edit",
    body: commentCreate,
    ignored: commentIgnored,
    success: 201,
    response: comment,
    errors: ["not_found"],
  }),
  updateComment: define({
    method: "PATCH",
    path: "/api/items/:itemId/comments/:commentId",
    tag: "Comments",
    summary: "Change a comment",
    permission: "edit",
    body: commentPatch,
    ignored: commentIgnored,
    success: 200,
    response: comment,
    errors: ["not_found"],
  }),
  deleteComment: define({
    method: "DELETE",
    path: "/api/items/:itemId/comments/:commentId",
    tag: "Comments",
    summary: "Delete a comment",
    permission: "edit",
    success: 204,
    errors: ["not_found"],
  }),
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The path parameters of an endpoint, read off its path. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? { [K in Param]: string } & PathParams<Rest>
  : Path extends `${string}:${infer Param}`
    ? { [K in Param]: string }
    : unknown;
