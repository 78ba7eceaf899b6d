import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Opening } from "./anchor.tsx";
import { nextMatch } from "./next-match.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { ownEscape } from "./use-escape.ts";

const pageRows = 9;
/** Letters typed within this time belong together. */
const quietMs = 800;

type Props = {
  opening: Opening;
  options: readonly { label: string }[];
  chosen: number;
  /** What was typed on the button before the list was there. */
  typed: RefObject<string>;
  take(at: number): void;
};

/** The list of a `Choice`. The button keeps the focus, and the list has its keys. */
export default function ChoiceList({ opening, ...rest }: Props): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has come
  useEffect(() => opening.setOpened(true), []);
  return opening.opened && <OpenList opening={opening} {...rest} />;
}

function OpenList({ opening: { target, setOpened }, options, chosen, typed, take }: Props) {
  const id = useId();
  const search = useRef({ text: "", at: 0 });
  const [active, setActive] = useState(Math.max(0, chosen));
  const labels = useMemo(() => options.map(({ label }) => label), [options]);
  const indexes = useMemo(() => [...labels.keys()], [labels]);
  const close = () => setOpened(false);
  const choose = (at: number) => {
    close();
    if (at !== chosen) take(at);
  };
  const find = (text: string, at: number) => {
    search.current = { text, at };
    setActive((now) => {
      const found = nextMatch(labels, now, text);
      return found < 0 ? now : found;
    });
  };
  const stepTo = (at: number) => setActive(Math.max(0, Math.min(labels.length - 1, at)));
  /** Whether the key was for the list. */
  const press = ({ key, altKey, ctrlKey, metaKey, timeStamp }: KeyboardEvent): boolean => {
    const { text, at } = search.current;
    const before = timeStamp - at < quietMs ? text : "";
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: labels.length - 1,
    };
    const step = steps[key];
    if (key === "Escape") close();
    else if (key === "Enter" || (key === " " && !before) || (altKey && key === "ArrowUp")) choose(active);
    else if (step !== undefined) stepTo(step);
    else if (key.length === 1 && !altKey && !ctrlKey && !metaKey) find(before + key, timeStamp);
    else return false;
    return true;
  };
  const latest = useRef({ press, choose, close, active });
  latest.current = { press, choose, close, active };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target !== target) return;
      // As in the browser's own lists, leaving takes what is active.
      if (event.key === "Tab") return latest.current.choose(latest.current.active);
      if (!latest.current.press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onBlur = () => latest.current.close();
    const attributes = { "aria-controls": id, "aria-activedescendant": `${id}-active`, ...ownEscape };
    for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
    // A click does not give a button the focus in every browser.
    target.focus();
    target.addEventListener("blur", onBlur);
    // Before a popover that the button is in: Escape closes only the list.
    addEventListener("keydown", onKey, true);
    return () => {
      for (const name of Object.keys(attributes)) target.removeAttribute(name);
      target.removeEventListener("blur", onBlur);
      removeEventListener("keydown", onKey, true);
    };
  }, [target, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list opens
  useLayoutEffect(() => {
    if (typed.current) find(typed.current, performance.now());
    typed.current = "";
  }, []);
  const label = target.getAttribute("aria-label") ?? (target as HTMLButtonElement).labels[0]?.textContent ?? "";
  const shown = (at: number) => ({ key: String(at), label: labels[at] ?? "", chosen: at === chosen });
  return (
    <SuggestionList
      id={id}
      label={label}
      target={target}
      active={active}
      choose={choose}
      suggestions={indexes}
      shown={shown}
      least={target.offsetWidth}
    />
  );
}
