import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../api.ts";
import { Copyable } from "../components/copyable.tsx";
import { DialogFoot } from "../components/dialog-frame.tsx";
import { useLater } from "../i18n/later-words.ts";
import { AccessForm } from "./access-form.tsx";
import { QrCode } from "./qr-code.tsx";

/** Sets up the authenticator in two steps, with recovery codes at the end, or turns it off. */
export function SecondStep({ on }: { on: boolean }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />;
  return on ? <TurnOff /> : <SetUp done={setCodes} />;
}

function SetUp({ done }: { done(codes: string[]): void }) {
  const { access } = useLater();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [offered, setOffered] = useState<{ secret: string; uri: string }>();
  const start = async () => setOffered((await api.startSecondStep({ body: { password } })).data);
  const confirm = async () => done((await api.confirmSecondStep({ body: { code } })).data.recoveryCodes);
  if (!offered)
    return (
      <>
        <Text c="dimmed">{access.secondStepHint}</Text>
        <AccessForm submit={access.setUp} ready={password !== ""} send={start}>
          <TextInput
            label={access.currentPassword}
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
      <QrCode text={offered.uri} label={access.qrCode} />
      <Stack gap="xs" flex="1 1 280px" align="flex-start">
        <p>{access.scan}</p>
        <p>
          <a href={offered.uri}>{access.openAuthenticator}</a> {access.orType}
        </p>
        <Copyable text={offered.secret} />
        <AccessForm submit={access.confirm} ready={code !== ""} send={confirm}>
          <TextInput
            label={access.code}
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
  const { access } = useLater();
  return (
    <Alert color="good" role="status" mt="md">
      <p>{access.recoveryCodes}</p>
      <SimpleGrid minColWidth="150px" spacing={6} mt="sm">
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </SimpleGrid>
      <DialogFoot>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>
          {access.copyCodes}
        </Button>
        <Button onClick={done}>{access.codesStored}</Button>
      </DialogFoot>
    </Alert>
  );
}

function TurnOff() {
  const { access } = useLater();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <>
      <Text c="dimmed">{access.secondStepOn}</Text>
      <AccessForm
        submit={access.turnOff}
        button={{ color: "red", variant: "light" }}
        ready={password !== "" && code !== ""}
        send={() => api.removeSecondStep({ body: { password, code } })}
      >
        <TextInput
          label={access.currentPassword}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <TextInput
          label={access.code}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </AccessForm>
    </>
  );
}
