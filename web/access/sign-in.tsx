import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { Session } from "../../contract/access.ts";
import { CatalogError } from "../../contract/client.ts";
import { api } from "../api.ts";
import { LabelledInput } from "../components/labelled.tsx";
import { explain } from "../explain.ts";
import { useText } from "../i18n/i18n.ts";
import { enter } from "./session.ts";

type CardProps = { title: string; hint: string; error: string | undefined; submit(): void; children: ReactNode };

function SignInCard({ title, hint, error, submit, children }: CardProps) {
  return (
    <div className="door">
      <form
        className="door-card"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <img src="/assets/icon.svg" alt="" width={40} height={40} />
        <h1>{title}</h1>
        <p className="lead">{hint}</p>
        {children}
        {error && (
          <p className="problem" role="alert">
            {error}
          </p>
        )}
      </form>
    </div>
  );
}

/** Shown when the session ends while the editor is open. The screen stays behind it, and edits are sent afterwards. */
export function SignIn({ session }: { session: Session }) {
  const t = useText();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.body.dataset.locked = "";
    return () => void delete document.body.dataset.locked;
  }, []);
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await enter((await api.signIn({ body: { name, password, ...(code && { code }) } })).data);
    } catch (failure) {
      const second = failure instanceof CatalogError && failure.problem.code === "second_step_needed";
      if (second && code === undefined) setCode("");
      else setError(explain(failure));
      setBusy(false);
    }
  };
  const { provider } = session.signIn;
  return (
    <SignInCard title={t.access.signIn} hint={t.access.signInHint} error={error} submit={() => void submit()}>
      <LabelledInput label={t.access.name} value={name} change={setName} autoComplete="username" />
      <LabelledInput
        label={t.access.password}
        value={password}
        change={setPassword}
        type="password"
        autoComplete="current-password"
      />
      {code !== undefined && (
        <LabelledInput label={t.access.code} value={code} change={setCode} autoComplete="one-time-code" />
      )}
      <Button type="submit" loading={busy} disabled={!name || !password}>
        {t.access.signIn}
      </Button>
      {provider && (
        <Button component="a" href={provider.url} variant="default">
          {provider.label}
        </Button>
      )}
    </SignInCard>
  );
}
