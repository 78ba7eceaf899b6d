import { Box, NavLink, Popover } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MentionedPerson } from "../../contract/comments.ts";
import { api, keys } from "../api.ts";
import { Anchor } from "../components/anchor.tsx";

type Props = {
  id: string;
  label: string;
  target: HTMLElement;
  itemId: string;
  typed: string;
  active: MentionedPerson | undefined;
  /** Tells the input who can be chosen: it has the keyboard. */
  listed(people: readonly MentionedPerson[]): void;
  choose(person: MentionedPerson): void;
};

const nobody: readonly MentionedPerson[] = [];

/** Those who see the item and whose names begin with what was typed. */
export default function PeopleList({ id, label, target, itemId, typed, active, listed, choose }: Props) {
  const [opened, setOpened] = useState(false);
  const { data: people = nobody } = useQuery({
    queryKey: [...keys.comments, "people", itemId, typed.toLowerCase()],
    queryFn: async ({ signal }) =>
      (await api.listPeople({ params: { itemId }, query: { search: typed }, signal })).data,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    listed(people);
    return () => listed(nobody);
  }, [people, listed]);
  useEffect(() => {
    if (active) document.getElementById(`${id}-active`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  if (people.length === 0) return null;
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
      <Popover.Dropdown p={4} miw={200} maw="min(360px, 90vw)">
        <Box mah={220} style={{ overflowY: "auto" }} id={id} role="listbox" aria-label={label} tabIndex={-1}>
          {people.map((person) => (
            <NavLink
              component="div"
              key={person.id}
              id={person === active ? `${id}-active` : undefined}
              className="suggestion"
              role="option"
              tabIndex={-1}
              aria-selected={person === active}
              active={person === active}
              label={`@${person.name}`}
              description={person.displayName === person.name ? undefined : person.displayName}
              noWrap
              px={8}
              py={5}
              dir="auto"
              // The input keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            />
          ))}
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
}
