import { Alert, Anchor, Group, Progress, SimpleGrid, Text, VisuallyHidden } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import type { Encoding } from "../../contract/constants.ts";
import type { ImportRun } from "../../contract/imports.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { number } from "../platform/i18n/numbers.ts";
import { useStore } from "../platform/store.ts";
import { refusedAddress } from "./import-data.ts";
import { encodingName } from "./reading-fields.tsx";

const tones = { new: "good", changed: "iris", same: "gray", refused: "red" } as const;

/** How many rows are new, changed, the same and refused. */
export function ImportCounts({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const language = useStore(languageStore);
  const counts = { new: run.created, changed: run.changed, same: run.unchanged, refused: run.refused };
  return (
    <>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" mt="lg">
        {(Object.keys(tones) as (keyof typeof tones)[]).map((name) => (
          <div className="import-count" key={name} data-tone={counts[name] > 0 ? tones[name] : "none"}>
            <Text component="dt" size="sm" c="dimmed">
              {words.check[name]}
            </Text>
            <dd>{number(counts[name], language)}</dd>
          </div>
        ))}
      </SimpleGrid>
      {run.conflicts > 0 && (
        <Alert mt="sm" color="warn" icon={<IconGitMerge size={18} />}>
          {words.check.conflicts(run.conflicts)}
        </Alert>
      )}
    </>
  );
}

const proven: readonly Encoding[] = ["utf-8", "utf-16le", "utf-16be"];

/** What was decided for the whole file and could be wrong: where its table is, its letters, and the sign before decimals. */
export function ReadNotes({ run: { read } }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const { encoding, encodingCertain, samples = [], decimal, sheet, sheets = [], headerRow } = read ?? {};
  const notes = [];
  if (headerRow !== undefined && (headerRow > 1 || sheets.length > 1))
    notes.push(words.reading.headerFound(headerRow, sheet));
  if (encoding && !proven.includes(encoding) && samples.length > 0)
    notes.push(words.reading.readAs(encodingName(words, encoding), samples.slice(0, 3).join(" · ")));
  if (encodingCertain === false) notes.push(words.reading.uncertain);
  if (decimal !== undefined) notes.push(words.reading.decimals[decimal ?? "unknown"]);
  return notes.map((note) => (
    <Text key={note} size="sm" c="dimmed" mt="xs" className="breaks">
      {note}
    </Text>
  ));
}

export function RefusedLinks({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  if (run.refused === 0) return null;
  return (
    <Group gap="xs" fz="sm">
      <span>{words.check.download}</span>
      <Anchor inherit href={refusedAddress(run, "xlsx")} download>
        XLSX
      </Anchor>
      <Anchor inherit href={refusedAddress(run, "csv")} download>
        CSV
      </Anchor>
    </Group>
  );
}

/** How far an import is. It is announced at each tenth, not at each row. */
export function RunProgress({ run, label }: { run: ImportRun; label: string }) {
  const { imports: words } = useLater();
  const language = useStore(languageStore);
  const share = run.rows === 0 ? 0 : run.done / run.rows;
  // Nobody counts how much of an undo is done.
  const isKnown = run.state !== "undoing";
  const tenth = Math.floor(share * 10) * 10;
  return (
    <div className="import-progress">
      <Progress
        aria-label={label}
        size="lg"
        radius="xl"
        value={isKnown ? share * 100 : 100}
        striped={!isKnown}
        transitionDuration={120}
      />
      {isKnown && (
        <Text size="sm" c="dimmed" mt={6}>
          {words.check.progress(number(run.done, language), number(run.rows, language))}
        </Text>
      )}
      <VisuallyHidden role="status">{isKnown ? `${label}: ${tenth} %` : label}</VisuallyHidden>
    </div>
  );
}
