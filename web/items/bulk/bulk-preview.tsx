import { Alert, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertCircle, IconArrowRight, IconPlus } from "@tabler/icons-react";
import type { BulkDone } from "../../../contract/bulk.ts";
import { CatalogError } from "../../../contract/client.ts";
import type { Fault } from "../../../contract/errors.ts";
import { fieldLabel } from "../../catalog/field-names.ts";
import { explain } from "../../platform/explain.ts";
import { languageStore, useText } from "../../platform/i18n/i18n.ts";
import { useLater } from "../../platform/i18n/later-words.ts";
import { number } from "../../platform/i18n/numbers.ts";
import { useStore } from "../../platform/store.ts";
import { shownValue } from "../../widgets/shown-value.ts";
import type { BulkPreview as Preview } from "./use-bulk-preview.ts";

const shownRows = 6;
const shownRefusals = 5;

type Row = NonNullable<BulkDone["preview"]>[number];

/** What a bulk edit changes, before it does. `empty`: nothing is asked for yet. */
export function BulkPreview({ preview, empty }: { preview: Preview; empty: boolean }) {
  const { bulk } = useLater();
  return (
    <Paper
      component="section"
      className="preview tinted"
      mt="md"
      p="md"
      aria-label={bulk.preview}
      aria-live="polite"
      aria-busy={!preview.fresh}
    >
      <Title order={3}>{bulk.preview}</Title>
      <Contents preview={preview} empty={empty} />
    </Paper>
  );
}

function Contents({ preview, empty }: { preview: Preview; empty: boolean }) {
  const { bulk } = useLater();
  const { done, error, fresh, whole } = preview;
  const note = (words: string) => (
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  );
  if (empty) return note(bulk.nothing);
  if (error && fresh) return <Refused error={error} />;
  if (!done) return note(bulk.looking);
  const rows = done.preview ?? [];
  const several = new Set(rows.flatMap(({ after }) => Object.keys(after))).size > 1;
  const rest = (whole ? done.changed : done.matched) - Math.min(shownRows, rows.length);
  return (
    <>
      <Text size="sm" c="dimmed">
        {whole ? bulk.changes(done.changed) : bulk.matching(done.matched)}
        {whole && done.matched > done.changed && ` · ${bulk.unchanged(done.matched - done.changed)}`}
      </Text>
      <ul>
        {rows.slice(0, shownRows).map((row) => (
          <PreviewRow key={row.id} row={row} several={several} />
        ))}
      </ul>
      {rest > 0 && note(bulk.more(rest))}
    </>
  );
}

function PreviewRow({ row, several }: { row: Row; several: boolean }) {
  const t = useText();
  return (
    <li>
      <Group gap="xs" py={4} fz="sm" wrap="nowrap">
        <Text span inherit truncate flex={1}>
          {row.name}
        </Text>
        <Stack gap={2} align="flex-end" maw="65%">
          {Object.keys(row.after).map((field) => (
            <Group gap="xs" wrap="nowrap" maw="100%" key={field}>
              {several && (
                <Text span inherit c="dimmed">
                  {fieldLabel(t, field)}
                </Text>
              )}
              <Difference before={row.before[field]} after={row.after[field]} />
            </Group>
          ))}
        </Stack>
      </Group>
    </li>
  );
}

const areWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** The value before and after; of a list of words, those that go and those that come. */
function Difference({ before, after }: { before: unknown; after: unknown }) {
  const t = useText();
  const both = areWords(before) && areWords(after);
  const gone = both ? before.filter((word) => !after.includes(word)) : before;
  const come = both ? after.filter((word) => !before.includes(word)) : after;
  const shows = (value: unknown) => !both || (value as string[]).length > 0;
  return (
    <>
      {shows(gone) && (
        <Text span inherit truncate maw={220} c="dimmed" td="line-through">
          {shownValue(t, gone)}
        </Text>
      )}
      {both ? shows(come) && <IconPlus size={14} aria-hidden /> : <IconArrowRight size={14} aria-hidden />}
      {shows(come) && (
        <Text span inherit truncate maw={220} c="good" fw={600} className="preview-new">
          {shownValue(t, come)}
        </Text>
      )}
    </>
  );
}

type RefusedItem = Fault & { id: string; name: string; value?: number };

/** Why it cannot be carried out; without the network it can, later. */
function Refused({ error }: { error: unknown }) {
  const t = useText();
  const { bulk } = useLater();
  const language = useStore(languageStore);
  if (!(error instanceof CatalogError))
    return (
      <Text size="sm" c="dimmed">
        {bulk.noPreview}
      </Text>
    );
  const { items = [], moreItems = 0 } = error.problem as { items?: RefusedItem[]; moreItems?: number };
  const rest = items.length + moreItems - shownRefusals;
  return (
    <Alert mt="xs" role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />} title={explain(error)}>
      {items.length > 0 && (
        <ul>
          {items.slice(0, shownRefusals).map(({ id, name, pointer, code, message, value }) => (
            <li key={id}>
              <strong>{name}</strong>: {fieldLabel(t, pointer.slice(1).replaceAll("/", "."))}
              {value === undefined ? "" : ` ${number(value, language)}`}. {t.faults[code] ?? message}
            </li>
          ))}
          {rest > 0 && <li>{bulk.more(rest)}</li>}
        </ul>
      )}
    </Alert>
  );
}
