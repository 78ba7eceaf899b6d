import { Button, Group, Text } from "@mantine/core";
import { IconUser, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { User } from "../../contract/access.ts";
import { Lines, LoadFailed } from "../components/states.tsx";
import { useLater } from "../i18n/later-words.ts";
import { useUsers } from "./access-data.ts";
import { AccessLine } from "./access-line.tsx";
import { useDates } from "./dates.ts";
import { grantsText } from "./grants-text.ts";
import { NewUserDialog } from "./new-user-dialog.tsx";
import { UserDialog } from "./user-dialog.tsx";

export function Users() {
  const { access } = useLater();
  const { day } = useDates();
  const users = useUsers();
  const [open, setOpen] = useState<string>();
  const [adding, setAdding] = useState(false);
  if (users.error && !users.data) return <LoadFailed error={users.error} retry={() => void users.refetch()} />;
  if (!users.data) return <Lines count={4} height={52} />;
  const edited = users.data.find((user) => user.id === open);
  const marks = (user: User) => [
    ...(user.active ? [] : [access.blocked]),
    ...(user.secondStep ? [access.secondStep] : []),
  ];
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text c="dimmed">{access.peopleHint}</Text>
        <Button size="xs" flex="none" leftSection={<IconUserPlus size={15} />} onClick={() => setAdding(true)}>
          {access.addUser}
        </Button>
      </Group>
      <ul aria-label={access.tabs.people}>
        {users.data.map((user) => (
          <AccessLine
            key={user.id}
            icon={<IconUser size={15} />}
            name={user.displayName || user.name}
            marks={marks(user)}
            detail={`${grantsText({ access }, user.grants)} · ${user.lastSeenAt ? access.seen(day(user.lastSeenAt)) : access.neverSeen}`}
          >
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${access.edit}: ${user.name}`}
              onClick={() => setOpen(user.id)}
            >
              {access.edit}
            </Button>
          </AccessLine>
        ))}
      </ul>
      {edited && <UserDialog key={edited.id} user={edited} close={() => setOpen(undefined)} />}
      {adding && <NewUserDialog close={() => setAdding(false)} />}
    </>
  );
}
