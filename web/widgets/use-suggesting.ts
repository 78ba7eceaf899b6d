import { type KeyboardEvent, useId, useState } from "react";
import { ownEscape } from "./use-escape.ts";

/** An input that suggests words: the arrow keys choose one, Enter or a click takes it, Escape closes the list. */
export function useSuggesting(take: (word: string, by: "key" | "pointer") => void) {
  const id = useId();
  /** What the suggestions have to match; undefined while there are none. */
  const [asked, setAsked] = useState<string>();
  const [words, setWords] = useState<readonly string[]>([]);
  const [active, setActive] = useState<string>();
  const isOpen = asked !== undefined && words.length > 0;
  const at = isOpen && active !== undefined ? words.indexOf(active) : -1;
  const ask = (typed: string | undefined) => {
    setAsked(typed);
    setActive(undefined);
  };
  const choose = (word: string, by: "key" | "pointer") => {
    ask(undefined);
    take(word, by);
  };
  const step = (by: 1 | -1) => {
    if (!isOpen) setAsked("");
    else setActive(words.at(at < 0 ? Math.min(0, by) : (at + by) % words.length));
  };
  /** Whether the key was for the list. */
  const press = (event: KeyboardEvent): boolean => {
    const word = words[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter" && word !== undefined) choose(word, "key");
    else if (event.key === "Escape" && isOpen) ask(undefined);
    else return false;
    event.preventDefault();
    return true;
  };
  const input = {
    role: "combobox",
    autoComplete: "off",
    "aria-autocomplete": "list",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    "aria-activedescendant": at < 0 ? undefined : `${id}-active`,
    ...(isOpen && ownEscape),
  } as const;
  const list = { id, active, listed: setWords, choose: (word: string) => choose(word, "pointer") };
  return { asked, ask, press, input, list };
}
