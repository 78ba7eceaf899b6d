import { Alert, Button, Group, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { ImportRun } from "../../contract/imports.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { ButtonLink } from "../widgets/links.tsx";

/** The same file was imported before: people look at that, or say that they mean it. */
export function KnownFile({ run, again }: { run: ImportRun; again(): void }) {
  const { imports: words } = useLater();
  const when = new Intl.DateTimeFormat(useStore(languageStore), { dateStyle: "long", timeStyle: "short" });
  const who = run.actor === "anonymous" ? undefined : run.actor;
  return (
    <Alert mt="md" role="alert" icon={<IconHistory size={18} />} title={words.file.knownTitle}>
      <Text size="sm">
        {words.file.known(who, when.format(new Date(run.finishedAt ?? run.createdAt)))} {words.states[run.state]}:{" "}
        {words.past.counts(run)}.
      </Text>
      <Group gap="xs" mt="sm">
        <ButtonLink
          size="xs"
          to="/projects/$projectId/import"
          params={{ projectId: run.projectId }}
          search={{ id: run.id }}
        >
          {words.file.look}
        </ButtonLink>
        <Button size="xs" variant="default" onClick={again}>
          {words.file.again}
        </Button>
      </Group>
    </Alert>
  );
}
