import { Alert, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { AccessField, CurrentPassword } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { api } from "../platform/api.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { Copyable } from "../widgets/copyable.tsx";
import { QrCode } from "./qr-code.tsx";

/** Sets up the authenticator in two steps, with recovery codes at the end, or turns it off. */
export function SecondStep({ on }: { on: boolean }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />;
  return on ? <TurnOff /> : <SetUp done={setCodes} />;
}

function SetUp({ done }: { done(codes: string[]): void }) {
  const { access, people: words } = useLater();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [offered, setOffered] = useState<{ secret: string; uri: string }>();
  const start = async () => setOffered((await api.startSecondStep({ body: { password } })).data);
  const confirm = async () => done((await api.confirmSecondStep({ body: { code } })).data.recoveryCodes);
  if (!offered)
    return (
      <>
        <Text c="dimmed">{words.secondStepHint}</Text>
        <AccessForm submit={words.setUp} ready={password !== ""} send={start}>
          <CurrentPassword value={password} set={setPassword} />
        </AccessForm>
      </>
    );
  return (
    <Group align="flex-start" gap="lg" mt="md">
      <QrCode text={offered.uri} label={words.qrCode} />
      <Stack gap="xs" flex="1 1 280px" align="flex-start">
        <p>{words.scan}</p>
        <p>
          <a href={offered.uri}>{words.openAuthenticator}</a> {words.orType}
        </p>
        <Copyable text={offered.secret} />
        <AccessForm submit={words.confirm} ready={code !== ""} send={confirm}>
          <AccessField
            pointer="/code"
            words={{ sign_in_failed: words.wrongCode }}
            label={access.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            set={setCode}
          />
        </AccessForm>
      </Stack>
    </Group>
  );
}

function RecoveryCodes({ codes, done }: { codes: string[]; done(): void }) {
  const { people: words } = useLater();
  return (
    <Alert color="good" role="status" mt="md">
      <p>{words.recoveryCodes}</p>
      <SimpleGrid minColWidth="150px" spacing={6} mt="sm">
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>
          {words.copyCodes}
        </Button>
        <Button onClick={done}>{words.codesStored}</Button>
      </Group>
    </Alert>
  );
}

function TurnOff() {
  const { access, people: words } = useLater();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <>
      <Text c="dimmed">{words.secondStepOn}</Text>
      <AccessForm
        submit={words.turnOff}
        button={{ color: "red", variant: "light" }}
        ready={password !== "" && code !== ""}
        send={() => api.removeSecondStep({ body: { password, code } })}
      >
        <AccessField
          pointer="/password"
          label={access.currentPassword}
          type="password"
          autoComplete="current-password"
          value={password}
          set={setPassword}
        />
        <AccessField pointer="/code" label={access.code} autoComplete="one-time-code" value={code} set={setCode} />
      </AccessForm>
    </>
  );
}
