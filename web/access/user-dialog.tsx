import { Button } from "@mantine/core";
import { useState } from "react";
import type { User } from "../../contract/access.ts";
import { api } from "../api.ts";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { LabelledInput } from "../components/labelled.tsx";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { change } from "./access-data.ts";
import { AccessForm } from "./access-form.tsx";
import { draftOf, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";
import { useSession } from "./session.ts";
import { Sessions } from "./sessions.tsx";

/** Everything that an administrator can change about a person. */
export function UserDialog({ user, close }: { user: User; close(): void }) {
  const t = useText();
  const [displayName, setDisplayName] = useState(user.displayName);
  const [grants, setGrants] = useState<GrantDraft[]>(user.grants.map(draftOf));
  // A person changes their own password and second step under their account, where the current password is required.
  const own = useSession().data?.who?.id === user.id;
  const send = (body: Parameters<typeof api.updateUser>[0]["body"]) =>
    api.updateUser({ params: { userId: user.id }, body });
  return (
    <DialogFrame close={close} size="lg" title={user.name}>
      <AccessForm
        layout="dialog-form"
        submit={t.access.save}
        send={() => send({ displayName, grants: grants.map(grantOf) })}
        done={close}
        cancel={close}
      >
        <LabelledInput
          label={t.access.displayName}
          autoComplete="off"
          data-autofocus
          value={displayName}
          change={setDisplayName}
        />
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
      <section className="dialog-part">
        <h3>{t.access.signingIn}</h3>
        {!own && <NewPassword user={user} set={(password) => send({ password })} />}
        {user.secondStep && !own && (
          <div className="dialog-row">
            <p>{t.access.secondStepOn}</p>
            <Button size="xs" variant="default" onClick={() => void change(() => send({ secondStep: false }))}>
              {t.access.resetSecondStep}
            </Button>
          </div>
        )}
        <div className="dialog-row">
          <p>{user.active ? t.access.maySignIn : t.access.mayNotSignIn}</p>
          <Button size="xs" variant="default" onClick={() => void change(() => send({ active: !user.active }))}>
            {user.active ? t.access.block : t.access.unblock}
          </Button>
        </div>
      </section>
      <section className="dialog-part">
        <h3>{t.access.sessions}</h3>
        <Sessions userId={user.id} />
      </section>
      <DeleteUser user={user} close={close} />
    </DialogFrame>
  );
}

function NewPassword({ user, set }: { user: User; set(password: string): Promise<unknown> }) {
  const t = useText();
  const [password, setPassword] = useState("");
  return (
    <AccessForm
      layout="dialog-line"
      submit={t.access.setPassword}
      button={{ size: "xs", variant: "default" }}
      ready={password !== ""}
      send={() => set(password)}
      done={() => {
        setPassword("");
        toast(t.access.passwordSet(user.name));
      }}
    >
      <LabelledInput
        label={t.access.newPassword}
        hint={t.access.newPasswordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        change={setPassword}
      />
    </AccessForm>
  );
}

/** Asks for confirmation: this cannot be undone. */
function DeleteUser({ user, close }: { user: User; close(): void }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const remove = async () => {
    if (await change(() => api.deleteUser({ params: { userId: user.id } }))) close();
  };
  return (
    <section className="dialog-part dialog-row">
      <p>{asked ? t.access.deleteSure(user.name) : t.access.deleteHint}</p>
      <Button
        size="xs"
        color="red"
        variant={asked ? "filled" : "default"}
        onClick={() => (asked ? void remove() : setAsked(true))}
      >
        {asked ? t.access.deleteYes : t.access.deleteUser}
      </Button>
    </section>
  );
}
