import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../api.ts";
import { Copyable } from "../components/copyable.tsx";
import { DialogFoot } from "../components/dialog-frame.tsx";
import { useText } from "../i18n/i18n.ts";
import { AccessForm } from "./access-form.tsx";
import { QrCode } from "./qr-code.tsx";

/** Sets up the authenticator in two steps, with recovery codes at the end, or turns it off. */
export function SecondStep({ on }: { on: boolean }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />;
  return on ? <TurnOff /> : <SetUp done={setCodes} />;
}

function SetUp({ done }: { done(codes: string[]): void }) {
  const t = useText();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [offered, setOffered] = useState<{ secret: string; uri: string }>();
  const start = async () => setOffered((await api.startSecondStep({ body: { password } })).data);
  const confirm = async () => done((await api.confirmSecondStep({ body: { code } })).data.recoveryCodes);
  if (!offered)
    return (
      <>
        <Text c="dimmed">{t.access.secondStepHint}</Text>
        <AccessForm submit={t.access.setUp} ready={password !== ""} send={start}>
          <TextInput
            label={t.access.currentPassword}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </AccessForm>
      </>
    );
  return (
    <Group align="flex-start" gap="lg" mt="md">
      <QrCode text={offered.uri} label={t.access.qrCode} />
      <Stack gap="xs" flex="1 1 280px" align="flex-start">
        <p>{t.access.scan}</p>
        <p>
          <a href={offered.uri}>{t.access.openAuthenticator}</a> {t.access.orType}
        </p>
        <Copyable text={offered.secret} />
        <AccessForm submit={t.access.confirm} ready={code !== ""} send={confirm}>
          <TextInput
            label={t.access.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </AccessForm>
      </Stack>
    </Group>
  );
}

function RecoveryCodes({ codes, done }: { codes: string[]; done(): void }) {
  const t = useText();
  return (
    <Alert color="good" role="status" mt="md">
      <p>{t.access.recoveryCodes}</p>
      <SimpleGrid minColWidth="150px" spacing={6} mt="sm">
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </SimpleGrid>
      <DialogFoot>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>
          {t.access.copyCodes}
        </Button>
        <Button onClick={done}>{t.access.codesStored}</Button>
      </DialogFoot>
    </Alert>
  );
}

function TurnOff() {
  const t = useText();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <>
      <Text c="dimmed">{t.access.secondStepOn}</Text>
      <AccessForm
        submit={t.access.turnOff}
        button={{ color: "red", variant: "light" }}
        ready={password !== "" && code !== ""}
        send={() => api.removeSecondStep({ body: { password, code } })}
      >
        <TextInput
          label={t.access.currentPassword}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <TextInput
          label={t.access.code}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </AccessForm>
    </>
  );
}
