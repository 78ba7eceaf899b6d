import { Alert, Button, Group, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp } from "@tabler/icons-react";
import type { ImportRun } from "../../contract/imports.ts";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { type LaterText, useLater } from "../platform/i18n/later-words.ts";
import { number } from "../platform/i18n/numbers.ts";
import { useStore } from "../platform/store.ts";
import { ButtonLink } from "../widgets/links.tsx";
import { ImportCounts, RefusedLinks, RunProgress } from "./import-counts.tsx";
import { importActs, lookAgain } from "./import-data.ts";
import { DifferingRows, ImportLists } from "./import-lists.tsx";
import { StepTitle } from "./import-steps.tsx";
import { useAct } from "./use-act.ts";

type Props = { run: ImportRun; mayAct: boolean };

const titleOf = (words: LaterText["imports"], { state }: ImportRun): string => {
  if (state === "running") return words.done.running;
  if (state === "undoing") return words.done.undoing;
  if (state === "stopped") return words.done.stopped;
  if (state === "failed") return words.done.failed;
  return state === "undone" ? words.done.undone : words.done.title;
};

/** The import itself: how far it is, what became of it, and the way back. */
export function DoneStep({ run, mayAct }: Props) {
  const { imports: words } = useLater();
  const title = titleOf(words, run);
  const isActive = run.state === "running" || run.state === "undoing";
  return (
    <>
      <StepTitle>{title}</StepTitle>
      {isActive ? (
        <>
          <Text c="dimmed">{words.done.runningHint}</Text>
          <RunProgress run={run} label={title} />
        </>
      ) : (
        <Outcome run={run} />
      )}
      <Acts run={run} mayAct={mayAct} />
      {!isActive && (
        <>
          {run.state !== "undone" && <Differences run={run} />}
          <ImportLists run={run} />
        </>
      )}
    </>
  );
}

/** What became of it, in a sentence and in numbers. */
function Outcome({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const language = useStore(languageStore);
  if (run.state === "undone")
    return <Text c="dimmed">{run.kept > 0 ? words.done.kept(run.kept) : words.done.undoneHint}</Text>;
  const progress = words.done.stoppedHint(number(run.done, language), number(run.rows, language));
  const nodes = run.createdSubcategories > 0 ? words.done.nodes(run.createdSubcategories) : "";
  return (
    <>
      <Text c="dimmed">
        {run.state === "done" ? words.done.summary(run.created + run.changed) : progress} {nodes}
      </Text>
      {run.state === "failed" && (
        <Alert mt="md" color="red" icon={<IconAlertTriangle size={18} />}>
          {run.error}
        </Alert>
      )}
      <ImportCounts run={run} />
    </>
  );
}

/** The buttons that the state of the import allows. */
function Acts({ run, mayAct }: Props) {
  const { imports: words } = useLater();
  const { busy, act } = useAct(() => lookAgain(run));
  const { state } = run;
  const goOn = () => act(() => importActs.goOn(run));
  return (
    <Group mt="lg" justify="space-between">
      <Group gap="xs">
        {mayAct && state === "running" && (
          <Button variant="default" loading={busy} onClick={() => act(() => importActs.stop(run))}>
            {words.done.stop}
          </Button>
        )}
        {mayAct && state === "stopped" && (
          <Button loading={busy} onClick={goOn}>
            {words.done.goOn}
          </Button>
        )}
        {state === "done" && run.created + run.changed > 0 && (
          <ButtonLink to="/projects/$projectId" params={{ projectId: run.projectId }} search={itemsOf(run)}>
            {words.done.show}
          </ButtonLink>
        )}
        {mayAct && state === "undone" && (
          <Button variant="default" loading={busy} onClick={goOn}>
            {words.done.again}
          </Button>
        )}
        {mayAct && ["done", "stopped", "failed"].includes(state) && run.created + run.changed > 0 && (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => act(() => importActs.undo(run))}
          >
            {words.done.undo}
          </Button>
        )}
        {mayAct && state !== "running" && state !== "undoing" && (
          <ButtonLink
            variant="subtle"
            to="/projects/$projectId/import"
            params={{ projectId: run.projectId }}
            search={{}}
          >
            {words.done.another}
          </ButtonLink>
        )}
      </Group>
      {state !== "running" && state !== "undoing" && <RefusedLinks run={run} />}
    </Group>
  );
}

/** What was written since the file came, by whoever imported it. */
const itemsOf = ({ createdAt, actor }: ImportRun): WorkspaceSearch => ({
  all: true,
  changedSince: createdAt,
  ...(actor !== "anonymous" && { changedBy: actor }),
});

/** What somebody changed between the check and the import. */
function Differences({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const { checked } = run;
  if (run.state !== "done" || !checked) return null;
  const names = { created: "new", changed: "changed", unchanged: "same", refused: "refused" } as const;
  const other = (Object.keys(names) as (keyof typeof names)[]).filter((name) => checked[name] !== run[name]);
  if (other.length === 0) return null;
  return (
    <section>
      <Title order={2} mt={36}>
        {words.done.differs}
      </Title>
      <Text c="dimmed">{words.done.differsHint}</Text>
      <ul>
        {other.map((name) => (
          <li key={name}>
            {words.check[names[name]]}: {words.done.was(String(checked[name]), String(run[name]))}
          </li>
        ))}
      </ul>
      <DifferingRows run={run} />
    </section>
  );
}
