import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { dayOf } from "../platform/dates.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import type { Opening } from "./anchor.tsx";
import { addDays, addMonths, daysIntoWeek, monthOf, monthText, weekDays, weeksOf, wholeDayText } from "./days.ts";
import { Popup } from "./popup.tsx";
import { ownEscape } from "./use-escape.ts";

type Props = {
  opening: Opening;
  value: string;
  min: string | undefined;
  max: string | undefined;
  pick(day: string): void;
};

/** A month to pick a day from: the arrow keys go by days and weeks, PageUp and PageDown by months, with Shift by years. */
export default function Calendar({ opening, ...rest }: Props) {
  const heading = useId();
  return (
    <Popup
      opening={opening}
      position="bottom-end"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
      dropdown={{
        p: "xs",
        "aria-labelledby": heading,
        // A popover around the field stays open.
        onMouseDown: (event) => event.stopPropagation(),
        onTouchStart: (event) => event.stopPropagation(),
      }}
    >
      <Month heading={heading} close={() => opening.setOpened(false)} {...rest} />
    </Popup>
  );
}

type MonthProps = Omit<Props, "opening"> & { heading: string; close(): void };

function Month({ heading, value, min = "", max = "9999-12-31", pick, close }: MonthProps) {
  const language = useStore(languageStore);
  const table = useRef<HTMLTableElement>(null);
  const inRange = (day: string) => (day < min ? min : day > max ? max : day);
  const today = dayOf(new Date());
  const [cursor, setCursor] = useState(() => inRange(value || today));
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys have moved it
  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    moved.current = false;
  }, [cursor]);
  const take = (day: string) => {
    close();
    pick(day);
  };
  const press = (event: KeyboardEvent) => {
    const next = dayAfterKey(event, cursor, language);
    if (next === undefined) return;
    event.preventDefault();
    moved.current = true;
    setCursor(inRange(next));
  };
  return (
    <>
      <MonthHead heading={heading} cursor={cursor} inRange={inRange} turn={setCursor} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys go from day to day */}
      <table ref={table} className="calendar" role="grid" aria-labelledby={heading} onKeyDown={press}>
        <thead>
          <tr>
            {weekDays(language).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor, language).map((week, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week of a month has no other name
            <tr key={at}>
              {week.map((day, weekday) => (
                <Day
                  // biome-ignore lint/suspicious/noArrayIndexKey: a day before the month has no other name
                  key={weekday}
                  day={day}
                  label={day && wholeDayText(day, language)}
                  isChosen={day === value}
                  isToday={day === today}
                  isActive={day === cursor}
                  disabled={day !== undefined && inRange(day) !== day}
                  take={take}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MonthFoot today={inRange(today) === today ? today : undefined} hasValue={value !== ""} take={take} />
    </>
  );
}

/** Where a key goes from a day; undefined for a key that goes nowhere. */
function dayAfterKey({ key, shiftKey }: KeyboardEvent, day: string, language: string): string | undefined {
  const months = shiftKey ? 12 : 1;
  const intoWeek = daysIntoWeek(day, language);
  const steps: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -intoWeek),
    End: () => addDays(day, 6 - intoWeek),
    PageUp: () => addMonths(day, -months),
    PageDown: () => addMonths(day, months),
  };
  return steps[key]?.();
}

type HeadProps = { heading: string; cursor: string; inRange(day: string): string; turn(day: string): void };

/** The name of the month, and the ways to others. */
function MonthHead({ heading, cursor, inRange, turn }: HeadProps) {
  const { dates: words } = useLater();
  const language = useStore(languageStore);
  const turnBy = (label: string, months: number, icon: ReactNode) => {
    const target = inRange(addMonths(cursor, months));
    return (
      <ActionIcon
        className="calendar-turn"
        aria-label={label}
        data-tip={label}
        disabled={monthOf(target) === monthOf(cursor)}
        onClick={() => turn(target)}
        {...ownEscape}
      >
        {icon}
      </ActionIcon>
    );
  };
  return (
    <Group gap={0} wrap="nowrap" mb={4}>
      {turnBy(words.previousYear, -12, <IconChevronsLeft size={16} />)}
      {turnBy(words.previousMonth, -1, <IconChevronLeft size={16} />)}
      <Text id={heading} size="sm" fw={600} flex={1} ta="center" aria-live="polite" className="calendar-month">
        {monthText(cursor, language)}
      </Text>
      {turnBy(words.nextMonth, 1, <IconChevronRight size={16} />)}
      {turnBy(words.nextYear, 12, <IconChevronsRight size={16} />)}
    </Group>
  );
}

type FootProps = {
  /** Undefined while it cannot be picked. */
  today: string | undefined;
  hasValue: boolean;
  take(day: string): void;
};

function MonthFoot({ today, hasValue, take }: FootProps) {
  const { dates: words } = useLater();
  return (
    <Group justify="space-between" mt={4}>
      <Button
        className="calendar-turn"
        size="compact-sm"
        variant="subtle"
        disabled={today === undefined}
        onClick={() => take(today ?? "")}
        {...ownEscape}
      >
        {words.today}
      </Button>
      {hasValue && (
        <Button
          className="calendar-turn"
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => take("")}
          {...ownEscape}
        >
          {words.clear}
        </Button>
      )}
    </Group>
  );
}

type DayProps = {
  day: string | undefined;
  label: string | undefined;
  isChosen: boolean;
  isToday: boolean;
  isActive: boolean;
  disabled: boolean;
  take(day: string): void;
};

function Day({ day, label, isChosen, isToday, isActive, disabled, take }: DayProps) {
  if (!day) return <td />;
  return (
    <td>
      <button
        type="button"
        className="day"
        tabIndex={isActive ? 0 : -1}
        data-autofocus={isActive || undefined}
        aria-label={label}
        aria-pressed={isChosen}
        aria-current={isToday ? "date" : undefined}
        disabled={disabled}
        onClick={() => take(day)}
        {...ownEscape}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
