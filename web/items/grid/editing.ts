/** Of the row for a new item, which has no id. */
export const newRow = "row:new";

/**
 * How a cell is opened: by the key that was typed over its value, to edit inside of the value, or with all of it selected.
 */
export type Opening = { typed: string } | "inside" | "whole";

/** That a cell is being edited. */
export type Editing = {
  by: Opening;
  /** Whether that was done: a field that was out of sight goes on with what it has. */
  opened: { current: boolean };
  /** The first id of the item in whose row it is. It is known when the row is drawn. */
  of: string | undefined;
};

export const opening = (by: Opening): Editing => ({ by, opened: { current: false }, of: undefined });

/** Begins to edit the cell, or goes on with it. */
export function openInput(input: HTMLInputElement, { by, opened }: Editing, write: (text: string) => void) {
  input.focus();
  if (opened.current || by === "inside") input.setSelectionRange(input.value.length, input.value.length);
  else if (by === "whole") input.select();
  else write(by.typed);
  opened.current = true;
}
