// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import { type RefObject, useEffect } from "react";
import type { Item } from "../../../contract/items.ts";
import type { Rights } from "../../access/rights.ts";
import { mayName } from "../../access/rights.ts";
import type { ItemList } from "../../catalog/item-list.ts";
import { nodeKey } from "../../catalog/tree.ts";
import { isSameNode } from "../../catalog/tree-data.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { createStoredStore, useStore } from "../../platform/store.ts";
import type { DrawnRow, Rows } from "../../widgets/use-rows.ts";
import { useSlots } from "../../widgets/use-slots.ts";
import { addItem } from "../items-data.ts";
import type { ListedItem } from "../listed-items.ts";
import { mayEditItems } from "../may-edit-items.ts";
import { isPicked, selectionStore } from "../selection.ts";
import { toggleVisible } from "../toggle-visible.ts";
import { useShownPath } from "../use-shown-path.ts";
import { addingTo } from "./adding.ts";
import { cellMarks } from "./cell-marks.ts";
import type { Column } from "./columns.ts";
import { GridHead } from "./grid-head.tsx";
import { onGridKey } from "./grid-keys.ts";
import { cellId, type GridCommands, GridRow, LoadingRow } from "./grid-row.tsx";
import { sheetStore } from "./load-sheet.ts";
import { pickAll } from "./pick-all.ts";
import type { SheetCommands } from "./sheet-commands.ts";
import type { Pasted } from "./use-clipboard.ts";
import { useGridColumns } from "./use-grid-columns.ts";
import { useGridCommands } from "./use-grid-commands.ts";
import { type GridCursor, useGridCursor } from "./use-grid-cursor.ts";
import { useGridRange } from "./use-grid-range.ts";
import { usePickRow } from "./use-pick-row.ts";
import { useRowMenu } from "./use-row-menu.ts";
import { useRowOrder } from "./use-row-order.ts";

/** Low rows show a quarter more of them. */
export const compactRows = createStoredStore("editor-compact-rows", false);
/** As the style sheet has them. */
export const rowHeightOf = (compact: boolean) => (compact ? 32 : 40);
export const headHeight = 34;
/** Rows that are drawn before it is known how many there are. */
const loadingRows = 12;

type Props = {
  scroller: RefObject<HTMLDivElement | null>;
  view: Rows;
  list: ItemList;
  /** Another number for another node. */
  listedNode: number;
  total: number | undefined;
  listedAt(index: number): ListedItem | undefined;
  indexOf(id: string): number | undefined;
  openItem: string | undefined;
  open(id: string): void;
  setSort(sort: string | undefined): void;
  /** Whether the person may change the order of the rows, and add some at their end. */
  reorderable: boolean;
  rights: Rights;
  /** A panel is open beside the list. */
  beside: boolean;
};

export function Grid(props: Props) {
  const { scroller, view, list, listedNode, total, listedAt, indexOf, open, reorderable, rights } = props;
  const rows = total ?? loadingRows;
  const sheet = useStore(sheetStore);
  /** The row after the last one is for a new item. */
  const NewRow = reorderable && total !== undefined ? sheet?.NewRow : undefined;
  const lines = rows + (NewRow ? 1 : 0);
  const itemAt = (index: number) => listedAt(index)?.item;
  const may = editingIn(rights);
  const { isEditable, isNamable, mayType } = may;
  const { drawn, height } = view.of(lines);
  const { shown: columns, template } = useGridColumns(scroller, list.leaf, props.beside, rights.edits);
  const hasNewRow = NewRow !== undefined;
  const cursor = useGridCursor({ list, listedNode, rows: lines, hasNewRow, columns, scroller, view, itemAt, indexOf });
  const { active } = cursor;
  useAdding(cursor, list, hasNewRow);
  const pickRow = usePickRow(itemAt);
  const order = useRowOrder({ list, rows, itemAt, indexOf, reorderable, follow: cursor.followTo });
  const range = useGridRange({
    scroller,
    head: headHeight,
    list,
    rows,
    columns,
    cursor,
    rights,
    mayEdit: isEditable,
    mayAdd: reorderable,
    itemAt,
    indexOf,
    order: order.drag,
  });
  const commands = useGridCommands({ scroller, columns, cursor, range, order, itemAt, pickRow, open, ...may });
  const isNewRow = active.row === rows && lines > rows;
  const activeColumn = (isNewRow || itemAt(active.row)) && columns[active.column];
  const menu = useRowMenu({ list, scroller, cursor, column: columns[active.column]?.id, listedAt, view, open });
  return (
    <>
      <div
        ref={scroller}
        className="grid-scroll"
        data-compact={useStore(compactRows) || undefined}
        role="grid"
        tabIndex={0}
        aria-label={useText().items.title}
        aria-rowcount={lines + 1}
        aria-colcount={columns.length + (rights.edits ? 1 : 0)}
        aria-multiselectable
        aria-readonly={!rights.edits || undefined}
        aria-activedescendant={activeColumn ? cellId(active.row, activeColumn.id) : undefined}
        {...range.handlers}
        onContextMenu={menu.onContextMenu}
        onDragLeave={order.onDragLeave}
        onKeyDown={(event) => {
          menu.onMenuKey(event);
          if (event.target !== scroller.current) return;
          onGridKey(event, {
            list,
            cursor,
            rows,
            columns,
            isNewRow,
            listed: listedAt(active.row),
            editable: mayType(itemAt(active.row), columns[active.column]),
            mayDelete: (ids) => mayEditItems(rights, ids),
            pickRow: rights.edits ? pickRow : undefined,
            toggleVisible: ({ item, etag }) => void toggleVisible(item, etag),
            step: order.step,
            open,
            clear: range.clear,
            fillDown: range.fillDown,
          });
        }}
      >
        <GridHead
          columns={columns}
          template={template}
          picks={rights.edits}
          all={pickAll({ list, total, itemAt, scroller })}
          sort={list.filters.sort}
          setSort={props.setSort}
        />
        <div role="presentation" style={{ height, position: "relative" }}>
          <GridLines
            list={list}
            listedNode={listedNode}
            listedAt={listedAt}
            openItem={props.openItem}
            tip={sheet?.gripWords(list)}
            picks={rights.edits}
            drawn={drawn}
            rows={rows}
            NewRow={NewRow}
            columns={columns}
            template={template}
            cursor={cursor}
            inRow={range.inRow}
            paste={range.paste}
            dropSide={order.dropSide}
            isEditable={isEditable}
            isNamable={isNamable}
            commands={commands}
          />
        </div>
      </div>
      <span className="visually-hidden" role="status">
        {range.words}
      </span>
    </>
  );
}

/** What the person may change of an item. The name may be a translation, which has rights of its own. */
function editingIn(rights: Rights) {
  const placeOf = ({ subcategoryId }: Item) => nodeKey("subcategory", subcategoryId);
  const isEditable = (item: Item | undefined) => item !== undefined && rights.edit(placeOf(item));
  const isNamable = (item: Item | undefined) => item !== undefined && mayName(rights, placeOf(item));
  const mayType = (item: Item | undefined, column: Column | undefined) =>
    column?.id === "name" ? isNamable(item) : isEditable(item);
  return { isEditable, isNamable, mayType };
}

/** Opens the row for a new item, if it is there, when someone begins to add items to the list. */
function useAdding(cursor: GridCursor, list: ItemList, hasNewRow: boolean) {
  const isAddedTo = isSameNode(list.projectId, useStore(addingTo), list.within) && hasNewRow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it begins
  useEffect(() => {
    if (!isAddedTo) return;
    cursor.moveTo(Number.POSITIVE_INFINITY, 0);
    cursor.edit("whole");
  }, [isAddedTo]);
}

type LinesProps = Pick<Props, "list" | "listedNode" | "listedAt" | "openItem"> & {
  tip: string | undefined;
  picks: boolean;
  drawn: readonly DrawnRow[];
  rows: number;
  NewRow: SheetCommands["NewRow"] | undefined;
  columns: readonly Column[];
  template: string;
  cursor: GridCursor;
  inRow: ReturnType<typeof useGridRange>["inRow"];
  paste(pasted: Pasted): void;
  dropSide(row: number): "before" | "after" | undefined;
  isEditable(item: Item): boolean;
  isNamable(item: Item): boolean;
  commands: GridCommands;
};

function GridLines(props: LinesProps) {
  const { list, listedAt, drawn, rows, NewRow, columns, template, cursor } = props;
  const { active, editing } = cursor;
  const selection = useStore(selectionStore);
  const marks = useStore(cellMarks);
  const slotOf = useSlots(drawn.length);
  const shownPath = useShownPath(list.projectId);
  return drawn.map(({ index, top }) => {
    const line = { index, top, template, columns };
    const own = active.row === index ? { active: active.column, editing } : { active: undefined, editing: undefined };
    if (NewRow && index === rows)
      return (
        <NewRow
          {...line}
          {...own}
          // In another list it is another row: what was typed into this one stays with its subcategory.
          key={`new ${props.listedNode}`}
          cellId={cellId}
          list={list}
          edit={(column) => cursor.activate(index, column, "whole")}
          stopEditing={cursor.stopEditing}
          paste={props.paste}
          add={(fields, open) => {
            const added = addItem(
              {
                projectId: list.projectId,
                subcategoryId: list.within ?? "",
                count: rows,
                last: listedAt(rows - 1)?.item,
              },
              fields,
            );
            if (open) void added.then(props.commands.open);
          }}
        />
      );
    const listed = listedAt(index);
    if (!listed)
      return <LoadingRow key={slotOf(index + cursor.shift)} top={top} template={template} columns={columns} />;
    return (
      <GridRow
        {...line}
        {...own}
        {...listed}
        {...props.inRow(index)}
        path={shownPath(listed.path)}
        key={slotOf(index + cursor.shift)}
        marks={marks.get(listed.item.id)}
        within={list.within}
        picks={props.picks}
        picked={isPicked(selection, listed.item.id)}
        opened={listed.item.id === props.openItem}
        drop={props.dropSide(index)}
        tip={props.tip}
        editable={props.isEditable(listed.item)}
        namable={props.isNamable(listed.item)}
        grid={props.commands}
      />
    );
  });
}
