import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../api.ts";
import { LabelledInput } from "../components/labelled.tsx";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { change } from "./access-data.ts";

export function PasswordForm() {
  const t = useText();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await change(() => api.changePassword({ body: { current, next } })))) return;
    setCurrent("");
    setNext("");
    toast(t.access.passwordChanged);
  };
  return (
    <form className="page-form" onSubmit={(event) => void submit(event)}>
      <LabelledInput
        label={t.access.currentPassword}
        type="password"
        autoComplete="current-password"
        value={current}
        change={setCurrent}
      />
      <LabelledInput
        label={t.access.newPassword}
        type="password"
        autoComplete="new-password"
        value={next}
        change={setNext}
      />
      <Button type="submit" disabled={!current || !next}>
        {t.access.changePassword}
      </Button>
    </form>
  );
}
