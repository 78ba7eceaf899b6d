import { Button, Group, Text } from "@mantine/core";
import { IconUser, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { User } from "../../contract/access.ts";
import type { Invitation, MadeLink } from "../../contract/access-links.ts";
import { change, useInvitations, useUsers } from "../access/access-data.ts";
import { AccessLine } from "../access/access-line.tsx";
import { api } from "../platform/api.ts";
import { useDates } from "../platform/dates.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { grantsText } from "./grants-text.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { NewUserDialog } from "./new-user-dialog.tsx";
import { UserDialog } from "./user-dialog.tsx";

export function Users() {
  const { day } = useDates();
  const users = useUsers();
  const [open, setOpen] = useState<string>();
  const [adding, setAdding] = useState<"user" | "invitation">();
  const [made, setMade] = useState<{ link: MadeLink; name: string }>();
  const invitations = useInvitations();
  const { people: words } = useLater();
  const language = useStore(languageStore);
  if (users.error && !users.data) return <LoadFailed error={users.error} retry={() => void users.refetch()} />;
  if (!users.data) return <Skeleton shape="lines" count={4} />;
  const edited = users.data.find((user) => user.id === open);
  const invitationOf = (user: User) => invitations.data?.find(({ userId }) => userId === user.id);
  const stateOf = ({ state, expiresAt }: Invitation) =>
    state === "open" ? words.invitedUntil(day(expiresAt)) : words.invitationExpired(day(expiresAt));
  const renew = async ({ userId, name }: Invitation) =>
    setMade({ name, link: (await api.createUserLink({ params: { userId }, body: { language } })).data });
  const revoke = async ({ id }: Invitation) => {
    await api.revokeInvitation({ params: { invitationId: id } });
    setMade(undefined);
  };
  const seen = ({ lastSeenAt }: User) => (lastSeenAt ? words.seen(day(lastSeenAt)) : words.neverSeen);
  const marks = (user: User, invitation: Invitation | undefined) => [
    ...(invitation ? [words.invited] : []),
    ...(user.active ? [] : [words.blocked]),
    ...(user.secondStep ? [words.secondStep] : []),
  ];
  const isAlone = users.data.length === 1;
  const invite = (
    <Button size="xs" leftSection={<IconUserPlus size={15} />} onClick={() => setAdding("invitation")}>
      {words.invite}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text c="dimmed">{words.peopleHint}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setAdding("user")}>
            {words.addUser}
          </Button>
          {!isAlone && invite}
        </Group>
      </Group>
      {made && <LinkNotice {...made} />}
      <ul aria-label={words.tabs.people}>
        {users.data.map((user) => {
          const invitation = invitationOf(user);
          return (
            <AccessLine
              key={user.id}
              icon={<IconUser size={15} />}
              name={user.displayName || user.name}
              marks={marks(user, invitation)}
              detail={`${grantsText(words, user.grants)} · ${invitation ? stateOf(invitation) : seen(user)}`}
            >
              {invitation && (
                <>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${words.newLink}: ${user.name}`}
                    onClick={() => void change(() => renew(invitation))}
                  >
                    {words.newLink}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${words.revokeInvitation}: ${user.name}`}
                    onClick={() => void change(() => revoke(invitation))}
                  >
                    {words.revokeInvitation}
                  </Button>
                </>
              )}
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${words.edit}: ${user.name}`}
                onClick={() => setOpen(user.id)}
              >
                {words.edit}
              </Button>
            </AccessLine>
          );
        })}
      </ul>
      {isAlone && <EmptyPlace of="people">{invite}</EmptyPlace>}
      {edited && <UserDialog key={edited.id} user={edited} close={() => setOpen(undefined)} />}
      {adding === "user" && <NewUserDialog close={() => setAdding(undefined)} />}
      {adding === "invitation" && (
        <InviteDialog made={(link, name) => setMade({ link, name })} close={() => setAdding(undefined)} />
      )}
    </>
  );
}
