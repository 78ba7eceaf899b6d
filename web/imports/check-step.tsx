import { Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconArrowRight, IconCircleCheck } from "@tabler/icons-react";
import type { ImportRun } from "../../contract/imports.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { ButtonLink } from "../widgets/links.tsx";
import { Empty } from "../widgets/states.tsx";
import { ImportCounts, ReadNotes, RefusedLinks, RunProgress } from "./import-counts.tsx";
import { importActs, lookAgain } from "./import-data.ts";
import { ImportLists } from "./import-lists.tsx";
import { StepTitle } from "./import-steps.tsx";
import { useAct } from "./use-act.ts";

type Props = { run: ImportRun; mayAct: boolean };

/** What the import would do. Nothing is written yet. */
export function CheckStep({ run, mayAct }: Props) {
  const { imports: words } = useLater();
  const { busy, act } = useAct(() => lookAgain(run));
  if (run.state === "checking")
    return (
      <>
        <StepTitle>{words.check.checking}</StepTitle>
        <RunProgress run={run} label={words.check.checking} />
        {mayAct && (
          <Button mt="md" variant="default" loading={busy} onClick={() => act(() => importActs.stop(run))}>
            {words.done.stop}
          </Button>
        )}
      </>
    );
  if (run.state === "stopped")
    return (
      <>
        <StepTitle>{words.check.stopped}</StepTitle>
        {mayAct && (
          <Group mt="md">
            <Button loading={busy} onClick={() => act(() => importActs.goOn(run))}>
              {words.done.goOn}
            </Button>
          </Group>
        )}
      </>
    );
  if (run.state === "failed") return <FailedCheck run={run} />;
  return <Checked run={run} mayAct={mayAct} />;
}

function FailedCheck({ run }: { run: ImportRun }) {
  const t = useText();
  const { imports: words } = useLater();
  return (
    <>
      <StepTitle>{words.done.failed}</StepTitle>
      <Empty icon={<IconAlertTriangle />} title={run.error ?? t.common.loadFailed} hint="" />
    </>
  );
}

function Checked({ run, mayAct }: Props) {
  const { imports: words } = useLater();
  const { busy, act } = useAct(() => lookAgain(run));
  const count = run.created + run.changed;
  return (
    <>
      <StepTitle>{count > 0 ? words.check.title : words.check.nothing}</StepTitle>
      {count === 0 && (
        <Group gap="xs" mt={4} wrap="nowrap" c="dimmed">
          {run.refused === 0 && <IconCircleCheck size={18} aria-hidden />}
          <Text>{run.refused > 0 ? words.check.nothingRefused : words.check.nothingSame}</Text>
        </Group>
      )}
      <ImportCounts run={run} />
      <ReadNotes run={run} />
      <Group mt="lg" justify="space-between">
        {mayAct ? (
          <Group gap="xs">
            {count > 0 && (
              <Button
                size="md"
                loading={busy}
                rightSection={<IconArrowRight size={17} />}
                onClick={() => act(() => importActs.goOn(run))}
              >
                {words.check.import(count)}
              </Button>
            )}
            <ButtonLink
              size="md"
              variant="default"
              to="/projects/$projectId/import"
              params={{ projectId: run.projectId }}
              search={{ id: run.id, step: "columns" }}
            >
              {words.check.back}
            </ButtonLink>
          </Group>
        ) : (
          <span />
        )}
        <RefusedLinks run={run} />
      </Group>
      <ImportLists run={run} />
    </>
  );
}
