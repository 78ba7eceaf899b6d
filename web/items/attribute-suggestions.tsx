import { Box, NavLink, Popover } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { Anchor } from "../components/anchor.tsx";
import { matchingWords, useAttributesInUse, type Wanted } from "./attributes-in-use.ts";

type Props = {
  id: string;
  label: string;
  target: HTMLElement;
  wanted: Wanted;
  /** Names that the item has already. */
  taken: readonly string[];
  typed: string;
  active: string | undefined;
  /** Tells the input what can be chosen: it has the keyboard. */
  listed(words: readonly string[]): void;
  choose(word: string): void;
};

export default function AttributeSuggestions({
  id,
  label,
  target,
  wanted,
  taken,
  typed,
  active,
  listed,
  choose,
}: Props) {
  const inUse = useAttributesInUse(wanted);
  const names = taken.join("\n");
  const words = useMemo(() => matchingWords(inUse, typed, names.split("\n")), [inUse, typed, names]);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    listed(words);
    return () => listed([]);
  }, [words, listed]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-active`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  if (words.length === 0) return null;
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
      <Popover.Dropdown p={4} miw={target.offsetWidth} maw="min(360px, 90vw)">
        <Box mah={220} style={{ overflowY: "auto" }} id={id} role="listbox" aria-label={label} tabIndex={-1}>
          {words.map((word) => (
            <NavLink
              component="div"
              key={word}
              id={word === active ? `${id}-active` : undefined}
              className="suggestion"
              role="option"
              tabIndex={-1}
              aria-selected={word === active}
              active={word === active}
              label={word}
              noWrap
              px={8}
              py={5}
              lang={wanted.language}
              dir="auto"
              // The input keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(word)}
            />
          ))}
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
}
