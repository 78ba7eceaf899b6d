import { useState } from "react";
import type { ApiKey } from "../../contract/access.ts";
import { AccessDay, AccessField } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { api } from "../platform/api.ts";
import { dayOf, endOfDay } from "../platform/dates.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { draftOf, emptyGrant, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";

type Props = { apiKey: ApiKey | undefined; made(secret: string): void; close(): void };

/** Creates or changes a key: its purpose, its rights and its last day. */
export function KeyDialog({ apiKey, made, close }: Props) {
  const t = useText();
  const { people: words } = useLater();
  const [name, setName] = useState(apiKey?.name ?? "");
  const [until, setUntil] = useState(apiKey?.expiresAt ? dayOf(new Date(apiKey.expiresAt)) : "");
  const [grants, setGrants] = useState<GrantDraft[]>(apiKey?.grants.map(draftOf) ?? [emptyGrant]);
  const send = async () => {
    const body = { name, grants: grants.map(grantOf), expiresAt: until ? endOfDay(until) : null };
    if (apiKey) await api.updateKey({ params: { keyId: apiKey.id }, body });
    else made((await api.createKey({ body })).data.secret);
  };
  const title = apiKey ? apiKey.name : words.addKey;
  return (
    <DialogFrame close={close} size="lg" title={title}>
      <AccessForm
        submit={apiKey ? t.access.save : words.addKey}
        ready={name !== "" && grants.length > 0}
        send={send}
        done={close}
        cancel={close}
      >
        <AccessField pointer="/name" label={words.keyName} autoComplete="off" autofocus value={name} set={setName} />
        <AccessDay
          pointer="/expiresAt"
          words={{ out_of_range: words.pastDate }}
          label={words.expires}
          description={words.expiresHint}
          value={until}
          set={setUntil}
        />
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
    </DialogFrame>
  );
}
