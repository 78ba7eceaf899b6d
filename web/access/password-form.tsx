import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../api.ts";
import { useLater } from "../i18n/later-words.ts";
import { toast } from "../toasts.ts";
import { AccessForm } from "./access-form.tsx";

export function PasswordForm() {
  const { access } = useLater();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  return (
    <AccessForm
      submit={access.changePassword}
      ready={current !== "" && next !== ""}
      send={() => api.changePassword({ body: { current, next } })}
      done={() => {
        setCurrent("");
        setNext("");
        toast(access.passwordChanged);
      }}
    >
      <TextInput
        label={access.currentPassword}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <TextInput
        label={access.newPassword}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
    </AccessForm>
  );
}
