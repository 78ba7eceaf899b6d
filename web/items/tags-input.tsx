import { Pill, PillsInput } from "@mantine/core";
import { lazy, Suspense, useRef, useState } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { inPlaceOf, useFocusNext } from "../widgets/use-focus-next.ts";
import { useSuggesting } from "../widgets/use-suggesting.ts";
import type { WordList } from "./words-in-use.ts";

/** Without the network nothing is suggested, and typing goes on. */
const WordSuggestions = lazy(() => import("./word-suggestions.tsx").catch(() => ({ default: () => null })));

type Props = {
  id?: string;
  label?: string;
  value: string[];
  words: WordList;
  placeholder: string;
  autofocus?: boolean;
  change(tags: string[]): void;
};

/** Words as pills: Enter or a comma adds one, Backspace removes the last, and those in use are suggested. */
export function TagsInput({ id, label, value, words, placeholder, autofocus, change }: Props) {
  const t = useText();
  const [text, setText] = useState("");
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const add = (typed: string) => {
    const words = typed.split(",").map((word) => word.trim());
    const fresh = [...new Set(words)].filter((word) => word && !value.includes(word));
    if (fresh.length > 0) change([...value, ...fresh]);
    setText("");
    ask(undefined);
  };
  const { asked, ask, press, input, list } = useSuggesting(add);
  const remove = (at: number) => {
    focusNext(`.mantine-Pill-root${inPlaceOf(at, value.length)} button, input`);
    change(value.filter((_, one) => one !== at));
  };
  return (
    <PillsInput ref={whole} {...(id && { id })}>
      <Pill.Group>
        {value.map((tag, at) => (
          <Pill
            key={tag}
            withRemoveButton
            removeButtonProps={{ "aria-label": `${t.common.remove}: ${tag}`, "aria-hidden": false, tabIndex: 0 }}
            onRemove={() => remove(at)}
          >
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          miw={60}
          {...input}
          aria-label={label}
          data-autofocus={autofocus || undefined}
          placeholder={value.length === 0 ? placeholder : ""}
          value={text}
          onChange={({ currentTarget: { value: typed } }) => {
            if (typed.includes(",")) return add(typed);
            setText(typed);
            ask(typed);
          }}
          onKeyDown={(event) => {
            if (press(event)) return;
            if (event.key === "Enter" && text) {
              event.preventDefault();
              add(text);
            } else if (event.key === "Backspace" && !text && value.length > 0) change(value.slice(0, -1));
          }}
          onClick={() => ask(text)}
          onBlur={() => add(text)}
        />
      </Pill.Group>
      {asked !== undefined && whole.current && (
        <Suspense>
          <WordSuggestions
            {...list}
            label={label ?? placeholder}
            target={whole.current}
            words={words}
            taken={value}
            typed={asked}
          />
        </Suspense>
      )}
    </PillsInput>
  );
}
