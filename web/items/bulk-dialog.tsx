import { ActionIcon, Button, Group, NativeSelect, Paper, Progress, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconArrowRight, IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useId, useMemo, useState } from "react";
import { currencies } from "../../contract/constants.ts";
import type { ItemPatch } from "../../contract/items.ts";
import { ActProgress } from "../components/act-progress.tsx";
import { DialogFoot, DialogFrame } from "../components/dialog-frame.tsx";
import { fieldLabel } from "../components/field-names.ts";
import { shownValue } from "../components/field-note.tsx";
import { FieldHead } from "../components/fields.tsx";
import { TagsInput } from "../components/tags-input.tsx";
import { explain } from "../explain.ts";
import { useText } from "../i18n/i18n.ts";
import { readNumber } from "../i18n/read-number.ts";
import { sameValue } from "../saving/edit.ts";
import { toast } from "../toasts.ts";
import { type BulkField, type BulkItem, bulkFields } from "./collected.ts";
import { editItems } from "./item-commands.ts";
import { knownItems } from "./items-data.ts";
import { useRun } from "./use-run.ts";

/** `key` identifies a line when its field changes. */
type Line = { key: number; field: BulkField; typed?: unknown };
type Change = Partial<Record<BulkField, unknown>>;
const shownRows = 6;

/** Gives many items the same values, and shows what changes before it does. */
export function BulkDialog({ projectId, ids, close }: { projectId: string; ids: string[]; close(): void }) {
  const t = useText();
  const [items, setItems] = useState<BulkItem[]>();
  const [lines, setLines] = useState<Line[]>([{ key: 0, field: "discount" }]);
  const [share, setShare] = useState<number>();
  const { act, run } = useRun(close);
  useEffect(() => {
    let live = true;
    knownItems(ids, (done, of) => live && setShare((100 * done) / of))
      .then((found) => live && setItems(found))
      .catch((error: unknown) => toast(explain(error), { tone: "bad" }))
      .finally(() => live && setShare(undefined));
    return () => {
      live = false;
    };
  }, [ids]);
  const change = useMemo(() => changeOf(lines), [lines]);
  const changing = useMemo(() => (items ?? []).filter((item) => differing(item, change).length > 0), [items, change]);
  const free = bulkFields.find((field) => !lines.some((line) => line.field === field));
  const setLine = (at: number, line: Line) => setLines((now) => now.with(at, line));
  const apply = () => {
    const itemIds = changing.map((item) => item.id);
    void run((started) => editItems(projectId, itemIds, change as ItemPatch, started));
  };
  return (
    <DialogFrame close={close} size="lg" title={t.bulk.title(ids.length)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {lines.map((line, at) => (
          <BulkLine
            key={line.key}
            line={line}
            taken={lines.map(({ field }) => field)}
            change={(next) => setLine(at, next)}
            remove={lines.length > 1 ? () => setLines((now) => now.filter((_, other) => other !== at)) : undefined}
          />
        ))}
        {free && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              setLines((now) => [...now, { key: Math.max(...now.map(({ key }) => key)) + 1, field: free }])
            }
          >
            {t.bulk.addField}
          </Button>
        )}
        <Preview items={items} changing={changing} change={change} />
        {share !== undefined && <Progress value={share} aria-label={t.bulk.collecting} />}
        {act && <ActProgress id={act} label={t.bulk.apply(changing.length)} />}
        <DialogFoot>
          <Button variant="default" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={changing.length === 0} loading={share !== undefined || act !== undefined}>
            {t.bulk.apply(changing.length)}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}

function changeOf(lines: readonly Line[]): Change {
  const change: Change = {};
  for (const { field, typed } of lines) {
    const value = meant(field, typed);
    if (value !== undefined) change[field] = value;
  }
  return change;
}

/** The fields of an item that the change gives another value. */
const differing = (item: BulkItem, change: Change) =>
  (Object.keys(change) as BulkField[]).filter((field) => !sameValue(item[field], change[field]));

type PreviewProps = { items: readonly BulkItem[] | undefined; changing: readonly BulkItem[]; change: Change };

function Preview({ items, changing, change }: PreviewProps) {
  const t = useText();
  const fields = Object.keys(change).length;
  return (
    <Paper component="section" className="preview tinted" mt="md" p="md" aria-label={t.bulk.preview} aria-live="polite">
      <Title order={3}>{t.bulk.preview}</Title>
      {fields === 0 || !items ? (
        <Text size="sm" c="dimmed">
          {items ? t.bulk.nothing : t.bulk.collecting}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t.bulk.changes(changing.length)}
            {items.length > changing.length && ` · ${t.bulk.unchanged(items.length - changing.length)}`}
          </Text>
          <ul>
            {changing.slice(0, shownRows).map((item) => (
              <li key={item.id}>
                <Group gap="xs" py={4} fz="sm" wrap="nowrap">
                  <Text span inherit truncate flex={1}>
                    {item.name}
                  </Text>
                  <Stack gap={2} align="flex-end" maw="65%">
                    {differing(item, change).map((field) => (
                      <Group gap="xs" wrap="nowrap" maw="100%" key={field}>
                        {fields > 1 && (
                          <Text span inherit c="dimmed">
                            {fieldLabel(t, field)}
                          </Text>
                        )}
                        <Text span inherit truncate maw={220} c="dimmed" td="line-through">
                          {shownValue(t, item[field])}
                        </Text>
                        <IconArrowRight size={14} aria-hidden />
                        <Text span inherit truncate maw={220} c="good" fw={600} className="preview-new">
                          {shownValue(t, change[field])}
                        </Text>
                      </Group>
                    ))}
                  </Stack>
                </Group>
              </li>
            ))}
          </ul>
          {changing.length > shownRows && (
            <Text size="sm" c="dimmed">
              {t.bulk.more(changing.length - shownRows)}
            </Text>
          )}
        </>
      )}
    </Paper>
  );
}

type LineProps = {
  line: Line;
  taken: BulkField[];
  change(line: Line): void;
  remove: (() => void) | undefined;
};

function BulkLine({ line, taken, change, remove }: LineProps) {
  const t = useText();
  return (
    <div className="bulk-line">
      <NativeSelect
        label={t.bulk.field}
        value={line.field}
        onChange={(event) => change({ key: line.key, field: event.currentTarget.value as BulkField })}
        data={bulkFields
          .filter((field) => field === line.field || !taken.includes(field))
          .map((field) => ({ value: field, label: fieldLabel(t, field) }))}
      />
      <BulkValue field={line.field} typed={line.typed} type={(typed) => change({ ...line, typed })} />
      {remove && (
        <ActionIcon mb={4} aria-label={t.bulk.removeField(fieldLabel(t, line.field))} onClick={remove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function meant(field: BulkField, typed: unknown): unknown {
  if (field === "visible") return typed ?? true;
  if (field === "currency") return typed ?? "USD";
  if (field === "tags" || field === "badges" || field === "simpleDescription") return typed;
  return typeof typed === "string" && !numberFault(field, typed) ? readNumber(typed).value : undefined;
}

/** What is wrong with the text typed into a number field. */
function numberFault(field: BulkField, typed: string): string | undefined {
  if (!typed.trim()) return undefined;
  const { value, fault } = readNumber(typed);
  if (fault) return fault;
  if (value < 0 && field !== "priority") return "out_of_range";
  if (field !== "discount") return undefined;
  return value > 100 ? "out_of_range" : Number.isInteger(value) ? undefined : "wrong_type";
}

function BulkValue({ field, typed, type }: { field: BulkField; typed: unknown; type(value: unknown): void }) {
  const t = useText();
  const id = useId();
  const label = (
    <>
      {t.bulk.value}
      <span className="visually-hidden">, {fieldLabel(t, field)}</span>
    </>
  );
  if (field === "visible" || field === "currency") {
    const options =
      field === "visible"
        ? [
            { value: "true", label: t.items.onlyVisible },
            { value: "false", label: t.items.onlyHidden },
          ]
        : currencies.map((code) => ({ value: code as string, label: code as string }));
    return (
      <NativeSelect
        label={label}
        value={String(meant(field, typed))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          type(field === "visible" ? value === "true" : value);
        }}
        data={options}
      />
    );
  }
  if (field === "tags" || field === "badges")
    return (
      <div className="field">
        <FieldHead label={label} control={id} hint={t.bulk.replace} />
        <TagsInput
          id={id}
          value={(typed as string[] | undefined) ?? []}
          words={field}
          placeholder={field === "tags" ? t.item.addTag : t.item.addBadge}
          change={type}
        />
      </div>
    );
  const words = field === "simpleDescription";
  const text = (typed as string | undefined) ?? "";
  const fault = words ? undefined : numberFault(field, text);
  return (
    <TextInput
      label={label}
      inputMode={words ? "text" : "decimal"}
      autoComplete="off"
      data-autofocus
      error={fault && t.faults[fault]}
      errorProps={{ role: "alert" }}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
