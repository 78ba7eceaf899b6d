import { Button, Group, Text } from "@mantine/core";
import { IconUser, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { User } from "../../contract/access.ts";
import { Lines, LoadFailed } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import { useUsers } from "./access-data.ts";
import { AccessLine } from "./access-line.tsx";
import { useDates } from "./dates.ts";
import { grantsText } from "./grants-text.ts";
import { NewUserDialog } from "./new-user-dialog.tsx";
import { UserDialog } from "./user-dialog.tsx";

export function Users() {
  const t = useText();
  const { day } = useDates();
  const users = useUsers();
  const [open, setOpen] = useState<string>();
  const [adding, setAdding] = useState(false);
  if (users.error && !users.data) return <LoadFailed error={users.error} retry={() => void users.refetch()} />;
  if (!users.data) return <Lines count={4} height={52} />;
  const edited = users.data.find((user) => user.id === open);
  const marks = (user: User) => [
    ...(user.active ? [] : [t.access.blocked]),
    ...(user.secondStep ? [t.access.secondStep] : []),
  ];
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text c="dimmed">{t.access.peopleHint}</Text>
        <Button size="xs" flex="none" leftSection={<IconUserPlus size={15} />} onClick={() => setAdding(true)}>
          {t.access.addUser}
        </Button>
      </Group>
      <ul aria-label={t.access.tabs.people}>
        {users.data.map((user) => (
          <AccessLine
            key={user.id}
            icon={<IconUser size={15} />}
            name={user.displayName || user.name}
            marks={marks(user)}
            detail={`${grantsText(t, user.grants)} · ${user.lastSeenAt ? t.access.seen(day(user.lastSeenAt)) : t.access.neverSeen}`}
          >
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t.access.edit}: ${user.name}`}
              onClick={() => setOpen(user.id)}
            >
              {t.access.edit}
            </Button>
          </AccessLine>
        ))}
      </ul>
      {edited && <UserDialog key={edited.id} user={edited} close={() => setOpen(undefined)} />}
      {adding && <NewUserDialog close={() => setAdding(false)} />}
    </>
  );
}
