import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../api.ts";
import { Copyable } from "../components/copyable.tsx";
import { LabelledInput } from "../components/labelled.tsx";
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
        <p className="lead">{t.access.secondStepHint}</p>
        <AccessForm layout="page-form" submit={t.access.setUp} ready={password !== ""} send={start}>
          <LabelledInput
            label={t.access.currentPassword}
            type="password"
            autoComplete="current-password"
            value={password}
            change={setPassword}
          />
        </AccessForm>
      </>
    );
  return (
    <div className="second-step">
      <QrCode text={offered.uri} label={t.access.qrCode} />
      <div className="second-step-text">
        <p>{t.access.scan}</p>
        <p>
          <a href={offered.uri}>{t.access.openAuthenticator}</a> {t.access.orType}
        </p>
        <Copyable text={offered.secret} />
        <AccessForm layout="dialog-line" submit={t.access.confirm} ready={code !== ""} send={confirm}>
          <LabelledInput
            label={t.access.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            change={setCode}
          />
        </AccessForm>
      </div>
    </div>
  );
}

function RecoveryCodes({ codes, done }: { codes: string[]; done(): void }) {
  const t = useText();
  return (
    <div className="secret" role="status">
      <p>{t.access.recoveryCodes}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-foot">
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>
          {t.access.copyCodes}
        </Button>
        <Button onClick={done}>{t.access.codesStored}</Button>
      </div>
    </div>
  );
}

function TurnOff() {
  const t = useText();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <>
      <p className="lead">{t.access.secondStepOn}</p>
      <AccessForm
        layout="page-form"
        submit={t.access.turnOff}
        button={{ color: "red", variant: "light" }}
        ready={password !== "" && code !== ""}
        send={() => api.removeSecondStep({ body: { password, code } })}
      >
        <LabelledInput
          label={t.access.currentPassword}
          type="password"
          autoComplete="current-password"
          value={password}
          change={setPassword}
        />
        <LabelledInput label={t.access.code} autoComplete="one-time-code" value={code} change={setCode} />
      </AccessForm>
    </>
  );
}
