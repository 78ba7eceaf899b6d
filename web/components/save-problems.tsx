import { Button, Popover } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useText } from "../i18n/i18n.ts";
import { canRetry, type RecordRef, type SaveSummary } from "../saving/edit.ts";
import { actWords } from "../saving/pending-words.ts";
import { saving } from "../saving/saving.ts";
import { Anchor, type Opening } from "./anchor.tsx";
import { fieldLabel } from "./field-names.ts";

/** What waits for the network, what needs a decision, and what can be decided. */
export default function SaveProblems({ opening, summary }: { opening: Opening; summary: SaveSummary }) {
  return (
    <Popover position="bottom-end" width={320} opened={opening.opened} onChange={opening.setOpened}>
      <Popover.Target>
        <Anchor of={opening} />
      </Popover.Target>
      <Popover.Dropdown>
        <Problems summary={summary} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Problems({ summary }: { summary: SaveSummary }) {
  const t = useText();
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const show = (record: RecordRef) => {
    const search = record.kind === "item" ? { item: record.id } : { [record.kind]: record.id, details: true };
    if (projectId) void navigate({ to: "/projects/$projectId", params: { projectId }, search });
  };
  return (
    <div className="save-problems">
      {summary.status === "waiting" && (
        <>
          <p>{t.saving.fieldWaiting}</p>
          <Button size="xs" variant="default" onClick={() => saving.reconnect()}>
            {t.common.retry}
          </Button>
          {summary.pending.map((act) => (
            <div className="save-problem" key={act.id}>
              <p>{actWords(t, act)}</p>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => saving.cancelAct(act)}>
                {t.saving.discardAct}
              </Button>
            </div>
          ))}
        </>
      )}
      {summary.refused.map((act) => (
        <div className="save-problem" key={act.id} role="alert">
          <div>
            <strong>{t.saving.refused(actWords(t, act))}</strong>
            {act.hold && <p>{t.faults[act.hold.code] ?? act.hold.message}</p>}
          </div>
          <span className="save-choice">
            {(!act.hold || canRetry(act.hold)) && (
              <Button size="compact-xs" variant="light" onClick={() => saving.retryAct(act)}>
                {t.common.retry}
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => saving.discardAct(act)}>
              {t.saving.discardAct}
            </Button>
          </span>
        </div>
      ))}
      {summary.problems.map(({ record, field, state }) => (
        <div className="save-problem" key={`${record.kind}:${record.id}/${field}`}>
          <div>
            <strong>{fieldLabel(t, field)}</strong>
            <p>
              {state.status === "failed" ? (t.faults[state.reason.code] ?? state.reason.message) : t.saving.conflict}
            </p>
          </div>
          <Button size="compact-xs" variant="light" onClick={() => show(record)}>
            {t.saving.goTo}
          </Button>
        </div>
      ))}
    </div>
  );
}
