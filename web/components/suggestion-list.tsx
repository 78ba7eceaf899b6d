import { Box, NavLink, Popover } from "@mantine/core";
import { useEffect, useState } from "react";
import { Anchor } from "./anchor.tsx";

/** What an input suggests. The input itself has the keyboard and says which of them is active. */
export type Suggesting<T> = {
  id: string;
  label: string;
  target: HTMLElement;
  active: T | undefined;
  /** Tells the input what can be chosen. */
  listed(suggestions: readonly T[]): void;
  choose(suggestion: T): void;
};

type Shown = { key: string; label: string; description?: string | undefined; lang?: string | undefined };

type Props<T> = Suggesting<T> & { suggestions: readonly T[]; shown(suggestion: T): Shown; least: number };

/** `least`: how wide the list is at least, in pixels. */
export function SuggestionList<T>({ id, label, target, active, listed, choose, suggestions, shown, least }: Props<T>) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    listed(suggestions);
    return () => listed([]);
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
        <Anchor of={{ target, opened, setOpened }} />
      </Popover.Target>
      <Popover.Dropdown p={4} miw={least} maw="min(360px, 90vw)">
        <Box mah={220} style={{ overflowY: "auto" }} id={id} role="listbox" aria-label={label} tabIndex={-1}>
          {suggestions.map((suggestion) => {
            const { key, ...words } = shown(suggestion);
            return (
              <NavLink
                component="div"
                key={key}
                id={suggestion === active ? `${id}-active` : undefined}
                className="suggestion"
                role="option"
                tabIndex={-1}
                aria-selected={suggestion === active}
                active={suggestion === active}
                {...words}
                noWrap
                px={8}
                py={5}
                dir="auto"
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
              />
            );
          })}
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
}
