// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell

import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { addingTo, keepTyped, leaveNewRow, newRowTexts, textsTyped } from "../items/grid/adding.ts";
import { type Column, isTypedInto } from "../items/grid/columns.ts";
import { type Editing, openInput } from "../items/grid/editing.ts";
import type { NewRowProps } from "../items/grid/sheet-commands.ts";
import { columnLabel, explainCell } from "../items/grid/sheet-words.ts";
import { type Pasted, pasteIntoCell } from "../items/grid/use-clipboard.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";
import { readNewRow } from "./read-new-row.ts";

/** The row after the last one: what is typed or pasted here becomes an item. */
export function NewRow({ list, index, cellId, top, template, columns, active, editing, ...commands }: NewRowProps) {
  const t = useText();
  const { sheet: words } = useLater();
  const { texts, write, leave, onKey } = useNewItem(list, columns, active, commands);
  return (
    <div
      className="grid-new"
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
    >
      <div role="presentation" />
      <div role="presentation" />
      <div role="presentation" className="grid-plus">
        <IconPlus size={14} aria-hidden />
      </div>
      {columns.map((column, position) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard for the active cell
        <div
          key={column.id}
          id={cellId(index, column.id)}
          className="grid-cell"
          role="gridcell"
          aria-label={position > 0 ? `${words.newRow}, ${column.label(t)}` : undefined}
          data-kind={column.kind}
          data-align={column.align}
          data-active={active === position || undefined}
          onClick={() => commands.edit(isTypedInto(column) ? position : 0)}
        >
          {editing && active === position && isTypedInto(column) ? (
            <NewCell
              editing={editing}
              text={texts[column.id] ?? ""}
              label={`${words.newRow}, ${column.label(t)}`}
              number={column.kind === "number"}
              write={(text) => write(column, text)}
              onKey={(event) => onKey(event, position)}
              pasteRows={(pasted) => {
                commands.stopEditing({});
                commands.paste(pasted);
              }}
              left={(outside) => {
                commands.stopEditing();
                if (outside) leave();
              }}
            />
          ) : (
            <Typed text={texts[column.id]} number={column.kind === "number"} isFirst={position === 0} />
          )}
        </div>
      ))}
    </div>
  );
}

/** What is typed into the row, and what the keys do there. */
function useNewItem(
  list: NewRowProps["list"],
  columns: readonly Column[],
  active: number | undefined,
  commands: Pick<NewRowProps, "edit" | "stopEditing" | "add">,
) {
  const { sheet: words } = useLater();
  /** What was typed into this row, among it what was typed since it was drawn. */
  const textsNow = () => textsTyped(list);
  useStore(newRowTexts);
  const typed = columns.flatMap((column, position) => (isTypedInto(column) ? position : []));
  const readNow = () => readNewRow(textsNow());
  /** Whether an item was made. What cannot be one stays in the row, and is told. */
  const add = (open = false): boolean => {
    const reading = readNow();
    if (!reading) return false;
    if ("fields" in reading) {
      keepTyped(list, {});
      commands.add(reading.fields, open);
      return true;
    }
    const { column, text, fault } = reading;
    const why = words.rejected(text, explainCell({ code: fault, message: "" }));
    toast(words.fault(columnLabel(column), "", why), { tone: "bad" });
    return false;
  };
  const leave = () => {
    if (add()) addingTo.set(undefined);
    else if (!readNow()) leaveNewRow(list);
  };
  const wasActive = useRef(active);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that the cursor has left the row
  useEffect(() => {
    if (wasActive.current !== undefined && active === undefined) leave();
    wasActive.current = active;
  }, [active]);

  /** Makes the item and goes on with the next one, or to what is wrong. Nothing typed ends it. */
  const enter = (open: boolean) => {
    const reading = readNow();
    if (!reading || (open && "fields" in reading)) commands.stopEditing({});
    else commands.edit(columns.findIndex(({ id }) => id === ("fields" in reading ? "name" : reading.column)));
    if (reading) add(open);
    else leaveNewRow(list);
  };
  const onKey = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, position: number) => {
    const next = typed[typed.indexOf(position) + (shiftKey ? -1 : 1)];
    if (key === "Tab" && next !== undefined) commands.edit(next);
    else if (key === "Enter" || (key === "Tab" && !shiftKey)) enter(ctrlKey || metaKey);
    else {
      commands.stopEditing({});
      if (!readNow()) leaveNewRow(list);
    }
  };
  const write = ({ id }: Column, text: string) => keepTyped(list, { ...textsNow(), [id]: text });
  return { texts: textsNow(), write, leave, onKey };
}

/** The text of a cell that is closed. The first one says what the row is for. */
function Typed({ text, number, isFirst }: { text: string | undefined; number: boolean; isFirst: boolean }) {
  const { sheet: words } = useLater();
  if (text) return <span className={number ? "grid-figure" : "grid-typed"}>{text}</span>;
  if (!isFirst) return null;
  return (
    <span className="grid-hint">
      <span className="visually-hidden">{words.newRow}. </span>
      {words.newRowHint}
    </span>
  );
}

type CellProps = {
  editing: Editing;
  text: string;
  label: string;
  number: boolean;
  write(text: string): void;
  /** Enter, Tab and Escape. */
  onKey(event: KeyboardEvent): void;
  /** More than one cell was pasted. */
  pasteRows(pasted: Pasted): void;
  /** The focus went away without one of these keys; `outside`: out of the grid. */
  left(outside: boolean): void;
};

function NewCell({ editing, text, label, number, write, onKey, pasteRows, left }: CellProps) {
  const before = useRef(text);
  const opened = useRef(false);
  /** The cell is about to be closed by a key. */
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
  });
  return (
    <input
      className="cell-input"
      dir={number ? undefined : "auto"}
      aria-label={label}
      inputMode={number ? "decimal" : "text"}
      autoComplete="off"
      value={text}
      ref={(input) => {
        if (!input || opened.current) return;
        opened.current = true;
        openInput(input, editing, write);
      }}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!isOver.current) left(!currentTarget.closest("[role=grid]")?.contains(relatedTarget));
      }}
      onClick={(event) => event.stopPropagation()}
      onPaste={pasteIntoCell((pasted) => {
        isOver.current = true;
        pasteRows(pasted);
      })}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (!["Enter", "Tab", "Escape"].includes(event.key)) return;
        event.preventDefault();
        isOver.current = true;
        if (event.key === "Escape") write(before.current);
        onKey(event);
      }}
    />
  );
}
