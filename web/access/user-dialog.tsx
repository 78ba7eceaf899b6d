import { Button, Modal } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { User } from "../../contract/access.ts";
import { api } from "../api.ts";
import { LabelledInput } from "../components/labelled.tsx";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { change } from "./access-data.ts";
import { draftOf, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";
import { Sessions } from "./sessions.tsx";

/** Everything that an admin can do about a person. */
export function UserDialog({ user, close }: { user: User; close(): void }) {
  const t = useText();
  const [displayName, setDisplayName] = useState(user.displayName);
  const [grants, setGrants] = useState<GrantDraft[]>(user.grants.map(draftOf));
  const update = (body: Parameters<typeof api.updateUser>[0]["body"]) =>
    change(() => api.updateUser({ params: { userId: user.id }, body }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await update({ displayName, grants: grants.map(grantOf) })) close();
  };
  return (
    <Modal opened onClose={close} size="lg" title={user.name} closeButtonProps={{ "aria-label": t.common.close }}>
      <form className="dialog-form" onSubmit={(event) => void save(event)}>
        <LabelledInput
          label={t.access.displayName}
          autoComplete="off"
          data-autofocus
          value={displayName}
          change={setDisplayName}
        />
        <GrantsField grants={grants} change={setGrants} />
        <div className="dialog-foot">
          <Button variant="default" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit">{t.access.save}</Button>
        </div>
      </form>
      <section className="dialog-part">
        <h3>{t.access.signingIn}</h3>
        <NewPassword user={user} set={(password) => update({ password })} />
        {user.secondStep && (
          <div className="dialog-row">
            <p>{t.access.secondStepOn}</p>
            <Button size="xs" variant="default" onClick={() => void update({ secondStep: false })}>
              {t.access.resetSecondStep}
            </Button>
          </div>
        )}
        <div className="dialog-row">
          <p>{user.active ? t.access.mayEnter : t.access.mayNotEnter}</p>
          <Button size="xs" variant="default" onClick={() => void update({ active: !user.active })}>
            {user.active ? t.access.block : t.access.unblock}
          </Button>
        </div>
      </section>
      <section className="dialog-part">
        <h3>{t.access.sessions}</h3>
        <Sessions userId={user.id} />
      </section>
      <DeleteUser user={user} close={close} />
    </Modal>
  );
}

function NewPassword({ user, set }: { user: User; set(password: string): Promise<boolean> }) {
  const t = useText();
  const [password, setPassword] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await set(password))) return;
    setPassword("");
    toast(t.access.passwordSet(user.name));
  };
  return (
    <form className="dialog-line" onSubmit={(event) => void submit(event)}>
      <LabelledInput
        label={t.access.newPassword}
        hint={t.access.newPasswordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        change={setPassword}
      />
      <Button type="submit" size="xs" variant="default" disabled={!password}>
        {t.access.setPassword}
      </Button>
    </form>
  );
}

/** Asked twice: there is no way back from it. */
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
