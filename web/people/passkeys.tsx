import { Button, Text } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import type { Passkey } from "../../contract/passkeys.ts";
import { change } from "../access/access-data.ts";
import { AccessField, CurrentPassword } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { AccessLine } from "../access/access-line.tsx";
import { askForPasskey, hasPasskeys, makePasskey } from "../access/browser-passkeys.ts";
import { api } from "../platform/api.ts";
import { useDates } from "../platform/dates.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";

type Props = {
  passkeys: readonly Passkey[];
  /** What the person has to give before they add a passkey; without a password, one of their passkeys. */
  password: boolean;
  secondStep: boolean;
};

/** The passkeys of the own account: add, name and remove. */
export function Passkeys({ passkeys, password, secondStep }: Props) {
  const { people: words } = useLater();
  return (
    <>
      <Text c="dimmed">{words.passkeysHint}</Text>
      {passkeys.length > 0 && (
        <ul aria-label={words.passkeys}>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <AddPasskey password={password} secondStep={secondStep} />
      ) : (
        <Text size="sm" mt="sm">
          {words.noPasskeysHere}
        </Text>
      )}
    </>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const t = useText();
  const { people: words } = useLater();
  const { day } = useDates();
  const [name, setName] = useState<string>();
  const params = { passkeyId: passkey.id };
  if (name !== undefined)
    return (
      <li className="list-line">
        <AccessForm
          submit={t.access.save}
          ready={name !== ""}
          send={() => api.renamePasskey({ params, body: { name } })}
          done={() => setName(undefined)}
        >
          <AccessField pointer="/name" label={words.passkeyName} autoComplete="off" value={name} set={setName} />
        </AccessForm>
      </li>
    );
  const used = passkey.lastUsedAt ? words.seen(day(passkey.lastUsedAt)) : words.neverUsed;
  return (
    <AccessLine
      icon={<IconFingerprint size={15} />}
      name={passkey.name}
      detail={`${words.addedOn(day(passkey.createdAt))} · ${used}`}
    >
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${words.rename}: ${passkey.name}`}
        onClick={() => setName(passkey.name)}
      >
        {words.rename}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t.common.remove}: ${passkey.name}`}
        onClick={() => void change(() => api.removePasskey({ params }))}
      >
        {t.common.remove}
      </Button>
    </AccessLine>
  );
}

function AddPasskey({ password: asksPassword, secondStep }: Omit<Props, "passkeys">) {
  const t = useText();
  const { access, people: words } = useLater();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const add = async () => {
    try {
      const proof = asksPassword ? { password, ...(code && { code }) } : { passkey: await askForPasskey() };
      const options = (await api.startPasskey({ body: proof })).data;
      await api.addPasskey({ body: { name, passkey: await makePasskey(options) } });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return toast(words.passkeyNotMade, { tone: "bad" });
    }
    setName("");
    setPassword("");
    setCode("");
    toast(words.passkeyAdded);
  };
  return (
    <AccessForm submit={words.addPasskey} ready={name !== "" && (!asksPassword || password !== "")} send={add}>
      <AccessField pointer="/name" label={words.passkeyName} autoComplete="off" value={name} set={setName} />
      {asksPassword && <CurrentPassword value={password} set={setPassword} />}
      {asksPassword && secondStep && (
        <AccessField
          pointer="/code"
          words={{ second_step_needed: t.faults.second_step_needed ?? "" }}
          label={access.code}
          autoComplete="one-time-code"
          value={code}
          set={setCode}
        />
      )}
    </AccessForm>
  );
}
