// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
// biome-ignore-all lint/a11y/noStaticElementInteractions: dragging has a keyboard equal, Alt with an arrow
import { memo } from "react";
import type { ItemMatches } from "../../../contract/found-items.ts";
import type { Item } from "../../../contract/items.ts";
import { catalogLanguage, namePathIn, shownName } from "../../catalog/catalog-language.ts";
import type { ColumnId } from "../../catalog/column-ids.ts";
import { CutPicture } from "../../pictures/cut-picture.tsx";
import { languageStore, useText } from "../../platform/i18n/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { Glyph } from "../../widgets/glyph.tsx";
import type { RowDrag } from "../dragged-items.ts";
import type { Path } from "../listed-items.ts";
import type { RowMarks } from "./cell-marks.ts";
import { type Cell, type RangeInRow, sidesOf } from "./cell-range.ts";
import type { Column } from "./columns.ts";
import type { Editing } from "./editing.ts";
import { ComputedCell, FieldCell } from "./grid-cells.tsx";
import type { Pasted } from "./use-clipboard.ts";
import type { Step } from "./use-grid-cursor.ts";

export const cellId = (row: number, column: ColumnId) => `cell-${row}-${column}`;

/** The cell that an element is in; undefined outside of the cells that show something of an item. */
export function cellAt(element: Element | null, columnAt: (id: string) => number): Cell | undefined {
  const [, row, id = ""] = /^cell-(\d+)-(\w+)$/.exec(element?.closest(".grid-cell[id]")?.id ?? "") ?? [];
  const column = columnAt(id);
  return row === undefined || column < 0 ? undefined : { row: Number(row), column };
}

/** What a row can ask of the grid; rows are named by their index. */
export type GridCommands = RowDrag & {
  /** A click on a cell, one of so many. Whether it is for this cell: the second one of two belongs to the first. */
  press(row: number, column: number, clicks: number): boolean;
  /** Edits inside of the cell that was pressed. */
  edit(): void;
  stopEditing(step?: Step): void;
  /** Ends editing, and pastes from the active cell on. */
  paste(pasted: Pasted): void;
  clear(row: number, column: number): void;
  /** A cell was left with a text that it does not take. */
  refuse(id: string, column: ColumnId, why: string): void;
  pick(row: number, range: boolean): void;
  open(id: string): void;
  /** Beside its sign, a click selects the cell; a finger, which needs room, changes it. */
  toggleVisible(item: Item, etag: string | undefined, onSign: boolean): void;
};

type Props = {
  item: Item;
  etag: string | undefined;
  leaving: boolean;
  /** Fields that were changed and that the service has not confirmed yet. */
  pending: Partial<Item> | undefined;
  marks: RowMarks | undefined;
  match: ItemMatches | undefined;
  path: Path | undefined;
  /** The node whose items are listed. */
  within: string | undefined;
  index: number;
  top: number;
  template: string;
  columns: readonly Column[];
  active: number | undefined;
  editing: Editing | undefined;
  /** The selected cells in this row, if they are more than the active one, and those that are about to be filled. */
  range: RangeInRow | undefined;
  filling: RangeInRow | undefined;
  /** The column at whose cell the handle is that fills. */
  handle: number | undefined;
  /** Whether rows can be picked. */
  picks: boolean;
  picked: boolean;
  opened: boolean;
  drop: "before" | "after" | undefined;
  /** What the grip is for. */
  tip: string | undefined;
  editable: boolean;
  /** Whether the person may write the name that is shown. */
  namable: boolean;
  /** The same object in every render, so that scrolling draws only the rows that are new. */
  grid: GridCommands;
};

export const GridRow = memo(function GridRow(props: Props) {
  const t = useText();
  const language = useStore(languageStore);
  const catalog = useStore(catalogLanguage);
  const { item, index, columns, grid } = props;
  const source: Source = { record: { kind: "item", id: item.id }, data: item, etag: props.etag };
  const visible = useField<boolean>(source, "visible");
  return (
    <div
      className="grid-row"
      role="row"
      aria-rowindex={index + 2}
      data-item={item.id}
      aria-selected={props.picked}
      data-opened={props.opened || undefined}
      data-hidden={!visible.value || undefined}
      data-leaving={props.leaving || undefined}
      data-drop={props.drop}
      style={{ transform: `translateY(${props.top}px)`, gridTemplateColumns: props.template }}
      onDragOver={(event) => {
        event.preventDefault();
        if (!grid.dragOver(index)) event.dataTransfer.dropEffect = "none";
      }}
      onDrop={(event) => {
        event.preventDefault();
        grid.drop(index);
      }}
    >
      <div
        role="presentation"
        className="grid-grip"
        style={{ visibility: props.editable ? undefined : "hidden" }}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "copyMove";
          event.dataTransfer.setData("text/plain", shownName(item, catalog));
          grid.dragStart(index);
        }}
        onDragEnd={grid.dragEnd}
        data-tip={props.tip}
      >
        <Glyph name="grip" size={14} />
      </div>
      <div className="grid-pick" role={props.picks ? "gridcell" : "presentation"}>
        {props.picks && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t.items.select(shownName(item, catalog))}
            checked={props.picked}
            onChange={(event) => grid.pick(index, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        )}
      </div>
      <div role="presentation" className="grid-thumb">
        {item.imgs[0] && <CutPicture url={item.imgs[0]} width={128} alt="" />}
      </div>
      {columns.map((column, position) => {
        const cell = {
          column,
          source,
          item,
          language,
          id: cellId(index, column.id),
          active: props.active === position,
          range: sidesOf(props.range, position),
          filling: sidesOf(props.filling, position),
          handle: props.handle === position,
          pending: props.pending !== undefined && column.id in props.pending,
          mark: props.marks?.get(column.id),
          press: (clicks: number) => grid.press(index, position, clicks),
          edit: grid.edit,
          open: () => grid.open(item.id),
        };
        return column.kind === "computed" ? (
          <ComputedCell {...cell} key={column.id} path={props.path} within={props.within} />
        ) : (
          <FieldCell
            {...cell}
            key={column.id}
            editable={column.id === "name" ? props.namable : props.editable}
            path={column.id === "name" ? namePathIn(catalog) : column.id}
            match={props.match}
            t={t}
            editing={props.active === position ? props.editing : undefined}
            stopEditing={grid.stopEditing}
            paste={grid.paste}
            clear={() => grid.clear(index, position)}
            refuse={(why) => grid.refuse(item.id, column.id, why)}
            toggleVisible={(onSign) => grid.toggleVisible(item, props.etag, onSign)}
          />
        );
      })}
    </div>
  );
});

type LoadingProps = { top: number; template: string; columns: readonly Column[] };

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
      <span className="skeleton" />
      {columns.map(({ id, align }) => (
        <span className="skeleton" key={id} data-align={align} />
      ))}
    </div>
  );
});
