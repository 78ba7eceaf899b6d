import { commentLists, translationStates } from "../../contract/constants.ts";
import type { RecordRef } from "../saving/edit.ts";
import { columnIds } from "./column-ids.ts";
import { filtersOf, type ItemFilters } from "./item-filters.ts";

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);

/** The whole state of the workspace, which a link or the back button restores. */
export type WorkspaceSearch = ItemFilters & {
  category?: string;
  subcategory?: string;
  /** All items of the project; with a category or a subcategory, the items below that. */
  all?: true;
  item?: string;
  details?: boolean;
  /** The saved view that is open; beside it stand its filters, as the person has changed them. */
  view?: string;
  /** Separated by commas, if others are shown than the view has. */
  columns?: string;
};

export function workspaceSearch(raw: Record<string, unknown>): WorkspaceSearch {
  const found: WorkspaceSearch = filtersOf(raw);
  for (const name of ["category", "subcategory", "item", "view"] as const) {
    const value = text(raw[name]);
    if (value) found[name] = value;
  }
  const shown = found.view && columnsIn(text(raw.columns));
  if (shown) found.columns = shown;
  if (raw.all === true && !found.category && !found.subcategory) found.all = true;
  if (raw.details === true) found.details = true;
  return found;
}

const columnsIn = (names: string | undefined) =>
  names
    ?.split(",")
    .filter((name) => columnIds.some((id) => id === name))
    .join();

export const namesPlace = ({ category, subcategory, all }: WorkspaceSearch) =>
  category !== undefined || subcategory !== undefined || all === true;

/** Opens the record, where it is. */
export const searchOf = ({ kind, id }: RecordRef): WorkspaceSearch =>
  kind === "item" ? { item: id } : { [kind]: id, details: true };

/** The open view. */
export const viewOf = ({ view, columns: shown }: WorkspaceSearch): WorkspaceSearch => ({
  ...(view && { view }),
  ...(shown && { columns: shown }),
});

/** What is listed and what is open, without the filters. */
export function placeOf({ category, subcategory, all, item, details, ...rest }: WorkspaceSearch): WorkspaceSearch {
  return {
    ...viewOf(rest),
    ...(category && { category }),
    ...(subcategory && { subcategory }),
    ...(all && { all }),
    ...(item && { item }),
    ...(details && { details }),
  };
}

export type BoardSearch = { lang?: string; branch?: string; state?: (typeof translationStates)[number] };

export function boardSearch(raw: Record<string, unknown>): BoardSearch {
  const found: BoardSearch = {};
  const lang = text(raw.lang);
  const branch = text(raw.branch);
  const state = translationStates.find((one) => one === raw.state);
  if (lang) found.lang = lang;
  if (branch) found.branch = branch;
  if (state) found.state = state;
  return found;
}

/** `branch`: the id of a category or subcategory. */
export type CommentsSearch = { state?: "resolved"; only?: (typeof commentLists)[number]; branch?: string };

export function commentsSearch(raw: Record<string, unknown>): CommentsSearch {
  const only = commentLists.find((one) => one === raw.only);
  const branch = text(raw.branch);
  return { ...(raw.state === "resolved" && { state: "resolved" }), ...(only && { only }), ...(branch && { branch }) };
}

/** Where a comment is on the screen of its item: the part of the address behind the #. */
export const commentHash = (commentId: string) => `comment-${commentId}`;

const kinds = ["category", "subcategory", "item"] as const;
const actions = ["create", "update", "delete", "restore"] as const;

/** The filters of the history; days as 2026-05-01. */
export type HistorySearch = {
  text?: string;
  actor?: string;
  kind?: (typeof kinds)[number];
  action?: (typeof actions)[number];
  field?: string;
  since?: string;
  until?: string;
};

export function historySearch(raw: Record<string, unknown>): HistorySearch & { trash?: true } {
  const found: HistorySearch & { trash?: true } = raw.trash === true ? { trash: true } : {};
  for (const name of ["text", "actor", "field"] as const) {
    const value = text(raw[name]);
    if (value) found[name] = value;
  }
  for (const name of ["since", "until"] as const) {
    const value = text(raw[name]);
    if (value && /^\d{4}-\d\d-\d\d$/.test(value)) found[name] = value;
  }
  const kind = kinds.find((one) => one === raw.kind);
  const action = actions.find((one) => one === raw.action);
  if (kind) found.kind = kind;
  if (action) found.action = action;
  return found;
}

/** `step`: where the person is, where the state of the import leaves a choice. `subcategory`: where new items go. */
export type ImportSearch = { id?: string; step?: "columns" | "check"; subcategory?: string };

export function importSearch(raw: Record<string, unknown>): ImportSearch {
  const id = text(raw.id);
  const subcategory = text(raw.subcategory);
  if (!id) return subcategory ? { subcategory } : {};
  return raw.step === "columns" || raw.step === "check" ? { id, step: raw.step } : { id };
}

export type PeopleSearch = { show?: "keys" | "audit" };

export const peopleSearch = (raw: Record<string, unknown>): PeopleSearch =>
  raw.show === "keys" || raw.show === "audit" ? { show: raw.show } : {};
