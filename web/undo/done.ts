import type { Act, ActTitle, NewAct } from "../saving/act.ts";
import type { FieldPath, RecordRef } from "../saving/edit.ts";

export type FieldChange = { record: RecordRef; name: string; field: FieldPath; before: unknown; after: unknown };
/** `record`: where to look at it; none for what was deleted. `importId`: the import that did it. */
type DoneAct = { title: ActTitle; record?: RecordRef; importId?: string };

/** Something that a person did in this tab. */
export type Done = {
  id: string;
  at: number;
  projectId: string;
  did: FieldChange | DoneAct;
  /**
   * `saving`: an act that the service has not answered; whether a field is saved, its draft tells. `stuck`: it could not be
   * undone, and `why` says the reason.
   */
  state: "saving" | "done" | "undoing" | "undone" | "redoing" | "stuck";
  /** The change sets that it made, oldest first: undoing them undoes it. */
  sets: readonly string[];
  /** The change sets that undid it. None where the old value was typed again, or the act was never sent. */
  back: readonly string[];
  /** Counts the undos, so that the last one is redone first. */
  undone?: number;
  /** The field was not left yet: what is typed into it belongs to this entry. */
  open?: true;
  /** The act that does it, undoes it or redoes it. */
  act?: string;
  /** The act to do again, where it was taken back before it was sent. */
  again?: NewAct;
  why?: Why;
};

export type DoneField = Done & { did: FieldChange };

/** A reason of the service; `actor`: who changed it since. */
export type Why = { code: string; message: string; actor?: string | undefined };

/** The import that an entry is about. */
export const importOf = ({ did }: Pick<Done, "did">): string | undefined =>
  "importId" in did ? did.importId : undefined;

export const isField = (did: Done["did"]): did is FieldChange => "field" in did;

/** What an undo does itself is an entry already. */
export const isUndo = ({ title }: Pick<Act, "title">) => title.what === "undo" || title.what === "redo";

/** The record that an act is about, so that it can be shown. */
export function recordOf({ requests, makes }: Pick<Act, "requests" | "makes">): RecordRef | undefined {
  const { call, params = {}, body = {} } = requests.at(-1) ?? { call: "" };
  const { data = {}, subcategoryId } = body as { data?: { subcategoryId?: string }; subcategoryId?: string };
  if (params.itemId) return { kind: "item", id: params.itemId };
  if (call === "createItem" && makes) return { kind: "item", id: makes };
  if (call === "createCategory" && makes) return { kind: "category", id: makes };
  if (call.startsWith("create") && makes) return { kind: "subcategory", id: makes };
  const target = data.subcategoryId ?? subcategoryId;
  if (target) return { kind: "subcategory", id: target };
  if (call.startsWith("delete")) return undefined;
  if (params.categoryId) return { kind: "category", id: params.categoryId };
  return params.subcategoryId ? { kind: "subcategory", id: params.subcategoryId } : undefined;
}
