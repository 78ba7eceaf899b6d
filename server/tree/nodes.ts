import { nodeDefaults } from "../../contract/categories.ts";
import type { Precondition } from "../http/conditional.ts";
import type { Fields } from "../log/changes.sql.ts";
import { type FieldChanges, type FieldColumns, fieldChanges, withDefaults } from "../log/field-changes.ts";
import { noNotes, noteStale } from "../log/stale-translations.ts";
import { mergeTranslations } from "../log/translations.ts";
import type { NodeRow } from "./tree.rows.ts";

/** A PATCH of a category or a subcategory. */
export type NodePatch<F> = { fields: F; merge: boolean; precondition: Precondition };

/** The fields that categories and subcategories share, with their columns. */
const columnsOfNode = {
  name: { column: "name", stored: "plain" },
  visible: { column: "visible", stored: "flag" },
  priority: { column: "priority", stored: "plain" },
  img: { column: "img", stored: "plain" },
  translations: { column: "translations", stored: "json" },
} as const satisfies FieldColumns;

/** The fields of a new node. A field that is missing or null gets its default. */
export function newNode(body: Fields): Fields {
  const given = withDefaults(body, nodeDefaults);
  const node: Fields = { name: given.name, ...nodeDefaults };
  for (const field of Object.keys(columnsOfNode)) if (given[field] !== undefined) node[field] = given[field];
  return node;
}

export const nodeColumns = (node: Fields) => ({
  name: node.name as string,
  visible: node.visible ? 1 : 0,
  priority: node.priority as number,
  img: node.img as string,
  translations: JSON.stringify(node.translations),
  stale: noNotes,
});

export function nodeChanges(row: NodeRow, patch: Fields, merge: boolean): FieldChanges {
  const values = withDefaults(patch, nodeDefaults);
  if (merge && patch.translations) {
    const merged = mergeTranslations(JSON.parse(row.translations), patch.translations as never);
    return fieldChanges(row, columnsOfNode, { ...values, translations: merged });
  }
  return fieldChanges(row, columnsOfNode, values);
}

/** Adds to a change the notes of which translated names it makes stale. */
export function noteStaleNames(row: { translations: string; stale: string }, changes: FieldChanges): void {
  noteStale(row, changes, () => JSON.parse((changes.columns.translations as string | undefined) ?? row.translations));
}

/** All fields of a node, for the log entry of its deletion. */
export const nodeFields = (row: NodeRow): Fields => ({
  id: row.id,
  name: row.name,
  visible: row.visible === 1,
  priority: row.priority,
  img: row.img,
  translations: JSON.parse(row.translations),
});
