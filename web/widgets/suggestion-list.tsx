import { Box, Popover } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Beside } from "./anchor.tsx";

/** What an input suggests. The input itself has the keyboard and says which of them is active. */
export type Suggesting<T> = {
  id: string;
  label: string;
  target: HTMLElement;
  active: T | undefined;
  /** Tells the input what can be chosen. */
  listed?(suggestions: readonly T[]): void;
  choose(suggestion: T): void;
};

type Shown = {
  key: string;
  label: string;
  description?: string | undefined;
  lang?: string | undefined;
  /** At the end of the line. */
  note?: string | undefined;
  /** Whether it is the value of the input already. Without it, the active suggestion is the selected one. */
  chosen?: boolean | undefined;
};

type Props<T> = Suggesting<T> & { suggestions: readonly T[]; shown(suggestion: T): Shown; least: number };

/** `least`: how wide the list is at least, in pixels. */
export function SuggestionList<T>({ id, label, target, active, listed, choose, suggestions, shown, least }: Props<T>) {
  const [opened, setOpened] = useState(false);
  // Opened after it was drawn closed: only so does it find its place.
  useEffect(() => setOpened(true), []);
  useEffect(() => {
    listed?.(suggestions);
    return () => listed?.([]);
  }, [suggestions, listed]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-active`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  if (suggestions.length === 0) return null;
  return (
    <Popover
      position="bottom-start"
      offset={4}
      opened={opened}
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Beside of={target} />
      </Popover.Target>
      <Popover.Dropdown
        p={4}
        miw={least}
        maw="min(360px, 90vw)"
        // A popover around the input stays open.
        onMouseDown={(event) => event.stopPropagation()}
        onTouchStart={(event) => event.stopPropagation()}
      >
        <Box mah={280} style={{ overflowY: "auto" }} id={id} role="listbox" aria-label={label} tabIndex={-1}>
          {suggestions.map((suggestion) => {
            const { key, label: words, description, lang, note, chosen } = shown(suggestion);
            return (
              // Plain elements: there are hundreds of languages.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
              <div
                key={key}
                id={suggestion === active ? `${id}-active` : undefined}
                className="suggestion"
                role="option"
                tabIndex={-1}
                aria-selected={chosen ?? suggestion === active}
                data-active={suggestion === active || undefined}
                lang={lang}
                dir="auto"
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
              >
                <span>
                  {words}
                  {description && <small>{description}</small>}
                </span>
                {note && <small>{note}</small>}
                {chosen && <IconCheck size={14} />}
              </div>
            );
          })}
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
}
