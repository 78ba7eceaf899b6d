import { Text } from "@mantine/core";
import { useState } from "react";
import { AccessField, CurrentPassword } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";

/** The mail address of the own account. Links to a new password go there, so it takes the password to change it. */
export function EmailForm({ email }: { email: string | null }) {
  const t = useText();
  const { people: words } = useLater();
  const [address, setAddress] = useState(email ?? "");
  const [password, setPassword] = useState("");
  return (
    <>
      <Text c="dimmed">{words.ownEmailHint}</Text>
      <AccessForm
        submit={t.access.save}
        ready={password !== "" && address !== (email ?? "")}
        send={() => api.changeEmail({ body: { password, email: address || null } })}
        done={() => {
          setPassword("");
          toast(words.emailSaved);
        }}
      >
        <AccessField
          pointer="/email"
          words={{ not_allowed: words.emailRule }}
          label={words.email}
          inputMode="email"
          autoComplete="email"
          value={address}
          set={setAddress}
        />
        <CurrentPassword value={password} set={setPassword} />
      </AccessForm>
    </>
  );
}
