/**
 * The parts of the catalog whose readers keep what they built: a row, the items of a subcategory, what a search in them
 * looks at, the tree of a category, all trees of a project; and what takes access away from people and keys. Engines
 * touch rows by themselves.
 */
export type Scope =
  | `row:${number}`
  | `items:${number}`
  | `names:${number}`
  | `tree:${number}`
  | `project:${number}`
  | "access";
