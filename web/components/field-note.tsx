import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconCloudOff, IconLoader2 } from "@tabler/icons-react";
import { explainReason } from "../explain.ts";
import { useText, type Text as Words } from "../i18n/i18n.ts";
import type { FieldState, RecordRef } from "../saving/edit.ts";
import { canRetry } from "../saving/reason.ts";
import { saving } from "../saving/saving.ts";
import { shownValue } from "./shown-value.ts";

const reasonText = (t: Words, state: FieldState): string | undefined => {
  if (state.status === "failed") return explainReason(state.reason);
  return state.status === "conflict" ? t.saving.conflict : undefined;
};

/** The state of one field, as a small sign beside it. */
export function FieldNote({ field, compact }: { field: { state: FieldState }; compact?: boolean }) {
  const t = useText();
  const { state } = field;
  if (state.status === "idle" || (compact && state.status === "saved")) return null;
  if (state.status === "saved")
    return (
      <span className="note note-saved">
        <IconCheck size={13} aria-hidden />
        <span className="note-words">{t.saving.fieldSaved}</span>
      </span>
    );
  if (state.status === "saving")
    return (
      <span className="note" role="img" aria-label={t.saving.fieldSaving}>
        <IconLoader2 size={13} className="turning" aria-hidden />
      </span>
    );
  if (state.status === "waiting") {
    const words = state.stored ? t.saving.fieldWaiting : t.saving.fieldUnstored;
    return (
      <span
        data-tip={words}
        className={state.stored ? "note note-waiting" : "note note-bad"}
        role="img"
        aria-label={words}
      >
        <IconCloudOff size={13} aria-hidden />
      </span>
    );
  }
  const reason = reasonText(t, state) ?? "";
  return (
    <span data-tip={reason} className="note note-bad" role="img" aria-label={`${t.saving.notSaved}: ${reason}`}>
      <IconAlertCircle size={13} aria-hidden />
      {!compact && <span className="note-words">{t.saving.notSaved}</span>}
    </span>
  );
}

type ProblemProps = { record: RecordRef; path: string; state: FieldState };

/** What went wrong with a field, at the field: the reason and what can be done about it. */
export function FieldProblem({ record, path, state }: ProblemProps) {
  const t = useText();
  if (state.status === "failed")
    return (
      <Group className="problem" gap="xs" c="red" fz="xs" role="alert">
        <span>{reasonText(t, state)}</span>
        {canRetry(state.reason) && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => saving.retry(record, path)}>
            {t.common.retry}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => saving.discard(record, path)}>
          {t.saving.discard}
        </Button>
      </Group>
    );
  if (state.status !== "conflict") return null;
  return (
    <Alert className="conflict" color="warn" title={t.saving.conflict}>
      <dl className="breaks">
        <Text component="dt" size="sm" c="dimmed">
          {t.saving.yours}
        </Text>
        <dd>{shownValue(t, state.yours)}</dd>
        <Text component="dt" size="sm" c="dimmed">
          {t.saving.theirs}
        </Text>
        <dd>{shownValue(t, state.theirs)}</dd>
      </dl>
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" onClick={() => saving.resolve(record, path, "yours")}>
          {t.saving.keepYours}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => saving.resolve(record, path, "theirs")}>
          {t.saving.takeTheirs}
        </Button>
      </Group>
    </Alert>
  );
}
