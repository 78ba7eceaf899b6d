import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import type { Item } from "../../../contract/items.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { languageAt } from "../../saving/edit.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { FieldFrame } from "../../widgets/fields.tsx";
import { useMayWrite } from "../../widgets/may-write.ts";
import { useListDrag } from "../../widgets/use-list-drag.ts";
import { AttributeInput } from "./attribute-input.tsx";
import type { Attribute } from "./attributes.ts";
import { useAttributeRows } from "./use-attribute-rows.ts";

type Props = {
  source: Source;
  path: string;
  label: string;
  /** The original's properties, shown as placeholders beside a translation. */
  original?: Attribute[];
  hint?: ReactNode;
};

/** Free-form properties in order: typed row by row, dragged, moved by buttons, or pasted. */
export function AttributesField({ source, path, label, original, hint }: Props) {
  const t = useText();
  const field = useField<Attribute[] | undefined>(source, path);
  const whole = useRef<HTMLDivElement>(null);
  const list = useAttributeRows(source, path, field, original !== undefined, whole);
  const { rows } = list;
  const drag = useListDrag(list.drop);
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
              <AttributeGrip path={path} name={row.key} handle={drag.handle(at)} />
              <AttributeInputs
                number={at + 1}
                row={row}
                original={original?.[at]}
                item={source.data as Item}
                language={languageAt(path)}
                taken={rows.filter((_, one) => one !== at).map(({ key }) => key)}
                change={(next) => list.change(at, next)}
                enter={(next, part) => list.enter(at, next, part)}
                events={{
                  onBlur: field.leave,
                  onKeyDown: (event) => list.press(event, at),
                  onPaste: (event) => list.paste(event, at),
                }}
              />
              <AttributeActions at={at} last={rows.length - 1} name={row.key} move={list.move} remove={list.remove} />
            </li>
          ))}
        </ol>
        <Group gap={6} className="attribute-add">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={list.add}
            onPaste={(event) => list.paste(event, rows.length)}
          >
            {t.attributes.add}
          </Button>
          {original && original.length > 0 && rows.length === 0 && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => list.write(original, true)}>
              {t.translations.copyStructure}
            </Button>
          )}
        </Group>
      </div>
    </FieldFrame>
  );
}

type GripProps = { path: string; name: string; handle: ReturnType<ReturnType<typeof useListDrag>["handle"]> };

function AttributeGrip({ path, name, handle }: GripProps) {
  const t = useText();
  return (
    <span className="attribute-grip" draggable={useMayWrite(path)} title={t.attributes.drag(name)} {...handle}>
      <IconGripVertical size={14} aria-hidden />
    </span>
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
