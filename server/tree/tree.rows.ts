/** What categories and subcategories have in common. `translations` is JSON text. */
export type NodeRow = {
  key: number;
  id: string;
  name: string;
  visible: number;
  priority: number;
  img: string;
  translations: string;
  version: number;
};

/** A category with all that a change of it looks at: the notes that go with its texts too. */
export type CategoryRow = NodeRow & { stale: string; project_key: number; project_id: string };

export type SubcategoryRow = NodeRow & {
  category_key: number;
  parent_key: number | null;
  child_count: number;
  item_count: number;
};

/** The same of a subcategory, with the public ids around it. */
export type PlacedSubcategoryRow = SubcategoryRow & {
  stale: string;
  category_id: string;
  parent_id: string;
  project_key: number;
};
