/** The columns that categories and subcategories share. `translations` is JSON text. */
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

/** A category with everything that an update needs, including the notes of its stale translations. */
export type CategoryRow = NodeRow & { stale: string; project_key: number; project_id: string };

export type SubcategoryRow = NodeRow & {
  category_key: number;
  parent_key: number | null;
  child_count: number;
  item_count: number;
};

/** A subcategory with everything that an update needs, including the public ids of its category and parent. */
export type PlacedSubcategoryRow = SubcategoryRow & {
  stale: string;
  category_id: string;
  parent_id: string;
  project_key: number;
};
