import { ActionIcon, Button, Group, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, type HTMLAttributes, type ReactNode, useRef } from "react";
import { useMayWrite } from "../access/use-rights.ts";
import { FieldFrame } from "../components/fields.tsx";
import { inPlaceOf, moverAt, useFocusNext } from "../components/use-focus-next.ts";
import { useListDrag } from "../components/use-list-drag.ts";
import { useText } from "../i18n/i18n.ts";
import { languageAt } from "../saving/edit.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { toast } from "../toasts.ts";
import { type Attribute, moved, readSpreadsheet } from "./attributes.ts";

type Props = {
  source: Source;
  path: string;
  label: string;
  /** The original's properties, shown as placeholders beside a translation. */
  original?: Attribute[];
  hint?: ReactNode;
};

/** Free-form properties in order: typed, dragged, moved by buttons, or pasted from a spreadsheet. */
export function AttributesField({ source, path, label, original, hint }: Props) {
  const t = useText();
  const field = useField<Attribute[] | undefined>(source, path);
  const rows = field.value ?? [];
  const mayWrite = useMayWrite(path);
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const write = (next: Attribute[], now = false) => {
    field.set(next.length === 0 && original ? undefined : next);
    if (now) field.leave();
  };
  const drag = useListDrag((from, to) => write(moved(rows, from, to), true));
  const add = () => {
    focusNext(`li:nth-child(${rows.length + 1}) .attribute-key input`);
    write([...rows, { key: "", value: "" }]);
  };
  const move = (from: number, to: number) => {
    focusNext(moverAt(from, to));
    write(moved(rows, from, to), true);
  };
  const remove = (row: number) => {
    focusNext(`li${inPlaceOf(row, rows.length)} [data-removes], .attribute-add button`);
    write(rows.toSpliced(row, 1), true);
  };
  const paste = (event: ClipboardEvent, row: number) => {
    const pasted = readSpreadsheet(event.clipboardData.getData("text/plain"));
    if (!pasted) return;
    event.preventDefault();
    const blank = rows[row]?.key === "" && rows[row]?.value === "";
    write([...rows.slice(0, row + (blank ? 0 : 1)), ...pasted, ...rows.slice(row + 1)], true);
    toast(t.attributes.pasted(pasted.length));
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
                language={languageAt(path)}
                change={(part) => write(rows.with(at, { ...row, ...part }))}
                events={{ onBlur: field.leave, onPaste: (event) => paste(event, at) }}
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
  language: string | undefined;
  change(part: Partial<Attribute>): void;
  events: Pick<HTMLAttributes<HTMLInputElement>, "onBlur" | "onPaste">;
};

function AttributeInputs({ number, row, original, language, change, events }: InputsProps) {
  const t = useText();
  return (
    <>
      <TextInput
        className="attribute-key"
        variant="filled"
        lang={language}
        aria-label={t.attributes.keyOf(number)}
        placeholder={original?.key || t.attributes.key}
        value={row.key}
        onChange={(event) => change({ key: event.currentTarget.value })}
        {...events}
      />
      <TextInput
        lang={language}
        aria-label={t.attributes.valueOf(number)}
        placeholder={original?.value || t.attributes.value}
        value={row.value}
        onChange={(event) => change({ value: event.currentTarget.value })}
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
