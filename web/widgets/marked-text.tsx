import type { ReactNode } from "react";

type Props = { text: string; ranges: readonly (readonly [start: number, end: number])[] };

/** A text with the parts that a search has found. The ranges are in order and do not overlap. */
export function MarkedText({ text, ranges }: Props) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return [...parts, text.slice(at)];
}
