import { Anchor, Button, Center, Input, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { Session } from "../../contract/access.ts";
import { CatalogError } from "../../contract/client.ts";
import { api } from "../platform/api.ts";
import { explain } from "../platform/explain.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { askForPasskey, hasPasskeys } from "./browser-passkeys.ts";
import { enter } from "./session.ts";

type CardProps = { title: string; hint: string; error: string | undefined; submit(): void; children: ReactNode };

function SignInCard({ title, hint, error, submit, children }: CardProps) {
  return (
    <Center className="sign-in">
      <Paper
        component="form"
        withBorder
        shadow="lg"
        radius="lg"
        p="xl"
        w={380}
        maw="100%"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <img src="/assets/icon.svg" alt="" width={40} height={40} />
          <div>
            <Title>{title}</Title>
            <Text c="dimmed">{hint}</Text>
          </div>
          {children}
          {error && <Input.Error role="alert">{error}</Input.Error>}
        </Stack>
      </Paper>
    </Center>
  );
}

/** Shown when the session ends while the editor is open. The screen stays behind it, and edits are sent afterwards. */
export function SignIn({ session }: { session: Session }) {
  const { access: words } = useLater();
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
  const byPasskey = async () => {
    setError(undefined);
    try {
      await enter((await api.signInWithPasskey({ body: { passkey: await askForPasskey() } })).data);
    } catch (failure) {
      // Closing the dialog of the browser is no failure.
      if (!(failure instanceof DOMException)) setError(explain(failure));
    }
  };
  const { provider, mail } = session.signIn;
  return (
    <SignInCard title={words.signIn} hint={words.signInHint} error={error} submit={() => void submit()}>
      <TextInput
        label={words.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="username"
      />
      <TextInput
        label={words.password}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        type="password"
        autoComplete="current-password"
      />
      {code !== undefined && (
        <TextInput
          label={words.code}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
        />
      )}
      <Button type="submit" loading={busy} disabled={!name || !password}>
        {words.signIn}
      </Button>
      {hasPasskeys() && (
        <Button variant="default" onClick={() => void byPasskey()}>
          {words.signInByPasskey}
        </Button>
      )}
      {mail && (
        <Anchor href="/forgot" size="sm" ta="center">
          {words.forgot}
        </Anchor>
      )}
      {provider && (
        <Button component="a" href={provider.url} variant="default">
          {provider.label}
        </Button>
      )}
    </SignInCard>
  );
}
