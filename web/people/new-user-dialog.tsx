import { useState } from "react";
import { AccessField, PersonName } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { api } from "../platform/api.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { emptyGrant, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";

export function NewUserDialog({ close }: { close(): void }) {
  const { access, people: words } = useLater();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [grants, setGrants] = useState<GrantDraft[]>([emptyGrant]);
  const send = () => api.createUser({ body: { name, ...(password && { password }), grants: grants.map(grantOf) } });
  return (
    <DialogFrame close={close} size="lg" title={words.addUser}>
      <AccessForm submit={words.addUser} ready={name !== ""} send={send} done={close} cancel={close}>
        <PersonName value={name} set={setName} />
        <AccessField
          pointer="/password"
          words={{ weak_password: words.weakPassword }}
          label={access.password}
          description={words.passwordHint}
          type="password"
          autoComplete="new-password"
          value={password}
          set={setPassword}
        />
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
    </DialogFrame>
  );
}
