import { TextInput, type TextInputProps } from "@mantine/core";
import { type KeyboardEvent, lazy, Suspense, useRef } from "react";
import { useSuggesting } from "../../widgets/use-suggesting.ts";
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
  const target = useRef<HTMLInputElement>(null);
  const { asked, ask, press, input, list } = useSuggesting(enter);
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (press(event)) return;
    if (event.key !== "Enter") return onKeyDown?.(event);
    event.preventDefault();
    ask(undefined);
    enter(value, "key");
  };
  return (
    <>
      <TextInput
        ref={target}
        {...input}
        enterKeyHint="next"
        value={value}
        onChange={(event) => {
          change(event.currentTarget.value);
          ask(event.currentTarget.value);
        }}
        onFocus={() => value === "" && ask("")}
        onKeyDown={onKey}
        onBlur={(event) => {
          ask(undefined);
          onBlur?.(event);
        }}
        {...rest}
      />
      {asked !== undefined && target.current && (
        <Suspense>
          <AttributeSuggestions
            {...list}
            label={rest["aria-label"]}
            target={target.current}
            wanted={wanted}
            taken={taken}
            typed={asked}
          />
        </Suspense>
      )}
    </>
  );
}
