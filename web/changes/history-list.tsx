import { Button } from "@mantine/core";
import { IconArrowBackUp, IconPencil, IconPlus, IconRestore, IconTrash } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import type { FieldDiff, HistoryEntry } from "../../contract/changes.ts";
import { useRights } from "../access/use-rights.ts";
import { fieldLabel } from "../components/field-names.ts";
import { shownValue } from "../components/field-note.tsx";
import { languageStore, useText } from "../i18n/i18n.ts";
import { sameValue } from "../saving/edit.ts";
import { useStore } from "../store.ts";
import { undoChanges } from "./undo.ts";

const icons = {
  create: <IconPlus size={15} />,
  update: <IconPencil size={15} />,
  delete: <IconTrash size={15} />,
  restore: <IconRestore size={15} />,
};

type Props = {
  entries: HistoryEntry[];
  /** Where the list is about a whole project: each entry then names its thing and leads to it. */
  projectId?: string | undefined;
  more: (() => void) | undefined;
  loading: boolean;
};

export function HistoryList({ entries, projectId, more, loading }: Props) {
  const t = useText();
  const { projectId: here = "" } = useParams({ strict: false });
  const { writes } = useRights(here);
  return (
    <>
      <ol className="history">
        {entries.map((entry) => (
          <Entry
            key={`${entry.changeSetId}/${entry.kind}/${entry.id}`}
            entry={entry}
            projectId={projectId}
            undoable={writes}
          />
        ))}
      </ol>
      {more && (
        <Button variant="subtle" size="xs" loading={loading} onClick={more}>
          {t.history.more}
        </Button>
      )}
    </>
  );
}

type EntryProps = { entry: HistoryEntry; projectId: string | undefined; undoable: boolean };

function Entry({ entry, projectId, undoable }: EntryProps) {
  const t = useText();
  const language = useStore(languageStore);
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const verb = {
    create: t.history.created,
    update: t.history.changed,
    delete: t.history.deleted,
    restore: t.history.restored,
  };
  return (
    <li className="history-entry">
      <span className="history-icon" data-action={entry.action} aria-hidden>
        {icons[entry.action]}
      </span>
      <div className="history-body">
        <p>
          <strong>{t.history.by(entry.actor === "anonymous" ? t.history.someone : entry.actor)}</strong>{" "}
          {verb[entry.action]} {projectId && <ThingName entry={entry} projectId={projectId} />}
          {entry.things > 1 && <span className="quiet"> · {t.history.gathered(entry.things)}</span>}
        </p>
        {entry.fields.slice(0, 6).map((diff) => (
          <Diff key={diff.field} diff={diff} />
        ))}
        <time className="quiet" dateTime={entry.at}>
          {when.format(new Date(entry.at))}
        </time>
      </div>
      {undoable && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowBackUp size={13} />}
          aria-label={`${t.history.undo}: ${entry.name}, ${entry.summary}`}
          onClick={() => void undoChanges([entry.changeSetId])}
        >
          {t.history.undo}
        </Button>
      )}
    </li>
  );
}

function ThingName({ entry, projectId }: { entry: HistoryEntry; projectId: string }) {
  if (entry.action === "delete" || entry.things > 1) return <span className="history-name">{entry.name}</span>;
  const search = entry.kind === "item" ? { item: entry.id } : { [entry.kind]: entry.id, details: true };
  return (
    <Link className="history-name" to="/projects/$projectId" params={{ projectId }} search={search}>
      {entry.name}
    </Link>
  );
}

function Diff({ diff }: { diff: FieldDiff }) {
  const t = useText();
  if (diff.field.startsWith("translatedFrom."))
    return (
      <p className="diff">
        <span className="diff-field">{fieldLabel(t, diff.field)}</span>
        {diff.after === null ? t.translations.stillRight : t.translations.stale}
      </p>
    );
  // Several saves that lead back to where they began.
  if (sameValue(diff.before, diff.after))
    return (
      <p className="diff">
        <span className="diff-field">{fieldLabel(t, diff.field)}</span>
        {t.history.changedBack}
      </p>
    );
  return (
    <p className="diff">
      <span className="diff-field">{fieldLabel(t, diff.field)}</span>
      <del>{shownValue(t, diff.before)}</del>
      <ins>{shownValue(t, diff.after)}</ins>
    </p>
  );
}
