import { Button, Modal } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../api.ts";
import { LabelledInput } from "../components/labelled.tsx";
import { useText } from "../i18n/i18n.ts";
import { change } from "./access-data.ts";
import { emptyGrant, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";

export function NewUserDialog({ close }: { close(): void }) {
  const t = useText();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [grants, setGrants] = useState<GrantDraft[]>([emptyGrant]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name, ...(password && { password }), grants: grants.map(grantOf) };
    if (await change(() => api.createUser({ body }))) close();
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t.access.addUser}
      closeButtonProps={{ "aria-label": t.common.close }}
    >
      <form className="dialog-form" onSubmit={(event) => void submit(event)}>
        <LabelledInput label={t.access.name} autoComplete="off" data-autofocus value={name} change={setName} />
        <LabelledInput
          label={t.access.password}
          hint={t.access.passwordHint}
          type="password"
          autoComplete="new-password"
          value={password}
          change={setPassword}
        />
        <GrantsField grants={grants} change={setGrants} />
        <div className="dialog-foot">
          <Button variant="default" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={!name}>
            {t.access.addUser}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
