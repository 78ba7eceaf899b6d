import { Alert, Button, Group, Text } from "@mantine/core";
import { useText } from "../i18n/i18n.ts";
import type { FieldState, RecordRef } from "../saving/edit.ts";
import { canRetry } from "../saving/reason.ts";
import { saving } from "../saving/saving.ts";
import { reasonText } from "./field-note.tsx";
import { shownValue } from "./shown-value.ts";

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
