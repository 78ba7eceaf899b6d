import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useText } from "../../platform/i18n/i18n.ts";
import { readNumber } from "../../platform/i18n/read-number.ts";
import type { Field } from "../../saving/use-field.ts";
import { CellFault } from "./cell-fault.tsx";
import { type Editing, openInput } from "./editing.ts";
import { type Pasted, pasteIntoCell } from "./use-clipboard.ts";
import type { Step } from "./use-grid-cursor.ts";

type Props = {
  label: string;
  field: Field<unknown>;
  number: boolean;
  placeholder: string | undefined;
  /** An empty text takes the value away. */
  optional: boolean;
  editing: Editing;
  stop(step?: Step): void;
  /** More than one cell was pasted. */
  paste(pasted: Pasted): void;
  /** The number was taken out of the cell. */
  clear(): void;
  /** The cell was left with a text that it does not take. */
  refuse(why: string): void;
};

/** While a value is typed over another one, the arrows leave the cell. */
const arrows: Record<string, Step> = {
  ArrowUp: { row: -1 },
  ArrowDown: { row: 1 },
  ArrowLeft: { column: -1 },
  ArrowRight: { column: 1 },
};

export function CellInput({ label, field, number, placeholder, optional, editing, stop, ...commands }: Props) {
  const t = useText();
  const faultId = useId();
  const before = useRef(field.value);
  const [text, setText] = useState(() => String(field.value ?? ""));
  const [inside, goInside] = useState(typeof editing.by === "string");
  /** Somebody has tried to go on with a wrong text. */
  const [tried, setTried] = useState(false);
  const opened = useRef(false);
  /** The cell was closed by a key or a paste, which takes the focus away. */
  const isOver = useRef(false);
  const isEmptied = number && text.trim() === "";
  const fault = number && !isEmptied ? readNumber(text).fault : undefined;
  const write = (next: string) => {
    setText(next);
    // What was typed before may have been a number.
    field.set(number ? (readNumber(next).value ?? before.current) : next || (optional ? undefined : ""));
  };
  const back = () => {
    if (field.value !== before.current) field.set(before.current);
    field.leave();
  };
  const close = (step?: Step) => {
    isOver.current = true;
    if (isEmptied) back();
    else field.leave();
    stop(step);
    if (isEmptied && before.current !== 0) commands.clear();
  };
  /** A wrong text stays in the cell, to be corrected. */
  const done = (step: Step) => (fault ? setTried(true) : close(step));
  const onKey = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (event.key === "Escape") {
      isOver.current = true;
      back();
      stop({});
    } else if (event.key === "F2") goInside(true);
    else if (event.key === "Enter") done({ row: event.shiftKey ? -1 : 1 });
    else if (event.key === "Tab") {
      event.preventDefault();
      done({ column: event.shiftKey ? -1 : 1 });
    } else if (arrow && !inside && !event.nativeEvent.isComposing) {
      event.preventDefault();
      done(arrow);
    }
  };
  return (
    <>
      <input
        className="cell-input"
        dir={number ? undefined : "auto"}
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={tried && fault ? faultId : undefined}
        placeholder={placeholder}
        inputMode={number ? "decimal" : "text"}
        value={text}
        ref={(input) => {
          if (!input || opened.current) return;
          opened.current = true;
          openInput(input, editing, write);
        }}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={({ currentTarget }) => {
          // The window may have lost the focus, and not the cell: what is typed in it goes on when people come back.
          if (isOver.current || document.activeElement === currentTarget) return;
          if (fault) commands.refuse(`${text}: ${t.faults[fault]}`);
          close();
        }}
        onPaste={pasteIntoCell((pasted) => {
          isOver.current = true;
          back();
          commands.paste(pasted);
        })}
        onClick={(event) => {
          event.stopPropagation();
          goInside(true);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          onKey(event);
        }}
      />
      {tried && fault && <CellFault id={faultId} why={t.faults[fault] ?? ""} />}
    </>
  );
}
