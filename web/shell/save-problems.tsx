import { Button, Group, Stack, Text } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { searchOf } from "../catalog/addresses.ts";
import { fieldLabel } from "../catalog/field-names.ts";
import { explainReason } from "../platform/explain.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { canRetry, isForbidden } from "../platform/reason.ts";
import type { SaveSummary } from "../saving/edit.ts";
import { actWords, heldWords } from "../saving/pending-words.ts";
import { saving } from "../saving/saving.ts";
import type { Opening } from "../widgets/anchor.tsx";
import { CopyDraft } from "../widgets/field-problem.tsx";
import { Popup } from "../widgets/popup.tsx";

/** Lists what waits for the network and what needs a decision, with the choices. */
export default function SaveProblems({ opening, summary }: { opening: Opening; summary: SaveSummary }) {
  return (
    <Popup opening={opening} position="bottom-end" width={320}>
      <Problems summary={summary} />
    </Popup>
  );
}

type Problem = SaveSummary["problems"][number];

/** Whether a retry may help. */
const isRetryable = ({ state }: Problem) =>
  state.status === "failed" && canRetry(state.reason) && !isForbidden(state.reason);

function Problems({ summary }: { summary: SaveSummary }) {
  const t = useText();
  const acts = summary.refused.filter((act) => act.hold && canRetry(act.hold));
  const fields = summary.problems.filter(isRetryable);
  const retryAll = () => {
    for (const act of acts) saving.retryAct(act);
    for (const { record, field } of fields) saving.retry(record, field);
  };
  return (
    <Stack gap="xs" fz="sm" className="save-problems">
      {summary.storageFault && (
        <Text inherit c="red" role="alert">
          {t.saving.storageFault[summary.storageFault]}
        </Text>
      )}
      {summary.status === "waiting" && (
        <>
          {!summary.storageFault && <p>{t.saving.fieldWaiting}</p>}
          <Button size="xs" variant="default" onClick={() => saving.reconnect()}>
            {t.common.retry}
          </Button>
          {summary.pending.map((act) => (
            <Group justify="space-between" align="start" gap="sm" wrap="nowrap" key={act.id}>
              <p className="breaks">{actWords(t, act)}</p>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => saving.cancelAct(act)}>
                {t.saving.discardAct}
              </Button>
            </Group>
          ))}
        </>
      )}
      {summary.refused.map((act) => (
        <div className="save-problem breaks" key={act.id} role="alert">
          <strong>{heldWords(t, act)}</strong>
          {act.hold && (
            <Text inherit c="dimmed">
              {explainReason(act.hold)}
            </Text>
          )}
          <Group gap={6} mt={6}>
            {acts.includes(act) && <Retry run={() => saving.retryAct(act)} />}
            <Discard run={() => saving.discardAct(act)} />
          </Group>
        </div>
      ))}
      {summary.problems.map((problem) => (
        <FieldChoice key={`${problem.record.kind}:${problem.record.id}/${problem.field}`} problem={problem} />
      ))}
      {acts.length + fields.length > 1 && (
        <Button size="xs" variant="default" onClick={retryAll}>
          {t.saving.retryAll}
        </Button>
      )}
    </Stack>
  );
}

/** The same choices as at the field: a record that the service fails on may not open. */
function FieldChoice({ problem }: { problem: Problem }) {
  const t = useText();
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const { record, field, state } = problem;
  const show = () => {
    if (projectId) void navigate({ to: "/projects/$projectId", params: { projectId }, search: searchOf(record) });
  };
  return (
    <div className="save-problem breaks">
      <strong>{fieldLabel(t, field)}</strong>
      <Text inherit c="dimmed">
        {state.status === "failed" ? explainReason(state.reason) : t.saving.conflict}
      </Text>
      <Group gap={6} mt={6}>
        {isRetryable(problem) && <Retry run={() => saving.retry(record, field)} />}
        <Button size="compact-xs" variant="light" onClick={show}>
          {t.saving.goTo}
        </Button>
        {state.status === "failed" && isForbidden(state.reason) && <CopyDraft record={record} path={field} />}
        {state.status === "failed" && <Discard run={() => saving.discard(record, field)} />}
      </Group>
    </div>
  );
}

const Retry = ({ run }: { run(): void }) => (
  <Button size="compact-xs" variant="light" onClick={run}>
    {useText().common.retry}
  </Button>
);

const Discard = ({ run }: { run(): void }) => (
  <Button size="compact-xs" variant="subtle" color="gray" onClick={run}>
    {useText().saving.discardAct}
  </Button>
);
