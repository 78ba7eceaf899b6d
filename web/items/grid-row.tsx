// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
// biome-ignore-all lint/a11y/noStaticElementInteractions: dragging has a keyboard equal, Alt with an arrow
import { memo } from "react";
import type { Item } from "../../contract/items.ts";
import { FieldNote } from "../components/field-note.tsx";
import { Glyph } from "../components/glyph.tsx";
import { languageStore, type Text, useText } from "../i18n/i18n.ts";
import { money, number } from "../i18n/numbers.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { useStore } from "../store.ts";
import { type Column, type ColumnId, translatedShare } from "./columns.ts";
import { CutPicture } from "./cut-picture.tsx";
import { CellInput } from "./grid-input.tsx";
import { discounted } from "./price.ts";
import type { Step } from "./use-grid-cursor.ts";

export const cellId = (row: number, column: ColumnId) => `cell-${row}-${column}`;

/** What a row can ask of the grid; rows are named by their index. */
export type GridCommands = {
  activate(row: number, column: number, edit: boolean): void;
  stopEditing(step?: Step): void;
  pick(row: number, range: boolean): void;
  open(id: string): void;
  toggleVisible(item: Item, etag: string | undefined): void;
  dragStart(row: number): void;
  dragOver(row: number): void;
  dragEnd(): void;
  drop(row: number): void;
};

type Props = {
  item: Item;
  etag: string | undefined;
  leaving: boolean;
  index: number;
  top: number;
  template: string;
  columns: readonly Column[];
  active: number | undefined;
  editing: { typed?: string } | undefined;
  picked: boolean;
  opened: boolean;
  drop: "before" | "after" | undefined;
  sortable: boolean;
  editable: boolean;
  /** The same object in every render, so that scrolling draws only the rows that are new. */
  grid: GridCommands;
};

export const GridRow = memo(function GridRow(props: Props) {
  const t = useText();
  const language = useStore(languageStore);
  const { item, index, columns, grid } = props;
  const source: Source = { record: { kind: "item", id: item.id }, data: item, etag: props.etag };
  const visible = useField<boolean>(source, "visible");
  return (
    <div
      className="grid-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.picked}
      data-opened={props.opened || undefined}
      data-hidden={!visible.value || undefined}
      data-leaving={props.leaving || undefined}
      data-drop={props.drop}
      style={{ transform: `translateY(${props.top}px)`, gridTemplateColumns: props.template }}
      onDragOver={(event) => {
        event.preventDefault();
        grid.dragOver(index);
      }}
      onDrop={(event) => {
        event.preventDefault();
        grid.drop(index);
      }}
    >
      <div className="grid-cell" role="gridcell">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t.items.select(item.name)}
          checked={props.picked}
          onChange={(event) => grid.pick(index, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      <div
        role="presentation"
        className="grid-grip"
        style={{ visibility: props.editable ? undefined : "hidden" }}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "copyMove";
          event.dataTransfer.setData("text/plain", item.name);
          grid.dragStart(index);
        }}
        onDragEnd={grid.dragEnd}
        title={props.sortable ? t.items.reorder(item.name) : t.items.dragOut(item.name)}
      >
        <Glyph name="grip" size={14} />
      </div>
      <div role="presentation" className="grid-thumb">
        {item.imgs[0] && <CutPicture url={item.imgs[0]} width={128} alt="" />}
      </div>
      {columns.map((column, position) =>
        column.kind === "computed" ? (
          <ComputedCell
            key={column.id}
            column={column}
            source={source}
            item={item}
            language={language}
            id={cellId(index, column.id)}
            active={props.active === position}
            open={() => {
              grid.activate(index, position, false);
              grid.open(item.id);
            }}
          />
        ) : (
          <FieldCell
            key={column.id}
            column={column}
            source={source}
            item={item}
            t={t}
            language={language}
            id={cellId(index, column.id)}
            active={props.active === position}
            editing={props.active === position ? props.editing : undefined}
            activate={(edit) => grid.activate(index, position, edit)}
            stopEditing={grid.stopEditing}
            open={() => grid.open(item.id)}
            toggleVisible={() => grid.toggleVisible(item, props.etag)}
          />
        ),
      )}
    </div>
  );
});

type CellProps = {
  column: Column;
  source: Source;
  item: Item;
  language: string;
  id: string;
  active: boolean;
  open(): void;
};

type FieldCellProps = CellProps & {
  t: Text;
  editing: { typed?: string } | undefined;
  activate(edit: boolean): void;
  stopEditing(step?: Step): void;
  toggleVisible(): void;
};

function FieldCell(props: FieldCellProps) {
  const { column, editing, t } = props;
  const field = useField<unknown>(props.source, column.id);
  const { status } = field.state;
  const editable = column.kind !== "switch";
  const onClick = () => {
    if (editing) return;
    props.activate(column.kind === "number");
    if (column.kind === "text") props.open();
    if (column.kind === "switch") props.toggleVisible();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard for the active cell
    <div
      id={props.id}
      className="grid-cell"
      role="gridcell"
      data-kind={column.kind}
      data-align={column.align}
      data-active={props.active || undefined}
      data-editing={editing !== undefined || undefined}
      data-state={status}
      onClick={onClick}
      onDoubleClick={() => editable && props.activate(true)}
    >
      {editing && editable ? (
        <CellInput
          label={`${column.label(t)}, ${props.item.name}`}
          field={field}
          number={column.kind === "number"}
          typed={editing.typed}
          stop={props.stopEditing}
        />
      ) : (
        fieldFace(column.id, field.value, t, props.language)
      )}
      {status !== "idle" && status !== "saved" && <FieldNote field={field} compact />}
    </div>
  );
}

function fieldFace(id: ColumnId, value: unknown, t: Text, language: string) {
  if (id === "name")
    return (
      <>
        <span className="grid-name">{String(value)}</span>
        <span className="grid-open">
          <Glyph name="open" size={14} />
        </span>
      </>
    );
  if (id === "visible")
    return (
      <span className="visibility" data-on={value === true || undefined}>
        {value ? t.common.yes : t.common.no}
      </span>
    );
  if (id === "discount")
    return <span className={value ? "discount" : "dimmed"}>{value ? `−${String(value)}%` : "—"}</span>;
  return <span className="grid-figure">{number(value as number, language)}</span>;
}

function ComputedCell({ column, source, item, language, id, active, open }: CellProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard for the active cell
    <div
      id={id}
      className="grid-cell"
      role="gridcell"
      aria-readonly
      data-kind="computed"
      data-align={column.align}
      data-active={active || undefined}
      onClick={open}
    >
      {column.id === "buyerPays" ? (
        <BuyerPays source={source} currency={item.currency} language={language} />
      ) : column.id === "currency" ? (
        item.currency
      ) : (
        <Chips column={column.id} item={item} />
      )}
    </div>
  );
}

function Chips({ column, item }: { column: ColumnId; item: Item }) {
  const words =
    column === "tags" || column === "badges"
      ? item[column].map((text) => ({ text, tone: undefined }))
      : Object.keys(item.translations).map((code) => {
          const { done, of } = translatedShare(item, code);
          return { text: `${code.toUpperCase()} ${done}/${of}`, tone: done === of ? "good" : "warn" };
        });
  return (
    <span className="chips">
      {words.map(({ text, tone }) => (
        <span className="chip" data-tone={tone} key={text}>
          {text}
        </span>
      ))}
    </span>
  );
}

type PaysProps = { source: Source; currency: Item["currency"]; language: string };

function BuyerPays({ source, currency, language }: PaysProps) {
  const price = useField<number>(source, "price").value;
  const discount = useField<number>(source, "discount").value;
  return <strong className="grid-figure">{money(discounted(price, discount), currency, language)}</strong>;
}

type LoadingProps = { top: number; template: string; columns: number };

/** A row that is loading. It is simple and does not move: hundreds of them pass while someone scrolls far. */
export const LoadingRow = memo(function LoadingRow({ top, template, columns }: LoadingProps) {
  return (
    <div
      className="grid-row"
      role="presentation"
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
    >
      <span />
      <span />
      <span />
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <span className="skeleton" key={column} />
      ))}
    </div>
  );
});
