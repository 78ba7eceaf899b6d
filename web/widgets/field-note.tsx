import { IconAlertCircle, IconCheck, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import { explainReason } from "../platform/explain.ts";
import { useText, type Text as Words } from "../platform/i18n/i18n.ts";
import type { FieldState } from "../saving/edit.ts";

export const reasonText = (t: Words, state: FieldState): string | undefined => {
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
        <IconCloudUp size={13} aria-hidden />
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

/** A value that the field did not take. */
export const MarkNote = ({ why }: { why: string }) => (
  <span data-tip={why} className="note note-bad" role="img" aria-label={why}>
    <IconAlertCircle size={13} aria-hidden />
  </span>
);
