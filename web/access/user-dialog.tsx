import { Box, Button, Divider, Group, TextInput, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { User } from "../../contract/access.ts";
import { api } from "../api.ts";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { useText } from "../i18n/i18n.ts";
import { useLater } from "../i18n/later-words.ts";
import { toast } from "../toasts.ts";
import { change } from "./access-data.ts";
import { AccessForm } from "./access-form.tsx";
import { draftOf, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";
import { useSession } from "./session.ts";
import { Sessions } from "./sessions.tsx";

/** Everything that an administrator can change about a person. */
export function UserDialog({ user, close }: { user: User; close(): void }) {
  const t = useText();
  const { access } = useLater();
  const [displayName, setDisplayName] = useState(user.displayName);
  const [grants, setGrants] = useState<GrantDraft[]>(user.grants.map(draftOf));
  // A person changes their own password and second step under their account, where the current password is required.
  const own = useSession().data?.who?.id === user.id;
  const send = (body: Parameters<typeof api.updateUser>[0]["body"]) =>
    api.updateUser({ params: { userId: user.id }, body });
  return (
    <DialogFrame close={close} size="lg" title={user.name}>
      <AccessForm
        submit={t.access.save}
        send={() => send({ displayName, grants: grants.map(grantOf) })}
        done={close}
        cancel={close}
      >
        <TextInput
          label={access.displayName}
          autoComplete="off"
          data-autofocus
          value={displayName}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
      <Divider my="md" />
      <Title order={3}>{access.signingIn}</Title>
      {!own && <NewPassword user={user} set={(password) => send({ password })} />}
      {user.secondStep && !own && (
        <Choice text={access.secondStepOn}>
          <Button size="xs" variant="default" onClick={() => void change(() => send({ secondStep: false }))}>
            {access.resetSecondStep}
          </Button>
        </Choice>
      )}
      <Choice text={user.active ? access.maySignIn : access.mayNotSignIn}>
        <Button size="xs" variant="default" onClick={() => void change(() => send({ active: !user.active }))}>
          {user.active ? access.block : access.unblock}
        </Button>
      </Choice>
      <Divider my="md" />
      <Title order={3}>{access.sessions}</Title>
      <Sessions userId={user.id} />
      <Divider my="md" />
      <DeleteUser user={user} close={close} />
    </DialogFrame>
  );
}

/** A current state, with the button that changes it. */
const Choice = ({ text, children }: { text: string; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" mt="sm">
    <p>{text}</p>
    <Box flex="none">{children}</Box>
  </Group>
);

function NewPassword({ user, set }: { user: User; set(password: string): Promise<unknown> }) {
  const { access } = useLater();
  const [password, setPassword] = useState("");
  return (
    <AccessForm
      submit={access.setPassword}
      button={{ variant: "default" }}
      ready={password !== ""}
      send={() => set(password)}
      done={() => {
        setPassword("");
        toast(access.passwordSet(user.name));
      }}
    >
      <TextInput
        label={access.newPassword}
        description={access.newPasswordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </AccessForm>
  );
}

/** Asks for confirmation: this cannot be undone. */
function DeleteUser({ user, close }: { user: User; close(): void }) {
  const { access } = useLater();
  const [asked, setAsked] = useState(false);
  const remove = async () => {
    if (await change(() => api.deleteUser({ params: { userId: user.id } }))) close();
  };
  return (
    <Choice text={asked ? access.deleteSure(user.name) : access.deleteHint}>
      <Button
        size="xs"
        color="red"
        variant={asked ? "filled" : "default"}
        onClick={() => (asked ? void remove() : setAsked(true))}
      >
        {asked ? access.deleteYes : access.deleteUser}
      </Button>
    </Choice>
  );
}
