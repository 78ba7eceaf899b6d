import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../api.ts";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { AccessForm } from "./access-form.tsx";

export function PasswordForm() {
  const t = useText();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  return (
    <AccessForm
      submit={t.access.changePassword}
      ready={current !== "" && next !== ""}
      send={() => api.changePassword({ body: { current, next } })}
      done={() => {
        setCurrent("");
        setNext("");
        toast(t.access.passwordChanged);
      }}
    >
      <TextInput
        label={t.access.currentPassword}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <TextInput
        label={t.access.newPassword}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
    </AccessForm>
  );
}
