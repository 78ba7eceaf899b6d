import { Progress, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconHourglass,
  IconListCheck,
  IconPlayerPause,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ImportRun } from "../../contract/imports.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { TextLink } from "../widgets/links.tsx";
import { ListLine } from "../widgets/list-line.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { isActive, useImports } from "./import-data.ts";

const underway = <IconHourglass size={15} />;

const looks: Record<ImportRun["state"], { icon: ReactNode; color: "gray" | "good" | "red" }> = {
  checking: { icon: underway, color: "gray" },
  checked: { icon: <IconListCheck size={15} />, color: "gray" },
  running: { icon: underway, color: "gray" },
  stopped: { icon: <IconPlayerPause size={15} />, color: "gray" },
  done: { icon: <IconCheck size={15} />, color: "good" },
  failed: { icon: <IconAlertTriangle size={15} />, color: "red" },
  undoing: { icon: underway, color: "gray" },
  undone: { icon: <IconArrowBackUp size={15} />, color: "gray" },
};

/** The last imports of the project, as they go on. */
export function PastImports({ projectId }: { projectId: string }) {
  const { imports: words } = useLater();
  const { data, error, refetch } = useImports(projectId);
  return (
    <section>
      <Title order={2} mt={44} mb={4}>
        {words.past.title}
      </Title>
      {data ? (
        data.length === 0 ? (
          <EmptyPlace of="imports" small />
        ) : (
          <ol>
            {data.map((run) => (
              <PastImport key={run.id} run={run} />
            ))}
          </ol>
        )
      ) : error ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton shape="lines" count={3} />
      )}
    </section>
  );
}

function PastImport({ run }: { run: ImportRun }) {
  const t = useText();
  const { imports: words } = useLater();
  const when = new Intl.DateTimeFormat(useStore(languageStore), { dateStyle: "medium", timeStyle: "short" });
  const { icon, color } = looks[run.state];
  const who = run.actor === "anonymous" ? t.history.someone : run.actor;
  return (
    <ListLine icon={icon} color={color}>
      <p className="breaks">
        <TextLink
          c="inherit"
          fw={500}
          to="/projects/$projectId/import"
          params={{ projectId: run.projectId }}
          search={{ id: run.id }}
        >
          {run.fileName || t.history.file}
        </TextLink>
      </p>
      <Text size="sm" c="dimmed">
        {words.states[run.state]} · {words.past.counts(run)}
      </Text>
      <Text size="sm" c="dimmed">
        {who}, <time dateTime={run.createdAt}>{when.format(new Date(run.createdAt))}</time>
      </Text>
      {isActive(run) && (
        <Progress
          mt={6}
          size="sm"
          aria-label={words.states[run.state]}
          value={run.state === "undoing" ? 100 : (100 * run.done) / Math.max(1, run.rows)}
        />
      )}
    </ListLine>
  );
}
