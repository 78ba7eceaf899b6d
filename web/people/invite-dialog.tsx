import { useState } from "react";
import type { MadeLink } from "../../contract/access-links.ts";
import { limits } from "../../contract/limits.ts";
import { AccessDay, AccessField, PersonName } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { useSession } from "../access/session.ts";
import { api } from "../platform/api.ts";
import { dayAfter, endOfDay } from "../platform/dates.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { emptyGrant, type GrantDraft, GrantsField, grantOf } from "./grants-field.tsx";

const usualDays = 7;

type Props = { made(link: MadeLink, name: string): void; close(): void };

/** Invites a person, who sets the password: nobody else ever knows it. */
export function InviteDialog({ made, close }: Props) {
  const { people: words } = useLater();
  const language = useStore(languageStore);
  const mail = useSession().data?.signIn.mail === true;
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [until, setUntil] = useState(dayAfter(usualDays));
  const [grants, setGrants] = useState<GrantDraft[]>([emptyGrant]);
  const send = async () => {
    const body = {
      name,
      ...(email && { email }),
      grants: grants.map(grantOf),
      expiresAt: until ? endOfDay(until) : null,
      language,
    };
    made((await api.createInvitation({ body })).data.link, name);
  };
  return (
    <DialogFrame close={close} size="lg" title={words.invite}>
      <AccessForm submit={words.invite} ready={name !== ""} send={send} done={close} cancel={close}>
        <PersonName value={name} set={setName} />
        <AccessField
          pointer="/email"
          words={{ not_allowed: words.emailRule }}
          label={words.email}
          description={mail ? words.emailHint : words.noMailHint}
          inputMode="email"
          autoComplete="off"
          value={email}
          set={setEmail}
        />
        <AccessDay
          pointer="/expiresAt"
          words={{ out_of_range: words.invitationDate(limits.invitationDays) }}
          label={words.expires}
          min={dayAfter(0)}
          max={dayAfter(limits.invitationDays - 1)}
          value={until}
          set={setUntil}
        />
        <GrantsField grants={grants} change={setGrants} />
      </AccessForm>
    </DialogFrame>
  );
}
