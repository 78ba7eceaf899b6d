/** The columns that a list of items can have, in their order. */
export const columnIds = [
  "name",
  "place",
  "price",
  "discount",
  "buyerPays",
  "quantity",
  "visible",
  "priority",
  "currency",
  "tags",
  "badges",
  "languages",
] as const;

export type ColumnId = (typeof columnIds)[number];
