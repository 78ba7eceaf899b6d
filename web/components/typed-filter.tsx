import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

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
};

const asTyped = (text: string) => text;

/** A filter that is applied when nobody has typed for a moment. What cannot be understood is told, and not applied. */
export function TypedFilter({ label, labelled, given, set, meaning = asTyped, fault, ...rest }: Props) {
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
  return (
    <TextInput
      size="xs"
      {...(labelled ? { label } : { "aria-label": label, placeholder: label })}
      value={text}
      error={wrong}
      errorProps={{ role: "alert" }}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === "Enter" && apply()}
      {...rest}
    />
  );
}
