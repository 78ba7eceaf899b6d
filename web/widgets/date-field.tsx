import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { dayOf } from "../platform/dates.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { dayText, readDay } from "./days.ts";
import { opensLater } from "./opens-later.tsx";

const Calendar = opensLater("dialog", () => import("./calendar.tsx"));

type Props = Pick<TextInputProps, "label" | "aria-label" | "description" | "placeholder" | "error" | "size" | "mt"> & {
  /** As the API has it, 2030-12-31; "" where there is none. */
  value: string;
  /** The days that the calendar offers. */
  min?: string | undefined;
  max?: string | undefined;
  set(day: string): void;
};

/** A day, typed or picked. It is written as the language writes it, and understood in many ways. */
export function DateField({ value, min, max, set, error, ...given }: Props) {
  const { dates: words } = useLater();
  const language = useStore(languageStore);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  /** What is being typed; undefined while the field shows its value. */
  const [text, setText] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);
  const dayIn = (typed: string) => (typed.trim() === "" ? "" : readDay(typed, language, dayOf(new Date())));
  const show = (typed: string | undefined) => {
    setText(typed);
    setUnreadable(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is given, not what is typed
  useEffect(() => {
    if (text !== undefined && dayIn(text) !== value) show(undefined);
  }, [value]);
  // A form must not be sent with the day from before.
  useEffect(() => input.current?.setCustomValidity(isUnreadable ? words.unreadable : ""), [isUnreadable, words]);
  const type = (typed: string) => {
    show(typed);
    const day = dayIn(typed);
    // Before the year is whole, it may be another one.
    if (day === "" || (day && /\d{4}/.test(typed))) set(day);
  };
  /** Whether the text is understood. */
  const settle = (): boolean => {
    const day = text === undefined ? value : dayIn(text);
    setUnreadable(day === undefined);
    if (day === undefined) return false;
    setText(undefined);
    if (day !== value) set(day);
    return true;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") opener.current?.click();
    else if (event.key !== "Enter" || settle()) return;
    event.preventDefault();
  };
  return (
    <TextInput
      ref={input}
      className="date-field"
      autoComplete="off"
      placeholder={words.pattern}
      value={text ?? (value && dayText(value, language))}
      error={isUnreadable ? words.unreadable : error}
      errorProps={{ role: "alert" }}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={onKey}
      onInvalid={(event) => {
        // The field says itself what is wrong.
        event.preventDefault();
        event.currentTarget.focus();
      }}
      rightSection={
        <Calendar
          value={value}
          min={min}
          max={max}
          pick={(day) => {
            show(undefined);
            set(day);
          }}
          button={
            <ActionIcon ref={opener} size={given.size === "xs" ? 24 : 28} aria-label={words.open}>
              <IconCalendar size={16} />
            </ActionIcon>
          }
        />
      }
      {...given}
    />
  );
}
