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
  const { dates: words } = useLater();
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
    const months = event.shiftKey ? 12 : 1;
    const intoWeek = daysIntoWeek(cursor, language);
    const steps: Record<string, () => string> = {
      ArrowLeft: () => addDays(cursor, -1),
      ArrowRight: () => addDays(cursor, 1),
      ArrowUp: () => addDays(cursor, -7),
      ArrowDown: () => addDays(cursor, 7),
      Home: () => addDays(cursor, -intoWeek),
      End: () => addDays(cursor, 6 - intoWeek),
      PageUp: () => addMonths(cursor, -months),
      PageDown: () => addMonths(cursor, months),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    moved.current = true;
    setCursor(inRange(step()));
  };
  const turn = (label: string, months: number, icon: ReactNode) => (
    <ActionIcon
      className="calendar-turn"
      aria-label={label}
      data-tip={label}
      disabled={monthOf(inRange(addMonths(cursor, months))) === monthOf(cursor)}
      onClick={() => setCursor(inRange(addMonths(cursor, months)))}
      {...ownEscape}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <>
      <Group gap={0} wrap="nowrap" mb={4}>
        {turn(words.previousYear, -12, <IconChevronsLeft size={16} />)}
        {turn(words.previousMonth, -1, <IconChevronLeft size={16} />)}
        <Text id={heading} size="sm" fw={600} flex={1} ta="center" aria-live="polite" className="calendar-month">
          {monthText(cursor, language)}
        </Text>
        {turn(words.nextMonth, 1, <IconChevronRight size={16} />)}
        {turn(words.nextYear, 12, <IconChevronsRight size={16} />)}
      </Group>
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
      <Group justify="space-between" mt={4}>
        <Button
          className="calendar-turn"
          size="compact-sm"
          variant="subtle"
          disabled={inRange(today) !== today}
          onClick={() => take(today)}
          {...ownEscape}
        >
          {words.today}
        </Button>
        {value && (
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
    </>
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
