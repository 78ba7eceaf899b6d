import { Alert, Button, Group, Text } from "@mantine/core";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { canRetry } from "../platform/reason.ts";
import { toast } from "../platform/toasts.ts";
import type { FieldState, RecordRef } from "../saving/edit.ts";
import { saving } from "../saving/saving.ts";
import { reasonText } from "./field-note.tsx";
import { useMayWrite } from "./may-write.ts";
import { shownValue } from "./shown-value.ts";

/** Copies what was typed and cannot be saved. */
export function CopyDraft({ record, path }: { record: RecordRef; path: string }) {
  const t = useText();
  const { refusedEdit } = useLater();
  const copy = () => {
    void navigator.clipboard.writeText(shownValue(t, saving.view(record, path).draft?.value));
    toast(refusedEdit.copied);
  };
  return (
    <Button size="compact-xs" variant="subtle" onClick={copy}>
      {refusedEdit.copy}
    </Button>
  );
}

/** The right to change the field was taken away while someone typed. */
const NoLonger = (draft: { record: RecordRef; path: string }) => (
  <>
    <span>{useLater().refusedEdit.noLonger}</span>
    <CopyDraft {...draft} />
  </>
);

type ProblemProps = { record: RecordRef; path: string; state: FieldState };

/** What went wrong with a field, at the field: the reason and what can be done about it. */
export function FieldProblem({ record, path, state }: ProblemProps) {
  const t = useText();
  const mayWrite = useMayWrite(path);
  if (state.status === "failed")
    return (
      <Group className="problem" gap="xs" c="red" fz="xs" role="alert">
        {mayWrite ? <span>{reasonText(t, state)}</span> : <NoLonger record={record} path={path} />}
        {mayWrite && canRetry(state.reason) && (
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
