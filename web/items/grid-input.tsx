import { useRef, useState } from "react";
import { useText } from "../i18n/i18n.ts";
import { readNumber } from "../i18n/read-number.ts";
import type { Field } from "../saving/use-field.ts";
import { toast } from "../toasts.ts";
import { type Editing, openInput } from "./editing.ts";
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
};

export function CellInput({ label, field, number, placeholder, optional, editing, stop }: Props) {
  const t = useText();
  const before = useRef(field.value);
  const [text, setText] = useState(() => String(field.value ?? ""));
  const opened = useRef(false);
  const fault = number ? readNumber(text).fault : undefined;
  const write = (next: string) => {
    setText(next);
    // What was typed before may have been a number.
    field.set(number ? (readNumber(next).value ?? before.current) : next || (optional ? undefined : ""));
  };
  const tellFault = () => {
    if (!fault || !text.trim()) return false;
    toast(`${text}: ${t.faults[fault]}`, { tone: "bad" });
    return true;
  };
  /** An invalid value stays in the cell, to be corrected. */
  const done = (step: Step) => {
    if (tellFault()) return;
    field.leave();
    stop(step);
  };
  const back = () => {
    if (field.value !== before.current) field.set(before.current);
    field.leave();
  };
  return (
    <input
      className="cell-input"
      dir={number ? undefined : "auto"}
      aria-label={label}
      aria-invalid={fault !== undefined || undefined}
      title={fault && t.faults[fault]}
      placeholder={placeholder}
      inputMode={number ? "decimal" : "text"}
      value={text}
      ref={(input) => {
        if (!input || opened.current) return;
        opened.current = true;
        openInput(input, editing, write);
      }}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => {
        tellFault();
        field.leave();
        stop();
      }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") {
          back();
          stop({});
        } else if (event.key === "Enter") {
          done({ row: event.shiftKey ? -1 : 1 });
        } else if (event.key === "Tab") {
          event.preventDefault();
          done({ column: event.shiftKey ? -1 : 1 });
        }
      }}
    />
  );
}
