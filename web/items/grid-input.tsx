import { useRef, useState } from "react";
import { useText } from "../i18n/i18n.ts";
import type { Field } from "../saving/use-field.ts";
import { parseNumber } from "./price.ts";

type Props = {
  label: string;
  field: Field<unknown>;
  number: boolean;
  /** The key that opened the cell: it replaces the value, as in a spreadsheet. */
  typed: string | undefined;
  stop(step?: { row?: number; column?: number }): void;
};

export function CellInput({ label, field, number, typed, stop }: Props) {
  const t = useText();
  const before = useRef(field.value);
  const [text, setText] = useState(() => typed ?? String(field.value));
  const opened = useRef(false);
  const wrong = number && parseNumber(text) === undefined;
  const write = (next: string) => {
    setText(next);
    const value = number ? parseNumber(next) : next;
    if (value !== undefined) field.set(value);
  };
  const back = () => {
    if (field.value !== before.current) field.set(before.current);
    field.leave();
  };
  return (
    <input
      className="cell-input"
      aria-label={label}
      aria-invalid={wrong || undefined}
      title={wrong ? t.faults.not_a_number : undefined}
      inputMode={number ? "decimal" : "text"}
      value={text}
      ref={(input) => {
        if (!input || opened.current) return;
        opened.current = true;
        input.focus();
        if (typed === undefined) input.select();
        else write(typed);
      }}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => {
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
          field.leave();
          stop({ row: event.shiftKey ? -1 : 1 });
        } else if (event.key === "Tab") {
          event.preventDefault();
          field.leave();
          stop({ column: event.shiftKey ? -1 : 1 });
        }
      }}
    />
  );
}
