/**
 * The parts of the catalog that caches depend on: a row, the items of a subcategory, what a search in them reads, the
 * tree of a category, all trees of a project; anything that revokes access of people and keys; and the notices of
 * everyone. Engines touch `row` scopes themselves.
 */
export type Scope =
  | `row:${number}`
  | `items:${number}`
  | `names:${number}`
  | `tree:${number}`
  | `project:${number}`
  | "access"
  | "notices";
