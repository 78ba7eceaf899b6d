// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useText } from "../i18n/i18n.ts";
import type { Column } from "../items/columns.ts";
import type { Step } from "../items/use-grid-cursor.ts";
import { sheetWords } from "./sheet-words.ts";

type Props = {
  index: number;
  cellId(row: number, column: Column["id"]): string;
  top: number;
  template: string;
  columns: readonly Column[];
  active: number | undefined;
  editing: { typed?: string } | undefined;
  edit(): void;
  stopEditing(step?: Step): void;
  /** Makes an item with this name; the next one can be typed right away. */
  add(name: string): void;
};

/** The row after the last one: what is typed or pasted here becomes an item. */
export function NewRow({ index, cellId, top, template, columns, active, editing, ...commands }: Props) {
  const t = useText();
  const words = sheetWords();
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
          data-active={active === position || undefined}
          onClick={commands.edit}
        >
          {position === 0 &&
            (editing ? (
              <NameInput typed={editing.typed} label={words.newRow} {...commands} />
            ) : (
              <span className="grid-hint">
                <span className="visually-hidden">{words.newRow}. </span>
                {words.newRowHint}
              </span>
            ))}
        </div>
      ))}
    </div>
  );
}

type InputProps = Pick<Props, "stopEditing" | "add"> & { typed: string | undefined; label: string };

function NameInput({ typed = "", label, stopEditing, add }: InputProps) {
  const [text, setText] = useState(typed);
  const isOver = useRef(false);
  const done = (name: string, step?: Step) => {
    if (isOver.current) return;
    isOver.current = true;
    stopEditing(step);
    if (name.trim()) add(name.trim());
  };
  return (
    <input
      className="cell-input"
      dir="auto"
      aria-label={label}
      value={text}
      // biome-ignore lint/a11y/noAutofocus: it opens where someone begins to type
      autoFocus
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => done(text)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") done("", {});
        else if (event.key === "Enter" || event.key === "Tab") {
          event.preventDefault();
          done(text, {});
        }
      }}
    />
  );
}
