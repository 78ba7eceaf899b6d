import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, type ReactNode, useRef, useState } from "react";
import { FieldFrame } from "../components/fields.tsx";
import { useText } from "../i18n/i18n.ts";
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
  const dragged = useRef<number>(undefined);
  const [over, setOver] = useState<number>();
  const write = (next: Attribute[], now = false) => {
    field.set(next.length === 0 && original ? undefined : next);
    if (now) field.leave();
  };
  const change = (row: number, part: Partial<Attribute>) =>
    write(rows.map((one, at) => (at === row ? { ...one, ...part } : one)));
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
      {rows.length === 0 && <p className="quiet">{t.attributes.empty}</p>}
      <ol className="attributes" aria-label={label}>
        {rows.map((row, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a property has no identity but its place
            key={at}
            className="attribute"
            data-over={over === at || undefined}
            onDragOver={(event) => {
              if (dragged.current === undefined) return;
              event.preventDefault();
              setOver(at);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== undefined) write(moved(rows, dragged.current, at), true);
              dragged.current = undefined;
              setOver(undefined);
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside do what dragging does */}
            <span
              className="attribute-grip"
              draggable
              title={t.attributes.drag(row.key)}
              onDragStart={() => {
                dragged.current = at;
              }}
              onDragEnd={() => {
                dragged.current = undefined;
                setOver(undefined);
              }}
            >
              <IconGripVertical size={14} aria-hidden />
            </span>
            <input
              className="control attribute-key"
              aria-label={t.attributes.keyOf(at + 1)}
              placeholder={original?.[at]?.key || t.attributes.key}
              value={row.key}
              onChange={(event) => change(at, { key: event.currentTarget.value })}
              onBlur={field.leave}
              onPaste={(event) => paste(event, at)}
            />
            <input
              className="control"
              aria-label={t.attributes.valueOf(at + 1)}
              placeholder={original?.[at]?.value || t.attributes.value}
              value={row.value}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
              onBlur={field.leave}
              onPaste={(event) => paste(event, at)}
            />
            <span className="attribute-actions">
              <ActionIcon
                size="sm"
                aria-label={t.attributes.moveUp(row.key)}
                disabled={at === 0}
                onClick={() => write(moved(rows, at, at - 1), true)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t.attributes.moveDown(row.key)}
                disabled={at === rows.length - 1}
                onClick={() => write(moved(rows, at, at + 1), true)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t.attributes.remove(row.key)}
                onClick={() =>
                  write(
                    rows.filter((_, one) => one !== at),
                    true,
                  )
                }
              >
                <IconTrash size={14} />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ol>
      <div className="attribute-add">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => write([...rows, { key: "", value: "" }])}
          onPaste={(event) => paste(event, rows.length)}
        >
          {t.attributes.add}
        </Button>
        {original && original.length > 0 && rows.length === 0 && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => write(original, true)}>
            {t.translations.copyStructure}
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}
