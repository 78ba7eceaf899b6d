import { ActionIcon, Button, Progress } from "@mantine/core";
import { IconArrowRight, IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useId, useMemo, useState } from "react";
import { currencies } from "../../contract/constants.ts";
import type { ItemPatch } from "../../contract/items.ts";
import { ActProgress } from "../components/act-progress.tsx";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { fieldLabel } from "../components/field-names.ts";
import { shownValue } from "../components/field-note.tsx";
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
        <div className="dialog-foot">
          <Button variant="default" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={changing.length === 0} loading={share !== undefined || act !== undefined}>
            {t.bulk.apply(changing.length)}
          </Button>
        </div>
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
    <section className="preview" aria-label={t.bulk.preview} aria-live="polite">
      <h3>{t.bulk.preview}</h3>
      {fields === 0 || !items ? (
        <p className="quiet">{items ? t.bulk.nothing : t.bulk.collecting}</p>
      ) : (
        <>
          <p className="quiet">
            {t.bulk.changes(changing.length)}
            {items.length > changing.length && ` · ${t.bulk.unchanged(items.length - changing.length)}`}
          </p>
          <ul>
            {changing.slice(0, shownRows).map((item) => (
              <li key={item.id}>
                <span className="preview-name">{item.name}</span>
                <span className="preview-changes">
                  {differing(item, change).map((field) => (
                    <span className="preview-change" key={field}>
                      {fields > 1 && <span className="quiet">{fieldLabel(t, field)}</span>}
                      <span className="preview-old">{shownValue(t, item[field])}</span>
                      <IconArrowRight size={14} aria-hidden />
                      <span className="preview-new">{shownValue(t, change[field])}</span>
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
          {changing.length > shownRows && <p className="quiet">{t.bulk.more(changing.length - shownRows)}</p>}
        </>
      )}
    </section>
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
  const id = useId();
  return (
    <div className="bulk-line">
      <div className="field">
        <div className="field-head">
          <label htmlFor={id}>{t.bulk.field}</label>
        </div>
        <select
          id={id}
          className="control"
          value={line.field}
          onChange={(event) => change({ key: line.key, field: event.currentTarget.value as BulkField })}
        >
          {bulkFields
            .filter((field) => field === line.field || !taken.includes(field))
            .map((field) => (
              <option key={field} value={field}>
                {fieldLabel(t, field)}
              </option>
            ))}
        </select>
      </div>
      <BulkValue field={line.field} typed={line.typed} type={(typed) => change({ ...line, typed })} />
      {remove && (
        <ActionIcon aria-label={t.bulk.removeField(fieldLabel(t, line.field))} onClick={remove}>
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
  const head = (
    <div className="field-head">
      <label htmlFor={id}>
        {t.bulk.value}
        <span className="visually-hidden">, {fieldLabel(t, field)}</span>
      </label>
      {(field === "tags" || field === "badges") && <span className="field-hint">{t.bulk.replace}</span>}
    </div>
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
      <div className="field">
        {head}
        <select
          id={id}
          className="control"
          value={String(meant(field, typed))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            type(field === "visible" ? value === "true" : value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    );
  }
  if (field === "tags" || field === "badges")
    return (
      <div className="field">
        {head}
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
    <div className="field">
      {head}
      <input
        id={id}
        className="control"
        inputMode={words ? "text" : "decimal"}
        autoComplete="off"
        data-autofocus
        aria-invalid={fault !== undefined || undefined}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {fault && (
        <div className="problem" role="alert">
          {t.faults[fault]}
        </div>
      )}
    </div>
  );
}
