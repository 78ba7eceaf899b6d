/** Of the row for a new item, which has no id. */
export const newRow = "row:new";

/** That a cell is being edited. */
export type Editing = {
  /** The key that opened the cell, which replaces the value as in a spreadsheet. */
  typed: string | undefined;
  /** Whether that was done: a field that was out of sight goes on with what it has. */
  opened: { current: boolean };
  /** The first id of the item in whose row it is. It is known when the row is drawn. */
  of: string | undefined;
};

export const opening = (typed?: string): Editing => ({ typed, opened: { current: false }, of: undefined });

/** Begins to edit the cell, or goes on with it. */
export function openInput(input: HTMLInputElement, { typed, opened }: Editing, write: (text: string) => void) {
  input.focus();
  if (opened.current) input.setSelectionRange(input.value.length, input.value.length);
  else if (typed === undefined) input.select();
  else write(typed);
  opened.current = true;
}
