import { Button } from "@mantine/core";
import { IconListSearch, IconShieldCheck } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import type { AuditEntry, Grant } from "../../contract/access.ts";
import { type AuditEvent, auditEvents } from "../../contract/constants.ts";
import { Labelled, LabelledInput } from "../components/labelled.tsx";
import { Empty, Lines, LoadFailed } from "../components/states.tsx";
import { type Text, useText } from "../i18n/i18n.ts";
import { type AuditFilters, useAudit } from "./access-data.ts";
import { useDates } from "./dates.ts";
import { grantsText } from "./grants-text.ts";

/** Sign-ins and changes of rights, newest first. */
export function AuditLog() {
  const t = useText();
  const [event, setEvent] = useState<AuditEvent | "">("");
  const [who, setWho] = useState("");
  const settled = useDeferredValue(who.trim());
  return (
    <>
      <p className="lead">{t.access.auditHint}</p>
      <div className="page-filters">
        <Labelled label={t.access.auditEvent}>
          {(id) => (
            <select
              id={id}
              className="control"
              value={event}
              onChange={(choice) => setEvent(choice.currentTarget.value as AuditEvent | "")}
            >
              <option value="">{t.access.anyEvent}</option>
              {auditEvents.map((one) => (
                <option key={one} value={one}>
                  {t.access.events[one]}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <LabelledInput label={t.access.auditWho} placeholder={t.access.anyone} value={who} change={setWho} />
      </div>
      <Entries filters={{ ...(event && { event }), ...(settled && { who: settled }) }} />
    </>
  );
}

function Entries({ filters }: { filters: AuditFilters }) {
  const t = useText();
  const audit = useAudit(filters);
  if (audit.error && !audit.data) return <LoadFailed error={audit.error} retry={() => void audit.refetch()} />;
  if (!audit.data) return <Lines count={8} height={44} />;
  const entries = audit.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return <Empty icon={<IconListSearch />} title={t.access.noEntries} hint={t.access.noEntriesHint} />;
  return (
    <>
      <ol className="history" aria-label={t.access.tabs.audit}>
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
      {audit.hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void audit.fetchNextPage()}>
          {t.history.more}
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useText();
  const { moment } = useDates();
  const bad = entry.event === "sign_in_failed";
  const detail = detailText(t, entry);
  return (
    <li className="history-entry">
      <span className="history-icon" data-action={bad ? "delete" : undefined} aria-hidden>
        <IconShieldCheck size={15} />
      </span>
      <div className="history-body">
        <p>
          <span className="history-name">{t.access.events[entry.event]}</span>
          {entry.subject && <span> · {entry.subject}</span>}
        </p>
        {detail && <p className="quiet">{detail}</p>}
        <p className="quiet">{[entry.actor, moment(entry.at), entry.address].filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  );
}

/** The details of an entry, such as a name or the rights before and after. */
function detailText(t: Text, { detail }: AuditEntry): string {
  const parts: string[] = [];
  if (typeof detail.name === "string") parts.push(detail.name);
  if (Array.isArray(detail.before) && Array.isArray(detail.after))
    parts.push(`${grantsText(t, detail.before as Grant[])} → ${grantsText(t, detail.after as Grant[])}`);
  else if (Array.isArray(detail.grants)) parts.push(grantsText(t, detail.grants as Grant[]));
  if (Array.isArray(detail.fields)) parts.push(detail.fields.join(", "));
  if (typeof detail.how === "string") parts.push(detail.how);
  return parts.join(" · ");
}
