import { type KeyboardEvent, useId, useRef, useState } from "react";
import { nextMatch } from "./next-match.ts";
import { ownEscape } from "./use-escape.ts";

const pageRows = 9;
/** Letters typed within this time belong together. */
const quietMs = 800;

/** A button that keeps the focus while its list is open, and has the keys of the list, as the browser's own select. */
export function useChoosing(labels: readonly string[], chosen: number, take: (at: number) => void) {
  const id = useId();
  /** Which of them is active; undefined while the list is closed. */
  const [active, setActive] = useState<number>();
  const search = useRef({ text: "", at: 0 });
  const opened = active !== undefined;
  const open = () => setActive(Math.max(0, chosen));
  const close = () => setActive(undefined);
  const choose = (at: number) => {
    close();
    if (at !== chosen) take(at);
  };
  const stepTo = (at: number) => setActive(Math.max(0, Math.min(labels.length - 1, at)));

  /** Goes on to what begins with the letters. */
  const find = (letter: string, now: number, from: number) => {
    const before = now - search.current.at < quietMs ? search.current.text : "";
    const text = before + letter;
    search.current = { text, at: now };
    const found = nextMatch(labels, from, text);
    setActive(found < 0 ? from : found);
  };

  const isLetter = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
    key.length === 1 && key !== " " && !altKey && !ctrlKey && !metaKey;

  /** Whether the key opens the list. */
  const pressClosed = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, timeStamp } = event;
    if (isLetter(event)) find(key, timeStamp, Math.max(0, chosen));
    else if (!ctrlKey && !metaKey && [" ", "ArrowDown", "ArrowUp"].includes(key)) open();
    else return false;
    return true;
  };

  /** Whether the key was for the open list. */
  const pressOpen = (event: KeyboardEvent, at: number): boolean => {
    const { key, altKey, timeStamp } = event;
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + pageRows,
      PageUp: at - pageRows,
      Home: 0,
      End: labels.length - 1,
    };
    const step = steps[key];
    const isTyping = search.current.text !== "" && timeStamp - search.current.at < quietMs;
    if (key === "Escape") close();
    else if (key === "Enter" || (key === " " && !isTyping) || (altKey && key === "ArrowUp")) choose(at);
    else if (step !== undefined) stepTo(step);
    else if (key === " " || isLetter(event)) find(key, timeStamp, at);
    else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // As in the browser's own lists, leaving takes what is active.
    if (active !== undefined && event.key === "Tab") return choose(active);
    if (!(active === undefined ? pressClosed(event) : pressOpen(event, active))) return;
    event.preventDefault();
    // Escape closes the list, and nothing that the button is in.
    event.stopPropagation();
  };

  const button = {
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": opened,
    "aria-controls": opened ? id : undefined,
    "aria-activedescendant": opened ? `${id}-active` : undefined,
    onKeyDown,
    onBlur: close,
    ...(opened && ownEscape),
  } as const;
  return { active, toggle: opened ? close : open, close, button, list: { id, active, choose } };
}
