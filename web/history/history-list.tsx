import { Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconPencil, IconPlus, IconRestore, IconTrash, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useContext } from "react";
import type { FieldDiff, HistoryEntry } from "../../contract/changes.ts";
import { useSession } from "../access/session.ts";
import { useRights } from "../access/use-rights.ts";
import { searchOf } from "../catalog/addresses.ts";
import { fieldLabel } from "../catalog/field-names.ts";
import { nodeById, type Tree } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { languageStore, useText, type Text as Words } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { sameValue } from "../saving/edit.ts";
import { titleWords } from "../saving/pending-words.ts";
import { isConfirmation } from "../translations/translation.ts";
import { importWithSet } from "../undo/import-sets.ts";
import { undoing } from "../undo/undoing.ts";
import { TextLink } from "../widgets/links.tsx";
import { ListLine } from "../widgets/list-line.tsx";
import { MayWrite } from "../widgets/may-write.ts";
import { shownValue } from "../widgets/shown-value.ts";
import { nameMark, sentenceOf } from "./change-sentence.ts";
import { importsQuery } from "./imports-query.ts";
import { mayUndo } from "./may-undo.ts";

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
  const person = { rights: useRights(here), name: useSession().data?.who?.name };
  const mayWrite = useContext(MayWrite);
  const hasImports = entries.some(({ changeSetId }) => importWithSet(changeSetId));
  const { data: imports = [] } = useQuery({ ...importsQuery(here), enabled: hasImports });
  const fileName = (id: string) => imports.find((one) => one.id === id)?.fileName;
  return (
    <>
      <ol>
        {joined(entries).map((entry) => {
          const imported = importWithSet(entry.changeSetId);
          const undoable = mayUndo(person, entry, projectId ? undefined : mayWrite);
          const props = { entry, projectId, here, undoable };
          const key = `${entry.changeSetId}/${entry.kind}/${entry.id}/${entry.at}`;
          return imported ? (
            <ImportEntry key={key} {...props} imported={imported} fileName={fileName(imported.id)} />
          ) : (
            <Entry key={key} {...props} />
          );
        })}
      </ol>
      {more && (
        <Button variant="subtle" size="xs" loading={loading} onClick={more}>
          {t.history.more}
        </Button>
      )}
    </>
  );
}

/** A page may end within an import. */
function joined(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const lines: HistoryEntry[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last?.changeSetId === entry.changeSetId && importWithSet(entry.changeSetId))
      lines[lines.length - 1] = { ...last, things: last.things + entry.things };
    else lines.push(entry);
  }
  return lines;
}

type EntryProps = { entry: HistoryEntry; projectId: string | undefined; here: string; undoable: boolean };

type ImportProps = EntryProps & {
  imported: NonNullable<ReturnType<typeof importWithSet>>;
  /** Undefined where the import is too old, or belongs to another branch. */
  fileName: string | undefined;
};

/** An import, or its undo. In the history of one record only the import itself offers to undo all of it. */
function ImportEntry({ entry, projectId, here, undoable, imported: { id, undone }, fileName }: ImportProps) {
  const t = useText();
  const { sentences: words } = useLater();
  const file = fileName || t.history.file;
  const name = titleWords(t, { what: "importFile", name: file });
  return (
    <ListLine
      icon={undone ? <IconArrowBackUp size={15} /> : <IconUpload size={15} />}
      actions={
        projectId &&
        undoable && (
          <UndoButton
            about={name}
            press={() => undoing.earlier(here, entry.changeSetId, { what: undone ? "redo" : "undo", name })}
          />
        )
      }
    >
      <p className="breaks">
        <Actor entry={entry} /> {undone ? words.importUndone : words.imported}{" "}
        {fileName === undefined ? (
          file
        ) : (
          <TextLink c="inherit" fw={500} to="/projects/$projectId/import" params={{ projectId: here }} search={{ id }}>
            {file}
          </TextLink>
        )}
        {projectId && (
          <Text span size="sm" c="dimmed">
            {" "}
            · {t.history.gathered(entry.things)}
          </Text>
        )}
      </p>
      {!projectId &&
        entry.fields.slice(0, mostFields).map((diff) => <Diff key={diff.field} diff={diff} saves={entry.saves} />)}
      <When at={entry.at} />
    </ListLine>
  );
}

function UndoButton({ about, press }: { about: string; press(): void }) {
  const t = useText();
  return (
    <Button
      size="compact-xs"
      flex="none"
      variant="default"
      leftSection={<IconArrowBackUp size={13} />}
      aria-label={`${t.undo.undo}: ${about}`}
      onClick={press}
    >
      {t.undo.undo}
    </Button>
  );
}

function Actor({ entry: { actor } }: { entry: HistoryEntry }) {
  const t = useText();
  const { by } = useLater().sentences;
  return <strong>{by(actor === "anonymous" ? t.history.someone : actor)}</strong>;
}

function When({ at }: { at: string }) {
  const when = new Intl.DateTimeFormat(useStore(languageStore), { dateStyle: "medium", timeStyle: "short" });
  return (
    <Text size="sm" c="dimmed">
      <time dateTime={at}>{when.format(new Date(at))}</time>
    </Text>
  );
}

function Entry({ entry, projectId, here, undoable }: EntryProps) {
  const t = useText();
  const language = useStore(languageStore);
  const { data: tree } = useTree(here);
  const { sentences: words } = useLater();
  const { sentence, shown } = sentenceOf(words, entry, {
    named: projectId !== undefined,
    value: (value) => shownValue(t, value),
    node: (id) => nodeName(tree, id) ?? t.tree.topLevel,
    language: (code) => languageName(code, language),
  });
  const [before, after] = sentence.split(nameMark);
  return (
    <ListLine
      icon={icons[entry.action]}
      color={colors[entry.action]}
      actions={
        undoable && (
          <UndoButton
            about={sentence.replace(nameMark, entry.name)}
            press={() => undoing.earlier(here, entry.changeSetId, { what: "undoEarlier", name: entry.name })}
          />
        )
      }
    >
      <p className="breaks">
        <Actor entry={entry} /> {before}
        {projectId && after !== undefined && <ThingName entry={entry} projectId={projectId} />}
        {after}
        {entry.undo && (
          <Text span size="sm" c="dimmed">
            {" "}
            · {words.byUndo}
          </Text>
        )}
      </p>
      {entry.saves > 1 && shown.length === 0 && entry.fields[0] && (
        <Between values={entry.fields[0].between ?? []} saves={entry.saves} />
      )}
      {shown.slice(0, mostFields).map((diff) => (
        <Diff key={diff.field} diff={diff} saves={entry.saves} />
      ))}
      <When at={entry.at} />
    </ListLine>
  );
}

const mostFields = 6;

/** A node that is gone is only known by its id. */
function nodeName(tree: Tree | undefined, id: unknown): string | undefined {
  if (typeof id !== "string") return undefined;
  const node = tree && nodeById(tree, id);
  return node?.name ?? id;
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

function noteWords({ translations: words }: Words, before: unknown, after: unknown): string {
  if (isConfirmation(after)) return words.rightSo;
  if (after === null) return isConfirmation(before) ? words.copied : words.stillRight;
  return words.stale;
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
        {noteWords(t, before, after)}
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
