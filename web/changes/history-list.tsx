import { Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconPencil, IconPlus, IconRestore, IconTrash } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import type { FieldDiff, HistoryEntry } from "../../contract/changes.ts";
import { useRights } from "../access/use-rights.ts";
import { searchOf } from "../addresses.ts";
import { fieldLabel } from "../components/field-names.ts";
import { TextLink } from "../components/links.tsx";
import { ListLine } from "../components/list-line.tsx";
import { shownValue } from "../components/shown-value.ts";
import { languageStore, useText } from "../i18n/i18n.ts";
import { sameValue } from "../saving/edit.ts";
import { useStore } from "../store.ts";
import { undoing } from "./undoing.ts";

const colors = { create: "good", update: "gray", delete: "red", restore: "good" } as const;

const icons = {
  create: <IconPlus size={15} />,
  update: <IconPencil size={15} />,
  delete: <IconTrash size={15} />,
  restore: <IconRestore size={15} />,
};

type Props = {
  entries: HistoryEntry[];
  /** Set where the list is about a whole project: each entry then names its record and links to it. */
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
      <ol>
        {entries.map((entry) => (
          <Entry
            key={`${entry.changeSetId}/${entry.kind}/${entry.id}`}
            entry={entry}
            projectId={projectId}
            here={here}
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

type EntryProps = { entry: HistoryEntry; projectId: string | undefined; here: string; undoable: boolean };

function Entry({ entry, projectId, here, undoable }: EntryProps) {
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
    <ListLine
      icon={icons[entry.action]}
      color={colors[entry.action]}
      actions={
        undoable && (
          <Button
            size="compact-xs"
            flex="none"
            variant="default"
            leftSection={<IconArrowBackUp size={13} />}
            aria-label={`${t.history.undo}: ${entry.name}, ${entry.summary}`}
            onClick={() => undoing.earlier(here, entry.changeSetId, { what: "undoEarlier", name: entry.name })}
          >
            {t.history.undo}
          </Button>
        )
      }
    >
      <p className="breaks">
        <strong>{t.history.by(entry.actor === "anonymous" ? t.history.someone : entry.actor)}</strong>{" "}
        {verb[entry.action]} {projectId && <ThingName entry={entry} projectId={projectId} />}
        {entry.things > 1 && (
          <Text span size="sm" c="dimmed">
            {" "}
            · {t.history.gathered(entry.things)}
          </Text>
        )}
      </p>
      {entry.fields.slice(0, 6).map((diff) => (
        <Diff key={diff.field} diff={diff} saves={entry.saves} />
      ))}
      <Text size="sm" c="dimmed">
        <time dateTime={entry.at}>{when.format(new Date(entry.at))}</time>
      </Text>
    </ListLine>
  );
}

function ThingName({ entry, projectId }: { entry: HistoryEntry; projectId: string }) {
  if (entry.action === "delete" || entry.things > 1)
    return (
      <Text span fw={500}>
        {entry.name}
      </Text>
    );
  return (
    <TextLink c="inherit" fw={500} to="/projects/$projectId" params={{ projectId }} search={searchOf(entry)}>
      {entry.name}
    </TextLink>
  );
}

/** How many values in between the line itself shows, where the last value is the first one again. */
const shownBetween = 3;

function Diff({ diff, saves }: { diff: FieldDiff; saves: number }) {
  const t = useText();
  const { field, before, between = [], after } = diff;
  if (field.startsWith("translatedFrom."))
    return (
      <p className="diff">
        <Text span inherit c="dimmed">
          {fieldLabel(t, field)}
        </Text>
        {after === null ? t.translations.stillRight : t.translations.stale}
      </p>
    );
  const middle = sameValue(before, after) ? between.slice(-shownBetween) : [];
  return (
    <>
      <p className="diff">
        <Text span inherit c="dimmed">
          {fieldLabel(t, field)}
        </Text>
        <del>{shownValue(t, before)}</del>
        {middle.length > 0 && middle.length < saves - 1 && <span>…</span>}
        {ordered(middle).map(({ key, value }) => (
          <span key={key}>{shownValue(t, value)}</span>
        ))}
        <ins>{shownValue(t, after)}</ins>
      </p>
      {saves > 1 && <Between values={between} saves={saves} />}
    </>
  );
}

/** The same value may be in the list twice: only the index tells them apart. */
const ordered = (values: readonly unknown[]) => values.map((value, index) => ({ key: `${index}`, value }));

function Between({ values, saves }: { values: readonly unknown[]; saves: number }) {
  const t = useText();
  const left = saves - 1 - values.length;
  return (
    <details className="between">
      <summary>{t.history.saves(saves)}</summary>
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {t.history.notShown(left)}
        </Text>
      )}
      <ol>
        {ordered(values).map(({ key, value }) => (
          <li key={key}>{shownValue(t, value)}</li>
        ))}
      </ol>
    </details>
  );
}
