import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { Item } from "../../../contract/items.ts";
import { explain } from "../../platform/explain.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { withWords } from "../../platform/i18n/later-words.ts";
import { toast } from "../../platform/toasts.ts";
import { languageAt, sameValue } from "../../saving/edit.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { changeWithUndo } from "../../undo/change-with-undo.ts";
import { FieldFrame } from "../../widgets/fields.tsx";
import { useMayWrite } from "../../widgets/may-write.ts";
import { inPlaceOf, moverAt, useFocusNext } from "../../widgets/use-focus-next.ts";
import { moved, useListDrag } from "../../widgets/use-list-drag.ts";
import { AttributeInput } from "./attribute-input.tsx";
import { type Attribute, emptyRow, emptyRowsIn, holdsRows, isEmptyRow, withEmptyRows } from "./attributes.ts";

type Props = {
  source: Source;
  path: string;
  label: string;
  /** The original's properties, shown as placeholders beside a translation. */
  original?: Attribute[];
  hint?: ReactNode;
};

const keyAt = (row: number) => `li:nth-child(${row + 1}) .attribute-key input`;
const valueAt = (row: number) => `li:nth-child(${row + 1}) .attribute-value input`;
const addButton = ".attribute-add button";

/** Free-form properties in order: typed row by row, dragged, moved by buttons, or pasted. */
export function AttributesField({ source, path, label, original, hint }: Props) {
  const t = useText();
  const field = useField<Attribute[] | undefined>(source, path);
  const [emptyRows, setEmptyRows] = useState<readonly number[]>([]);
  const saved = field.value ?? [];
  const rows = withEmptyRows(saved, emptyRows);
  const latest = useRef(rows);
  latest.current = rows;
  const mayWrite = useMayWrite(path);
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const write = (next: Attribute[], now = false) => {
    setEmptyRows(emptyRowsIn(next));
    const filled = next.filter((row) => !isEmptyRow(row));
    if (!sameValue(filled, saved)) field.set(filled.length === 0 && original ? undefined : filled);
    if (now) field.leave();
  };
  const drag = useListDrag((from, to) => write(moved(rows, from, to), true));
  /** A row to type into at this position, unless there is one. */
  const open = (at: number, from = rows) => {
    const there = from[at];
    focusNext(keyAt(at));
    write(there && isEmptyRow(there) ? from : from.toSpliced(at, 0, emptyRow));
  };
  const add = () => {
    const last = rows.at(-1);
    open(last && isEmptyRow(last) ? rows.length - 1 : rows.length);
  };
  const move = (from: number, to: number) => {
    focusNext(moverAt(from, to));
    write(moved(rows, from, to), true);
  };
  const remove = (at: number) => {
    const { key, value } = rows[at] ?? emptyRow;
    focusNext(`li${inPlaceOf(at, rows.length)} [data-removes], ${addButton}`);
    const cut = () => write(rows.toSpliced(at, 1));
    if (isEmptyRow({ key, value })) cut();
    else changeWithUndo(source.record, path, cut, () => t.attributes.removed(key || value));
  };
  const enter = (at: number, row: Attribute, part: keyof Attribute) => {
    const next = rows.with(at, row);
    if (part === "value" && !isEmptyRow(row)) return open(at + 1, next);
    focusNext(valueAt(at));
    write(next);
  };
  const press = (event: KeyboardEvent, at: number) => {
    const row = rows[at];
    if (!row || !isEmptyRow(row) || event.repeat || (event.key !== "Backspace" && event.key !== "Escape")) return;
    event.preventDefault();
    focusNext(at > 0 ? valueAt(at - 1) : `${keyAt(0)}, ${addButton}`);
    write(rows.toSpliced(at, 1));
  };
  const paste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData("text/plain");
    if (!holdsRows(text, isEmptyRow(rows[at] ?? emptyRow))) return;
    event.preventDefault();
    withWords(() => import("../paste-rows.ts")).then(
      ({ pasteRows }) => {
        const pasted = pasteRows(latest.current, at, text);
        if (pasted.added + pasted.changed === 0) return toast(pasted.words, { tone: "bad" });
        focusNext(valueAt(pasted.last));
        changeWithUndo(
          source.record,
          path,
          () => write(pasted.rows),
          () => pasted.words,
        );
      },
      (error) => toast(explain(error), { tone: "bad" }),
    );
  };
  return (
    <FieldFrame source={source} path={path} field={field} label={label} hint={hint}>
      <div ref={whole} className="contents">
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.attributes.empty}
          </Text>
        )}
        <ol className="attributes" aria-label={label}>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a property has no identity but its position
            <li key={at} className="attribute" {...drag.entry(at)}>
              <span
                className="attribute-grip"
                draggable={mayWrite}
                title={t.attributes.drag(row.key)}
                {...drag.handle(at)}
              >
                <IconGripVertical size={14} aria-hidden />
              </span>
              <AttributeInputs
                number={at + 1}
                row={row}
                original={original?.[at]}
                item={source.data as Item}
                language={languageAt(path)}
                taken={rows.filter((_, one) => one !== at).map(({ key }) => key)}
                change={(next) => write(rows.with(at, next))}
                enter={(next, part) => enter(at, next, part)}
                events={{
                  onBlur: field.leave,
                  onKeyDown: (event) => press(event, at),
                  onPaste: (event) => paste(event, at),
                }}
              />
              <AttributeActions at={at} last={rows.length - 1} name={row.key} move={move} remove={remove} />
            </li>
          ))}
        </ol>
        <Group gap={6} className="attribute-add">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={add}
            onPaste={(event) => paste(event, rows.length)}
          >
            {t.attributes.add}
          </Button>
          {original && original.length > 0 && rows.length === 0 && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => write(original, true)}>
              {t.translations.copyStructure}
            </Button>
          )}
        </Group>
      </div>
    </FieldFrame>
  );
}

type InputsProps = {
  number: number;
  row: Attribute;
  original: Attribute | undefined;
  item: Item;
  language: string | undefined;
  /** The names of the other rows. */
  taken: readonly string[];
  change(row: Attribute): void;
  enter(row: Attribute, part: keyof Attribute): void;
  events: {
    onBlur(): void;
    onKeyDown(event: KeyboardEvent): void;
    onPaste(event: ClipboardEvent): void;
  };
};

function AttributeInputs({ number, row, original, item, language, taken, change, enter, events }: InputsProps) {
  const t = useText();
  return (
    <>
      <AttributeInput
        className="attribute-key"
        variant="filled"
        lang={language}
        aria-label={t.attributes.keyOf(number)}
        placeholder={original?.key || t.attributes.key}
        value={row.key}
        wanted={{ item, language }}
        taken={taken}
        change={(key) => change({ ...row, key })}
        enter={(key) => enter({ ...row, key }, "key")}
        {...events}
      />
      <AttributeInput
        className="attribute-value"
        lang={language}
        aria-label={t.attributes.valueOf(number)}
        placeholder={original?.value || t.attributes.value}
        value={row.value}
        wanted={{ item, language, valuesOf: row.key }}
        taken={[]}
        change={(value) => change({ ...row, value })}
        enter={(value, by) => (by === "key" ? enter({ ...row, value }, "value") : change({ ...row, value }))}
        {...events}
      />
    </>
  );
}

type ActionsProps = {
  at: number;
  last: number;
  name: string;
  move(from: number, to: number): void;
  remove(at: number): void;
};

function AttributeActions({ at, last, name, move, remove }: ActionsProps) {
  const t = useText();
  return (
    <span className="attribute-actions">
      <ActionIcon
        size="sm"
        aria-label={t.attributes.moveUp(name)}
        data-moves="-1"
        disabled={at === 0}
        onClick={() => move(at, at - 1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={t.attributes.moveDown(name)}
        data-moves="1"
        disabled={at === last}
        onClick={() => move(at, at + 1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon size="sm" aria-label={t.attributes.remove(name)} data-removes onClick={() => remove(at)}>
        <IconTrash size={14} />
      </ActionIcon>
    </span>
  );
}
