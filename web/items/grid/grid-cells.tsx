// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import type { MouseEvent } from "react";
import type { ItemMatches } from "../../../contract/found-items.ts";
import type { Item } from "../../../contract/items.ts";
import { shownName } from "../../catalog/catalog-language.ts";
import type { ColumnId } from "../../catalog/column-ids.ts";
import type { Text } from "../../platform/i18n/i18n.ts";
import { money, number } from "../../platform/i18n/numbers.ts";
import { type FieldPath, languageAt } from "../../saving/edit.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { FieldNote, MarkNote, reasonText } from "../../widgets/field-note.tsx";
import type { Path } from "../listed-items.ts";
import { discounted } from "../price.ts";
import { CellFault } from "./cell-fault.tsx";
import type { CellMark } from "./cell-marks.ts";
import { type Column, translatedShare } from "./columns.ts";
import type { Editing } from "./editing.ts";
import { CellInput } from "./grid-input.tsx";
import { NameFace } from "./name-face.tsx";
import type { Pasted } from "./use-clipboard.ts";
import type { Step } from "./use-grid-cursor.ts";

type CellProps = {
  column: Column;
  source: Source;
  item: Item;
  language: string;
  id: string;
  active: boolean;
  /** The sides on which the frame of the range is; undefined outside of it. The same for what is about to be filled. */
  range: string | undefined;
  filling: string | undefined;
  /** The handle that fills is in the corner of this cell. */
  handle: boolean;
  /** Changed, and not confirmed by the service yet. */
  pending: boolean;
  mark: CellMark | undefined;
  /** A click selects the cell; a finger, which has no keys, opens it too. Whether the click is for this cell. */
  press(clicks: number): boolean;
  /** A double click edits inside of the cell that was pressed. */
  edit(): void;
  open(): void;
};

/** What every cell shows of its state. */
const stateOf = ({ id, column, active, range, filling, pending, mark }: CellProps) => ({
  id,
  className: "grid-cell",
  "aria-selected": range === undefined ? undefined : true,
  "aria-invalid": mark !== undefined || undefined,
  "data-kind": column.kind,
  "data-align": column.align,
  "data-active": active || undefined,
  "data-range": range,
  "data-filling": filling,
  "data-pending": pending || undefined,
});

type SignsProps = Pick<CellProps, "handle" | "mark"> & {
  /** What is wrong with the active cell. */
  fault: string | undefined;
};

function CellSigns({ handle, mark, fault }: SignsProps) {
  return (
    <>
      {mark && <MarkNote why={mark.why} />}
      {fault && <CellFault why={fault} />}
      {handle && <span className="fill-handle" aria-hidden />}
    </>
  );
}

type FieldCellProps = CellProps & {
  t: Text;
  /** The field that the cell shows. */
  path: FieldPath;
  /** Whether the person may change it. */
  editable: boolean;
  match: ItemMatches | undefined;
  editing: Editing | undefined;
  stopEditing(step?: Step): void;
  /** Several cells were pasted while this one was open. */
  paste(pasted: Pasted): void;
  /** The number was taken out of the cell. */
  clear(): void;
  /** The cell was left with a text that it does not take. */
  refuse(why: string): void;
  /** `sign`: the pointer is on the sign that shows the state, not beside it. */
  toggleVisible(sign: boolean): void;
};

const isOnSign = ({ target }: MouseEvent) => (target as Element).closest(".visibility") !== null;

export function FieldCell(props: FieldCellProps) {
  const { column, editing, t } = props;
  const field = useField<unknown>(props.source, props.path);
  const { status } = field.state;
  const isTyped = column.kind !== "switch";
  const fault = props.active && !editing ? (props.mark?.why ?? reasonText(t, field.state)) : undefined;
  const onClick = (event: MouseEvent) => {
    if (editing || !props.press(event.detail)) return;
    if (column.kind === "text") props.open();
    if (column.kind === "switch") props.toggleVisible(isOnSign(event));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard for the active cell
    <div
      {...stateOf(props)}
      role="gridcell"
      aria-readonly={!props.editable || undefined}
      data-editing={editing !== undefined || undefined}
      data-state={status}
      onClick={onClick}
      onDoubleClick={editing ? undefined : props.edit}
    >
      {editing && isTyped ? (
        <CellInput
          key={editing.of}
          label={`${column.label(t)}, ${shownName(props.item)}`}
          placeholder={column.id === "name" ? props.item.name : undefined}
          optional={languageAt(props.path) !== undefined}
          field={field}
          number={column.kind === "number"}
          editing={editing}
          stop={props.stopEditing}
          paste={props.paste}
          clear={props.clear}
          refuse={props.refuse}
        />
      ) : (
        <FieldFace {...props} value={field.value} />
      )}
      {status !== "idle" && status !== "saved" && <FieldNote field={field} compact />}
      <CellSigns {...props} fault={fault} />
    </div>
  );
}

function FieldFace({ column: { id }, item, match, value, t, language }: FieldCellProps & { value: unknown }) {
  if (id === "name") return <NameFace item={item} name={value as string | undefined} match={match} />;
  if (id === "visible")
    return (
      <span className="visibility" data-on={value === true || undefined}>
        {value ? t.common.yes : t.common.no}
      </span>
    );
  if (id === "discount")
    return <span className={value ? "grid-figure" : "dimmed"}>{value ? `−${String(value)}%` : "—"}</span>;
  if (id === "price") return <span className="grid-figure">{money(value as number, item.currency, language)}</span>;
  return (
    <span className="grid-figure" data-none={(id === "quantity" && value === 0) || undefined}>
      {number(value as number, language)}
    </span>
  );
}

export function ComputedCell(props: CellProps & PlaceProps) {
  const { column, source, item, path, within, language, press, edit, open } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard for the active cell
    <div
      {...stateOf(props)}
      role="gridcell"
      aria-readonly
      onDoubleClick={edit}
      onClick={({ detail }) => press(detail) && open()}
    >
      {column.id === "buyerPays" ? (
        <BuyerPays source={source} currency={item.currency} language={language} />
      ) : column.id === "currency" ? (
        item.currency
      ) : column.id === "place" ? (
        <PlaceFace path={path} within={within} />
      ) : (
        <Chips column={column.id} item={item} />
      )}
      <CellSigns {...props} fault={props.active ? props.mark?.why : undefined} />
    </div>
  );
}

type PlaceProps = { path: Path | undefined; within: string | undefined };

/** The leaf first: it says more than the way down to it. What the whole list is within is left out. */
function PlaceFace({ path = [], within }: PlaceProps) {
  const names = path.slice(path.findIndex(({ id }) => id === within) + 1).map(({ name }) => name);
  return (
    <span className="grid-place" title={names.join(" / ")}>
      {names.at(-1)} <span className="dimmed">{names.slice(0, -1).join(" / ")}</span>
    </span>
  );
}

function Chips({ column, item }: { column: ColumnId; item: Item }) {
  const words =
    column === "tags" || column === "badges"
      ? item[column].map((text) => ({ text, tone: undefined }))
      : Object.keys(item.translations).map((code) => {
          const { done, of } = translatedShare(item, code);
          return { text: `${code.toUpperCase()} ${done}/${of}`, tone: done === of ? "good" : undefined };
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
