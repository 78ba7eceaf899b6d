import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { fold } from "../../contract/fold.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useSuggesting } from "./use-suggesting.ts";

const quietMs = 300;

type Props = Omit<TextInputProps, "value" | "onChange" | "error"> & {
  label: string;
  /** The label is shown above the field, not in it. */
  labelled?: boolean;
  given: string;
  set(text: string): void;
  /** The text as it is given back; different ways to write the same are one. */
  meaning?(text: string): string;
  /** Why a text cannot be applied. */
  fault?(text: string): string | undefined;
  /** Words that somebody may mean. */
  suggestions?: readonly string[];
};

const asTyped = (text: string) => text;

/** A filter that is applied when nobody has typed for a moment. What cannot be understood is told, and not applied. */
export function TypedFilter({ label, labelled, given, set, meaning = asTyped, fault, suggestions, ...rest }: Props) {
  const [text, setText] = useState(given);
  const latest = useRef(text);
  latest.current = text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is given, not what is typed
  useEffect(() => {
    if (meaning(latest.current) !== given) setText(given);
  }, [given]);
  const wrong = fault?.(text);
  const wanted = wrong === undefined ? meaning(text) : given;
  const apply = () => {
    if (wanted !== given) set(wanted);
  };
  const latestApply = useRef(apply);
  latestApply.current = apply;
  useEffect(() => {
    if (wanted === given) return;
    const timer = setTimeout(() => latestApply.current(), quietMs);
    return () => clearTimeout(timer);
  }, [wanted, given]);
  const target = useRef<HTMLInputElement>(null);
  const { asked, ask, press, input, list } = useSuggesting((word) => {
    setText(word);
    set(word);
  });
  const fitting = useMemo(() => {
    const typed = fold(asked ?? "");
    return (suggestions ?? []).filter((word) => fold(word).includes(typed) && fold(word) !== typed);
  }, [suggestions, asked]);
  return (
    <>
      <TextInput
        ref={target}
        size="xs"
        {...(suggestions && input)}
        {...(labelled ? { label } : { "aria-label": label, placeholder: label })}
        value={text}
        error={wrong}
        errorProps={{ role: "alert" }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          ask(event.currentTarget.value);
        }}
        onClick={() => ask(text)}
        onBlur={() => {
          ask(undefined);
          apply();
        }}
        onKeyDown={(event) => {
          if (!(suggestions && press(event)) && event.key === "Enter") apply();
        }}
        {...rest}
      />
      {suggestions && asked !== undefined && target.current && (
        <SuggestionList
          {...list}
          label={label}
          target={target.current}
          suggestions={fitting}
          shown={(word) => ({ key: word, label: word })}
          least={target.current.offsetWidth}
        />
      )}
    </>
  );
}
