import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../api.ts";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { useLater } from "../i18n/later-words.ts";
import { AccessForm } from "./access-form.tsx";
import { emptyGrant, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";

export function NewUserDialog({ close }: { close(): void }) {
  const { access } = useLater();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [grants, setGrants] = useState<GrantDraft[]>([emptyGrant]);
  const send = () => api.createUser({ body: { name, ...(password && { password }), grants: grants.map(grantOf) } });
  return (
    <DialogFrame close={close} size="lg" title={access.addUser}>
      <AccessForm submit={access.addUser} ready={name !== ""} send={send} done={close} cancel={close}>
        <TextInput
          label={access.name}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={access.password}
          description={access.passwordHint}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
    </DialogFrame>
  );
}
