import { ActionIcon, Box, Button, Group, Text, Title } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { keysOf } from "../actions/key-names.ts";
import { searchOf } from "../catalog/addresses.ts";
import { languageStore, useText, type Text as Words } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";
import { saving } from "../saving/saving.ts";
import { useSaveSummary } from "../saving/use-field.ts";
import type { Opening } from "../widgets/anchor.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { ButtonLink, TextLink } from "../widgets/links.tsx";
import { Popup } from "../widgets/popup.tsx";
import { type Done, importOf, isField } from "./done.ts";
import { doneList, doneStore } from "./done-store.ts";
import { doneWords, whyWords } from "./done-words.ts";
import { undoing } from "./undoing.ts";

/** Lists what the person did to the project in this tab. Each entry can be undone by itself. */
export default function DonePanel({ opening, projectId }: { opening: Opening; projectId: string }) {
  return (
    <Popup opening={opening} position="bottom-end" width={400} dropdown={{ className: "done", p: 0 }}>
      <DoneEntries projectId={projectId} />
    </Popup>
  );
}

function DoneEntries({ projectId }: { projectId: string }) {
  const t = useText();
  const entries = useStore(doneStore).filter((entry) => entry.projectId === projectId);
  // Whether a field is saved.
  useSaveSummary();
  const whole = useRef<HTMLDivElement>(null);
  const pressed = useRef<string>(undefined);
  // An entry that was undone is drawn in another place, and the focus would be lost.
  useEffect(() => {
    if (!pressed.current || (document.activeElement && document.activeElement !== document.body)) return;
    whole.current?.querySelector<HTMLElement>(`[data-entry="${pressed.current}"] button`)?.focus();
  });
  const undone = entries.filter(isUndone).toSorted((a, b) => (b.undone ?? 0) - (a.undone ?? 0));
  const done = entries.filter((entry) => !isUndone(entry)).toReversed();
  const press = (entry: Done) => {
    pressed.current = entry.id;
    undoing[isUndone(entry) ? "redo" : "undo"](entry.id);
  };
  return (
    <div ref={whole}>
      <Head projectId={projectId} />
      {entries.length === 0 && (
        <EmptyPlace of="undo">
          <ButtonLink size="xs" variant="default" to="/projects/$projectId/history" params={{ projectId }} search={{}}>
            {t.actions.goHistory}
          </ButtonLink>
        </EmptyPlace>
      )}
      <Box mah="min(60vh, 560px)" className="scrolls" tabIndex={-1}>
        {undone.length > 0 && <Entries label={t.undo.undone} entries={undone} press={press} />}
        {done.length > 0 && <Entries label={t.undo.title} entries={done} press={press} />}
      </Box>
    </div>
  );
}

const isUndone = ({ state }: Done) => state === "undone" || state === "redoing";

function Head({ projectId }: { projectId: string }) {
  const t = useText();
  return (
    <Group className="done-head" gap={4} wrap="nowrap" px="md" py="xs">
      <Box flex={1} miw={0}>
        <Title order={2} size="h4">
          {t.undo.title}
        </Title>
        <Text size="xs" c="dimmed" truncate>
          {t.undo.hint}
        </Text>
      </Box>
      <HeadButton
        label={t.undo.undo}
        keys="mod+z"
        enabled={doneList.can("undo", projectId)}
        run={() => undoing.last(projectId)}
      >
        <IconArrowBackUp size={16} />
      </HeadButton>
      <HeadButton
        label={t.undo.redo}
        keys="mod+shift+z"
        enabled={doneList.can("redo", projectId)}
        run={() => undoing.next(projectId)}
      >
        <IconArrowForwardUp size={16} />
      </HeadButton>
    </Group>
  );
}

type HeadProps = { label: string; keys: string; enabled: boolean; run(): void; children: React.ReactNode };

/** Stays focused when there is nothing left to undo. */
const HeadButton = ({ label, keys, enabled, run, children }: HeadProps) => (
  <ActionIcon
    variant="default"
    size={30}
    aria-label={label}
    aria-disabled={!enabled || undefined}
    {...(!enabled && { "data-disabled": true })}
    data-tip={`${label} · ${keysOf(keys).join(" ")}`}
    onClick={() => enabled && run()}
  >
    {children}
  </ActionIcon>
);

type EntriesProps = { label: string; entries: Done[]; press(entry: Done): void };

const Entries = ({ label, entries, press }: EntriesProps) => (
  <ol className="done-entries" aria-label={label}>
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} press={() => press(entry)} />
    ))}
  </ol>
);

function Entry({ entry, press }: { entry: Done; press(): void }) {
  const t = useText();
  const language = useStore(languageStore);
  const words = doneWords(t, entry.did);
  const undone = isUndone(entry);
  const label = undone ? t.undo.redo : t.undo.undo;
  const at = new Date(entry.at);
  const isToday = at.toDateString() === new Date().toDateString();
  const when = new Intl.DateTimeFormat(language, { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) });
  const note = noteOf(t, entry);
  return (
    <li className="done-entry" data-entry={entry.id} data-undone={undone || undefined}>
      <Box flex={1} miw={0}>
        <EntryWords entry={entry} words={words} />
        <Text size="xs" c="dimmed">
          <time dateTime={at.toISOString()}>{when.format(at)}</time>
          {note && " · "}
          <Text span inherit {...(entry.state === "stuck" && { c: "red" })}>
            {note}
          </Text>
        </Text>
      </Box>
      <Button size="compact-xs" flex="none" variant="default" aria-label={`${label}: ${words}`} onClick={press}>
        {label}
      </Button>
    </li>
  );
}

/** Leads to what was changed, where that exists. */
function EntryWords({ entry, words }: { entry: Done; words: string }) {
  const { did, projectId, state } = entry;
  const importId = importOf(entry);
  if (importId)
    return (
      <TextLink
        c="inherit"
        size="sm"
        className="breaks"
        to="/projects/$projectId/import"
        params={{ projectId }}
        search={{ id: importId }}
      >
        {words}
      </TextLink>
    );
  const isGone = state === "undone" && !isField(did);
  if (!did.record || !projectId || isGone)
    return (
      <Text size="sm" className="breaks">
        {words}
      </Text>
    );
  return (
    <TextLink
      c="inherit"
      size="sm"
      className="breaks"
      to="/projects/$projectId"
      params={{ projectId }}
      search={searchOf(did.record)}
    >
      {words}
    </TextLink>
  );
}

/** What becomes of it: it is being saved or undone, or why it cannot be undone. */
function noteOf(t: Words, { did, state, why, id }: Done): string {
  if (state === "undone") return t.undo.undone;
  if (state === "undoing") return t.undo.undoing;
  if (state === "redoing") return t.undo.redoing;
  if (state === "stuck") return why ? whyWords(t, why) : "";
  if (state === "saving") return saving.summary().status === "waiting" ? t.saving.fieldWaiting : t.saving.fieldSaving;
  if (!isField(did) || doneList.lastOf(did.record, did.field)?.id !== id) return "";
  const { status } = saving.view(did.record, did.field).state;
  if (status === "saving") return t.saving.fieldSaving;
  if (status === "waiting") return t.saving.fieldWaiting;
  return status === "failed" || status === "conflict" ? t.saving.notSaved : "";
}
