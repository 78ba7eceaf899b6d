import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { explain } from "../../platform/explain.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { withWords } from "../../platform/i18n/later-words.ts";
import { toast } from "../../platform/toasts.ts";
import { sameValue } from "../../saving/edit.ts";
import type { Field, Source } from "../../saving/use-field.ts";
import { changeWithUndo } from "../../undo/change-with-undo.ts";
import { inPlaceOf, moverAt, useFocusNext } from "../../widgets/use-focus-next.ts";
import { moved } from "../../widgets/use-list-drag.ts";
import { type Attribute, emptyRow, emptyRowsIn, holdsRows, isEmptyRow, withEmptyRows } from "./attributes.ts";

const keyAt = (row: number) => `li:nth-child(${row + 1}) .attribute-key input`;
const valueAt = (row: number) => `li:nth-child(${row + 1}) .attribute-value input`;
const addButton = ".attribute-add button";

/** The rows of properties, with those that are still empty, and what can be done with them. */
export function useAttributeRows(
  source: Source,
  path: string,
  field: Field<Attribute[] | undefined>,
  isTranslation: boolean,
  whole: RefObject<HTMLElement | null>,
) {
  const t = useText();
  const [emptyRows, setEmptyRows] = useState<readonly number[]>([]);
  const saved = field.value ?? [];
  const rows = withEmptyRows(saved, emptyRows);
  const focusNext = useFocusNext(whole);
  const write = (next: Attribute[], now = false) => {
    setEmptyRows(emptyRowsIn(next));
    const filled = next.filter((row) => !isEmptyRow(row));
    if (!sameValue(filled, saved)) field.set(filled.length === 0 && isTranslation ? undefined : filled);
    if (now) field.leave();
  };
  const writeWithUndo = (next: Attribute[], words: () => string) =>
    changeWithUndo(source.record, path, () => write(next), words);
  const paste = usePaste(rows, (next, last, words) => {
    focusNext(valueAt(last));
    writeWithUndo(next, () => words);
  });
  /** A row to type into at this position, unless there is one. */
  const open = (at: number, from = rows) => {
    const there = from[at];
    focusNext(keyAt(at));
    write(there && isEmptyRow(there) ? from : from.toSpliced(at, 0, emptyRow));
  };
  return {
    rows,
    write,
    paste,
    change: (at: number, row: Attribute) => write(rows.with(at, row)),
    drop: (from: number, to: number) => write(moved(rows, from, to), true),
    add() {
      const last = rows.at(-1);
      open(last && isEmptyRow(last) ? rows.length - 1 : rows.length);
    },
    /** By its buttons, which keep the focus. */
    move(from: number, to: number) {
      focusNext(moverAt(from, to));
      write(moved(rows, from, to), true);
    },
    remove(at: number) {
      const { key, value } = rows[at] ?? emptyRow;
      focusNext(`li${inPlaceOf(at, rows.length)} [data-removes], ${addButton}`);
      const left = rows.toSpliced(at, 1);
      if (isEmptyRow({ key, value })) write(left);
      else writeWithUndo(left, () => t.attributes.removed(key || value));
    },
    /** Goes on to the value of the row, and from there to the next row. */
    enter(at: number, row: Attribute, part: keyof Attribute) {
      const next = rows.with(at, row);
      if (part === "value" && !isEmptyRow(row)) return open(at + 1, next);
      focusNext(valueAt(at));
      write(next);
    },
    /** In an empty row, the keys that take text away remove the row. */
    press(event: KeyboardEvent, at: number) {
      const row = rows[at];
      if (!row || !isEmptyRow(row) || event.repeat || (event.key !== "Backspace" && event.key !== "Escape")) return;
      event.preventDefault();
      focusNext(at > 0 ? valueAt(at - 1) : `${keyAt(0)}, ${addButton}`);
      write(rows.toSpliced(at, 1));
    },
  };
}

/** Takes rows that are pasted at a row; `put` gets them all, the last one that was pasted, and words for what was done. */
function usePaste(rows: Attribute[], put: (next: Attribute[], last: number, words: string) => void) {
  // Reading what was pasted may have to be loaded first.
  const latest = useRef(rows);
  latest.current = rows;
  return (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData("text/plain");
    if (!holdsRows(text, isEmptyRow(rows[at] ?? emptyRow))) return;
    event.preventDefault();
    withWords(() => import("../paste-rows.ts")).then(
      ({ pasteRows }) => {
        const pasted = pasteRows(latest.current, at, text);
        if (pasted.added + pasted.changed === 0) return toast(pasted.words, { tone: "bad" });
        put(pasted.rows, pasted.last, pasted.words);
      },
      (error) => toast(explain(error), { tone: "bad" }),
    );
  };
}
