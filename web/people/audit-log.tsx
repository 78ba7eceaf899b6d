import { Button, SimpleGrid, Text, TextInput } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import type { AuditEntry, Grant } from "../../contract/access.ts";
import { type AuditEvent, auditEvents } from "../../contract/constants.ts";
import { type AuditFilters, useAudit } from "../access/access-data.ts";
import { useDates } from "../platform/dates.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { type LaterText, useLater } from "../platform/i18n/later-words.ts";
import { Choice } from "../widgets/choice.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { ListLine } from "../widgets/list-line.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { grantsText } from "./grants-text.ts";

/** Sign-ins and changes of rights, newest first. */
export function AuditLog() {
  const { people: words } = useLater();
  const [event, setEvent] = useState<AuditEvent | "">("");
  const [who, setWho] = useState("");
  const settled = useDeferredValue(who.trim());
  return (
    <>
      <Text c="dimmed">{words.auditHint}</Text>
      <SimpleGrid minColWidth="200px" spacing="sm" my="md">
        <Choice<AuditEvent | "">
          label={words.auditEvent}
          value={event}
          choose={setEvent}
          options={[
            { value: "", label: words.anyEvent },
            ...auditEvents.map((value) => ({ value, label: words.events[value] })),
          ]}
        />
        <TextInput
          label={words.auditWho}
          placeholder={words.anyone}
          value={who}
          onChange={(typed) => setWho(typed.currentTarget.value)}
        />
      </SimpleGrid>
      <Entries
        filters={{ ...(event && { event }), ...(settled && { who: settled }) }}
        clear={() => {
          setEvent("");
          setWho("");
        }}
      />
    </>
  );
}

function Entries({ filters, clear }: { filters: AuditFilters; clear(): void }) {
  const t = useText();
  const { people: words } = useLater();
  const audit = useAudit(filters);
  if (audit.error && !audit.data) return <LoadFailed error={audit.error} retry={() => void audit.refetch()} />;
  if (!audit.data) return <Skeleton shape="lines" count={8} />;
  const entries = audit.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return Object.keys(filters).length > 0 ? (
      <EmptyPlace of="noEntry">
        <Button variant="default" onClick={clear}>
          {t.items.clearFilters}
        </Button>
      </EmptyPlace>
    ) : (
      <EmptyPlace of="audit" />
    );
  return (
    <>
      <ol aria-label={words.tabs.audit}>
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
  const { people: words } = useLater();
  const { moment } = useDates();
  const bad = entry.event === "sign_in_failed";
  const detail = detailText(words, entry);
  return (
    <ListLine icon={<IconShieldCheck size={15} />} color={bad ? "red" : "gray"}>
      <p>
        <Text span fw={500}>
          {words.events[entry.event]}
        </Text>
        {entry.subject && <span> · {entry.subject}</span>}
      </p>
      {detail && (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {[entry.actor, moment(entry.at), entry.address].filter(Boolean).join(" · ")}
      </Text>
    </ListLine>
  );
}

/** The details of an entry, such as a name or the rights before and after. */
function detailText(words: LaterText["people"], { detail }: AuditEntry): string {
  const parts: string[] = [];
  if (typeof detail.name === "string") parts.push(detail.name);
  if (Array.isArray(detail.before) && Array.isArray(detail.after))
    parts.push(`${grantsText(words, detail.before as Grant[])} → ${grantsText(words, detail.after as Grant[])}`);
  else if (Array.isArray(detail.grants)) parts.push(grantsText(words, detail.grants as Grant[]));
  if (Array.isArray(detail.fields)) parts.push(detail.fields.join(", "));
  if (typeof detail.how === "string") parts.push(detail.how);
  return parts.join(" · ");
}
