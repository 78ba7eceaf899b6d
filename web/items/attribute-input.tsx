import { TextInput, type TextInputProps } from "@mantine/core";
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from "react";
import type { Wanted } from "./attributes-in-use.ts";

/** Without the network nothing is suggested, and typing goes on. */
const AttributeSuggestions = lazy(() => import("./attribute-suggestions.tsx").catch(() => ({ default: () => null })));

type Props = Omit<TextInputProps, "value" | "onChange" | "aria-label"> & {
  "aria-label": string;
  value: string;
  wanted: Wanted;
  taken: readonly string[];
  change(text: string): void;
  /** Enter was pressed, or a suggestion was chosen: `text` is what the input holds then. */
  enter(text: string, by: "key" | "pointer"): void;
};

/** A text with suggestions: typing narrows them, the arrow keys choose, Enter takes what is chosen or typed. */
export function AttributeInput({ value, wanted, taken, change, enter, onKeyDown, onBlur, ...rest }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** What the suggestions have to match; undefined while there are none. */
  const [asked, setAsked] = useState<string>();
  const [words, setWords] = useState<readonly string[]>([]);
  const [active, setActive] = useState<string>();
  const isOpen = asked !== undefined && words.length > 0;
  const at = isOpen && active !== undefined ? words.indexOf(active) : -1;
  const close = () => {
    setAsked(undefined);
    setActive(undefined);
  };
  const step = (by: 1 | -1) => {
    if (!isOpen) setAsked("");
    else setActive(words.at(at < 0 ? Math.min(0, by) : (at + by) % words.length));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (!isArrow && event.key !== "Enter" && !(event.key === "Escape" && isOpen)) return onKeyDown?.(event);
    event.preventDefault();
    if (isArrow) return step(event.key === "ArrowDown" ? 1 : -1);
    close();
    if (event.key === "Enter") enter(words[at] ?? value, "key");
  };
  return (
    <>
      <TextInput
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={at < 0 ? undefined : `${id}-active`}
        autoComplete="off"
        enterKeyHint="next"
        value={value}
        onChange={(event) => {
          change(event.currentTarget.value);
          setAsked(event.currentTarget.value);
          setActive(undefined);
        }}
        onFocus={() => value === "" && setAsked("")}
        onKeyDown={press}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
        {...rest}
      />
      {asked !== undefined && input.current && (
        <Suspense>
          <AttributeSuggestions
            id={id}
            label={rest["aria-label"]}
            target={input.current}
            wanted={wanted}
            taken={taken}
            typed={asked}
            active={active}
            listed={setWords}
            choose={(word) => {
              close();
              enter(word, "pointer");
            }}
          />
        </Suspense>
      )}
    </>
  );
}
