import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { ApiKey } from "../../contract/access.ts";
import { api } from "../api.ts";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { useText } from "../i18n/i18n.ts";
import { useLater } from "../i18n/later-words.ts";
import { AccessForm } from "./access-form.tsx";
import { draftOf, emptyGrant, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";

type Props = { apiKey: ApiKey | undefined; made(secret: string): void; close(): void };

/** The last day on which a key is valid, in the format of the date field: local time, to the end of the day. */
const dayOf = (at: string) => {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

/** Creates or changes a key: its purpose, its rights and its last day. */
export function KeyDialog({ apiKey, made, close }: Props) {
  const t = useText();
  const { access } = useLater();
  const [name, setName] = useState(apiKey?.name ?? "");
  const [until, setUntil] = useState(apiKey?.expiresAt ? dayOf(apiKey.expiresAt) : "");
  const [grants, setGrants] = useState<GrantDraft[]>(apiKey?.grants.map(draftOf) ?? [emptyGrant]);
  const send = async () => {
    const body = { name, grants: grants.map(grantOf), expiresAt: until ? endOf(until) : null };
    if (apiKey) await api.updateKey({ params: { keyId: apiKey.id }, body });
    else made((await api.createKey({ body })).data.secret);
  };
  const title = apiKey ? apiKey.name : access.addKey;
  return (
    <DialogFrame close={close} size="lg" title={title}>
      <AccessForm
        submit={apiKey ? t.access.save : access.addKey}
        ready={name !== "" && grants.length > 0}
        send={send}
        done={close}
        cancel={close}
      >
        <TextInput
          label={access.keyName}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={access.expires}
          description={access.expiresHint}
          type="date"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
    </DialogFrame>
  );
}
