import { IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useText } from "../i18n/i18n.ts";

type Props = {
  id?: string;
  label?: string;
  value: string[];
  suggestions: readonly string[];
  placeholder: string;
  autofocus?: boolean;
  change(tags: string[]): void;
};

/** Words as pills: Enter or a comma adds one, Backspace takes the last, those in use are suggested. */
export function TagsInput({ id, label, value, suggestions, placeholder, autofocus, change }: Props) {
  const t = useText();
  const list = useId();
  const [text, setText] = useState("");
  const add = (typed: string) => {
    const words = typed.split(",").map((word) => word.trim());
    const fresh = [...new Set(words)].filter((word) => word && !value.includes(word));
    if (fresh.length > 0) change([...value, ...fresh]);
    setText("");
  };
  return (
    <div className="control tags-input">
      {value.map((tag) => (
        <span className="tag" key={tag}>
          {tag}
          <button
            type="button"
            aria-label={`${t.common.remove}: ${tag}`}
            onClick={() => change(value.filter((one) => one !== tag))}
          >
            <IconX size={12} aria-hidden />
          </button>
        </span>
      ))}
      <input
        id={id}
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
          if (typed.includes(",") || (chosen && suggestions.includes(typed))) add(typed);
          else setText(typed);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && text) {
            event.preventDefault();
            add(text);
          } else if (event.key === "Backspace" && !text && value.length > 0) change(value.slice(0, -1));
        }}
        onBlur={() => add(text)}
      />
      <datalist id={list}>
        {suggestions
          .filter((tag) => !value.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
