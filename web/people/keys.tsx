import { Alert, Button, Group, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { change, useKeys } from "../access/access-data.ts";
import { AccessLine } from "../access/access-line.tsx";
import { api } from "../platform/api.ts";
import { useDates } from "../platform/dates.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { Copyable } from "../widgets/copyable.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { grantsText } from "./grants-text.ts";
import { KeyDialog } from "./key-dialog.tsx";

export function Keys() {
  const { people: words } = useLater();
  const { day } = useDates();
  const keys = useKeys();
  const [open, setOpen] = useState<string>();
  const [secret, setSecret] = useState<string>();
  if (keys.error && !keys.data) return <LoadFailed error={keys.error} retry={() => void keys.refetch()} />;
  if (!keys.data) return <Skeleton shape="lines" count={3} />;
  const edited = keys.data.find((key) => key.id === open);
  const add = (
    <Button size="xs" flex="none" leftSection={<IconPlus size={15} />} onClick={() => setOpen("new")}>
      {words.addKey}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text c="dimmed">{words.keysHint}</Text>
        {keys.data.length > 0 && add}
      </Group>
      {secret && (
        <Alert className="secret" color="good" role="status" my="md">
          <p>{words.secret}</p>
          <Copyable text={secret} />
        </Alert>
      )}
      {keys.data.length === 0 ? (
        <EmptyPlace of="keys">{add}</EmptyPlace>
      ) : (
        <ul aria-label={words.tabs.keys}>
          {keys.data.map((key) => (
            <AccessLine
              key={key.id}
              icon={<IconKey size={15} />}
              name={key.name}
              marks={key.expiresAt ? [words.until(day(key.expiresAt))] : []}
              detail={`${grantsText(words, key.grants)} · ${key.lastUsedAt ? words.seen(day(key.lastUsedAt)) : words.neverUsed} · ${words.createdBy(key.createdBy, day(key.createdAt))}`}
            >
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${words.edit}: ${key.name}`}
                onClick={() => setOpen(key.id)}
              >
                {words.edit}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${words.revoke}: ${key.name}`}
                onClick={() => void change(() => api.revokeKey({ params: { keyId: key.id } }))}
              >
                {words.revoke}
              </Button>
            </AccessLine>
          ))}
        </ul>
      )}
      {open && (open === "new" || edited) && (
        <KeyDialog apiKey={edited} made={setSecret} close={() => setOpen(undefined)} />
      )}
    </>
  );
}
