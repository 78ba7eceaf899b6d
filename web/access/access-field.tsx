import { TextInput, type TextInputProps } from "@mantine/core";
import { useContext } from "react";
import { useLater } from "../platform/i18n/later-words.ts";
import { DateField } from "../widgets/date-field.tsx";
import { FormFaultsContext, useFault } from "./form-faults.ts";

type Props = Pick<TextInputProps, "label" | "description" | "type" | "autoComplete" | "inputMode"> & {
  /** The field of the request, and the words for faults that it may have. */
  pointer: string;
  words?: Record<string, string>;
  value: string;
  set(value: string): void;
  autofocus?: boolean;
};

/** A line of text in a form about people. What the service finds wrong with it is said at the field. */
export function AccessField({ pointer, words, value, set, autofocus, ...given }: Props) {
  const fault = useFault(pointer, words);
  const { inLine } = useContext(FormFaultsContext);
  return (
    <TextInput
      // In a line of fields, what is typed stays level with the button.
      {...(inLine && { inputWrapperOrder: ["label", "description", "error", "input"] })}
      data-autofocus={autofocus || undefined}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      {...given}
      {...fault}
    />
  );
}

type DayProps = Pick<Props, "label" | "description" | "pointer" | "words" | "value" | "set"> & {
  min?: string;
  max?: string;
};

/** A day in such a form; "" where there is none. */
export function AccessDay({ pointer, words, set, ...given }: DayProps) {
  const { error, onInput } = useFault(pointer, words);
  return (
    <DateField
      error={error}
      set={(day) => {
        onInput();
        set(day);
      }}
      {...given}
    />
  );
}

/** The name of a new person, the first field of the dialogs that add one. */
export function PersonName({ value, set }: Pick<Props, "value" | "set">) {
  const { access: words } = useLater();
  return (
    <AccessField
      pointer="/name"
      words={{ id_taken: words.nameTaken, not_allowed: words.nameRule }}
      label={words.name}
      autoComplete="off"
      autofocus
      value={value}
      set={set}
    />
  );
}

/** Asked for before a change of how the person signs in. */
export function CurrentPassword({ value, set }: Pick<Props, "value" | "set">) {
  const { access: words } = useLater();
  return (
    <AccessField
      pointer="/password"
      words={{ sign_in_failed: words.wrongPassword }}
      label={words.currentPassword}
      type="password"
      autoComplete="current-password"
      value={value}
      set={set}
    />
  );
}
