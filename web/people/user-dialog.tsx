import { Box, Button, Divider, Group, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { User } from "../../contract/access.ts";
import type { MadeLink } from "../../contract/access-links.ts";
import { change } from "../access/access-data.ts";
import { AccessField } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { useSession } from "../access/session.ts";
import { api } from "../platform/api.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { draftOf, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { Sessions } from "./sessions.tsx";

type UserChange = Parameters<typeof api.updateUser>[0]["body"];

/** Everything that an administrator can change about a person. */
export function UserDialog({ user, close }: { user: User; close(): void }) {
  const t = useText();
  const { people: words } = useLater();
  const [displayName, setDisplayName] = useState(user.displayName);
  const [grants, setGrants] = useState<GrantDraft[]>(user.grants.map(draftOf));
  // A person changes their own password, mail address and second step under their account, where the current password is required.
  const own = useSession().data?.who?.id === user.id;
  const [email, setEmail] = useState(user.email ?? "");
  const send = (body: UserChange) => api.updateUser({ params: { userId: user.id }, body });
  return (
    <DialogFrame close={close} size="lg" title={user.name}>
      <AccessForm
        submit={t.access.save}
        send={() => send({ displayName, ...(!own && { email: email || null }), grants: grants.map(grantOf) })}
        done={close}
        cancel={close}
        after={<SigningIn user={user} own={own} send={send} close={close} />}
      >
        <AccessField
          pointer="/displayName"
          label={words.displayName}
          autoComplete="off"
          autofocus
          value={displayName}
          set={setDisplayName}
        />
        {!own && (
          <AccessField
            pointer="/email"
            words={{ not_allowed: words.emailRule }}
            label={words.email}
            inputMode="email"
            autoComplete="off"
            value={email}
            set={setEmail}
          />
        )}
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
    </DialogFrame>
  );
}

type SigningInProps = { user: User; own: boolean; send(change: UserChange): Promise<unknown>; close(): void };

/** How the person signs in, their sessions, and the end of both. Each of it is done with its own button. */
function SigningIn({ user, own, send, close }: SigningInProps) {
  const { people: words } = useLater();
  const [link, setLink] = useState<MadeLink>();
  const language = useStore(languageStore);
  const makeLink = async () =>
    setLink((await api.createUserLink({ params: { userId: user.id }, body: { language } })).data);
  return (
    <>
      <Divider my="md" />
      <Title order={3}>{words.signingIn}</Title>
      {!own && <NewPassword user={user} set={(password) => send({ password })} />}
      {!own && user.active && (
        <>
          <Choice text={words.resetHint}>
            <Button size="xs" variant="default" onClick={() => void change(makeLink)}>
              {words.resetLink}
            </Button>
          </Choice>
          {link && <LinkNotice link={link} name={user.name} />}
        </>
      )}
      {user.secondStep && !own && (
        <Choice text={words.secondStepOn}>
          <Button size="xs" variant="default" onClick={() => void change(() => send({ secondStep: false }))}>
            {words.resetSecondStep}
          </Button>
        </Choice>
      )}
      {user.passkeys > 0 && !own && (
        <Choice text={words.passkeyCount(user.passkeys)}>
          <Button size="xs" variant="default" onClick={() => void change(() => send({ passkeys: 0 }))}>
            {words.removePasskeys}
          </Button>
        </Choice>
      )}
      <Choice text={user.active ? words.maySignIn : words.mayNotSignIn}>
        <Button size="xs" variant="default" onClick={() => void change(() => send({ active: !user.active }))}>
          {user.active ? words.block : words.unblock}
        </Button>
      </Choice>
      <Divider my="md" />
      <Title order={3}>{words.sessions}</Title>
      <Sessions userId={user.id} />
      <Divider my="md" />
      <DeleteUser user={user} close={close} />
    </>
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
  const { people: words } = useLater();
  const [password, setPassword] = useState("");
  return (
    <AccessForm
      submit={words.setPassword}
      button={{ variant: "default" }}
      ready={password !== ""}
      send={() => set(password)}
      done={() => {
        setPassword("");
        toast(words.passwordSet(user.name));
      }}
    >
      <AccessField
        pointer="/password"
        words={{ weak_password: words.weakPassword }}
        label={words.newPassword}
        description={words.newPasswordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        set={setPassword}
      />
    </AccessForm>
  );
}

/** Asks for confirmation: this cannot be undone. */
function DeleteUser({ user, close }: { user: User; close(): void }) {
  const { people: words } = useLater();
  const [asked, setAsked] = useState(false);
  const remove = async () => {
    if (await change(() => api.deleteUser({ params: { userId: user.id } }))) close();
  };
  return (
    <Choice text={asked ? words.deleteSure(user.name) : words.deleteHint}>
      <Button
        size="xs"
        color="red"
        variant={asked ? "filled" : "default"}
        onClick={() => (asked ? void remove() : setAsked(true))}
      >
        {asked ? words.deleteYes : words.deleteUser}
      </Button>
    </Choice>
  );
}
