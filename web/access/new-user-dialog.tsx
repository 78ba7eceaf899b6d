import { useState } from "react";
import { api } from "../api.ts";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { LabelledInput } from "../components/labelled.tsx";
import { useText } from "../i18n/i18n.ts";
import { AccessForm } from "./access-form.tsx";
import { emptyGrant, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";

export function NewUserDialog({ close }: { close(): void }) {
  const t = useText();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [grants, setGrants] = useState<GrantDraft[]>([emptyGrant]);
  const send = () => api.createUser({ body: { name, ...(password && { password }), grants: grants.map(grantOf) } });
  return (
    <DialogFrame close={close} size="lg" title={t.access.addUser}>
      <AccessForm
        layout="dialog-form"
        submit={t.access.addUser}
        ready={name !== ""}
        send={send}
        done={close}
        cancel={close}
      >
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
      </AccessForm>
    </DialogFrame>
  );
}
