import { Pill, PillsInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { useText } from "../i18n/i18n.ts";
import { useWordsInUse, type WordList } from "../items/words-in-use.ts";
import { inPlaceOf, useFocusNext } from "./use-focus-next.ts";

type Props = {
  id?: string;
  label?: string;
  value: string[];
  /** Which words are suggested: those that items of the project carry, the most used first. */
  words: WordList;
  placeholder: string;
  autofocus?: boolean;
  change(tags: string[]): void;
};

/** Words as pills: Enter or a comma adds one, Backspace removes the last, the browser's own list suggests those in use. */
export function TagsInput({ id, label, value, words, placeholder, autofocus, change }: Props) {
  const t = useText();
  const list = useId();
  const [text, setText] = useState("");
  const [focused, setFocused] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const suggestions = useWordsInUse(words, text, focused);
  const add = (typed: string) => {
    const words = typed.split(",").map((word) => word.trim());
    const fresh = [...new Set(words)].filter((word) => word && !value.includes(word));
    if (fresh.length > 0) change([...value, ...fresh]);
    setText("");
  };
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
          aria-label={label}
          list={list}
          autoComplete="off"
          data-autofocus={autofocus || undefined}
          placeholder={value.length === 0 ? placeholder : ""}
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            const chosen =
              !(event.nativeEvent instanceof InputEvent) || event.nativeEvent.inputType === "insertReplacementText";
            if (typed.includes(",") || (chosen && suggestions.some(({ word }) => word === typed))) add(typed);
            else setText(typed);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && text) {
              event.preventDefault();
              add(text);
            } else if (event.key === "Backspace" && !text && value.length > 0) change(value.slice(0, -1));
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            add(text);
          }}
        />
      </Pill.Group>
      <datalist id={list}>
        {suggestions
          .filter(({ word }) => !value.includes(word))
          .map(({ word, count }) => (
            <option key={word} value={word} label={count > 0 ? `${word} · ${t.counts.items(count)}` : undefined} />
          ))}
      </datalist>
    </PillsInput>
  );
}
