import { Container, Text, Title, VisuallyHidden } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { ImportRun } from "../../contract/imports.ts";
import { useRights } from "../access/use-rights.ts";
import type { ImportSearch } from "../catalog/addresses.ts";
import { CheckStep } from "../imports/check-step.tsx";
import { isUndecided } from "../imports/column-choice.ts";
import { ColumnsStep } from "../imports/columns-step.tsx";
import { DoneStep } from "../imports/done-step.tsx";
import { FileStep } from "../imports/file-step.tsx";
import { useImport } from "../imports/import-data.ts";
import { ImportSteps, type Step, useStepFocus } from "../imports/import-steps.tsx";
import { useLive } from "../live/use-live.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";

const route = getRouteApi("/projects/$projectId/import");

/** Items from a spreadsheet, in four steps. The address names the import, so that everyone sees the same. */
export function ImportScreen() {
  const { imports: words } = useLater();
  const { projectId } = route.useParams();
  const search = route.useSearch();
  useLive(projectId, undefined);
  return (
    <div className="page-scroll">
      <PageTitle of={words.title} />
      <Container size={780} className="page">
        <Title>{words.title}</Title>
        <Text c="dimmed">{words.subtitle}</Text>
        {search.id ? (
          <OpenImport key={search.id} projectId={projectId} id={search.id} asked={search.step} />
        ) : (
          <>
            <ImportSteps projectId={projectId} step="file" ways={{}} />
            <FileStep key={projectId} projectId={projectId} subcategory={search.subcategory} />
          </>
        )}
      </Container>
    </div>
  );
}

/** The step that an import is at; `asked` where the person has a choice. */
function stepOf(run: ImportRun, mayAct: boolean, asked: ImportSearch["step"]): Step {
  if (!run.dryRun) return "done";
  if (!mayAct || !isBeforeWriting(run)) return "check";
  return asked ?? (isUndecided(run) ? "columns" : "check");
}

const isBeforeWriting = ({ state }: ImportRun) => state === "checking" || state === "checked" || state === "stopped";

type OpenProps = { projectId: string; id: string; asked: ImportSearch["step"] };

function OpenImport({ projectId, id, asked }: OpenProps) {
  const { imports: words } = useLater();
  const { writes } = useRights(projectId);
  const navigate = useNavigate();
  const { data: run, error, refetch } = useImport(id);
  const step = run && stepOf(run, writes, asked);
  useStepFocus(step, run?.state);
  if (!run || !step)
    return error ? <LoadFailed error={error} retry={() => void refetch()} /> : <Skeleton shape="lines" count={6} />;
  const isOpen = writes && run.dryRun && isBeforeWriting(run);
  const ways = {
    file: {},
    ...(isOpen && { columns: { id, step: "columns" as const }, check: { id, step: "check" as const } }),
  };
  const checked = () =>
    void navigate({ to: "/projects/$projectId/import", params: { projectId }, search: { id, step: "check" } });
  return (
    <>
      <ImportSteps projectId={projectId} step={step} ways={ways} />
      <Text size="sm" c="dimmed" className="breaks">
        {run.fileName}
      </Text>
      <VisuallyHidden role="status">{words.states[run.state]}</VisuallyHidden>
      {step === "columns" && <ColumnsStep key={run.id} run={run} checked={checked} />}
      {step === "check" && <CheckStep key={run.state} run={run} mayAct={writes} />}
      {step === "done" && <DoneStep key={run.state} run={run} mayAct={writes} />}
    </>
  );
}
