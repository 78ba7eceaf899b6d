// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import type { RefObject } from "react";
import type { Item } from "../../contract/items.ts";
import type { Rights } from "../access/rights.ts";
import type { Rows } from "../components/use-rows.ts";
import { useSlots } from "../components/use-slots.ts";
import { useStableCommands } from "../components/use-stable-commands.ts";
import { useText } from "../i18n/i18n.ts";
import { saving } from "../saving/saving.ts";
import { useStore } from "../store.ts";
import { nodeKey } from "../tree/tree.ts";
import { GridHead } from "./grid-head.tsx";
import { onGridKey } from "./grid-keys.ts";
import { cellId, type GridCommands, GridRow, LoadingRow } from "./grid-row.tsx";
import type { ItemList } from "./item-list.ts";
import { mayEditItems } from "./may-edit-items.ts";
import { isPicked, selectionStore } from "./selection.ts";
import { useGridColumns } from "./use-grid-columns.ts";
import { useGridCursor } from "./use-grid-cursor.ts";
import type { ListedItem } from "./use-item-window.ts";
import { usePickRow } from "./use-pick-row.ts";
import { useRowOrder } from "./use-row-order.ts";

export const rowHeight = 40;
export const headHeight = 34;
/** Rows that are drawn before it is known how many there are. */
const loadingRows = 12;

type Props = {
  scroller: RefObject<HTMLDivElement | null>;
  view: Rows;
  list: ItemList;
  total: number | undefined;
  listedAt(index: number): ListedItem | undefined;
  openItem: string | undefined;
  open(id: string): void;
  setSort(sort: string | undefined): void;
  /** Whether the person may change the order of the rows. */
  reorderable: boolean;
  rights: Rights;
  /** A panel is open beside the list. */
  beside: boolean;
};

export function Grid(props: Props) {
  const { scroller, view, list, total, listedAt, openItem, open, reorderable, rights } = props;
  const { projectId } = list;
  const t = useText();
  const rows = total ?? loadingRows;
  const itemAt = (index: number) => listedAt(index)?.item;
  const isEditable = (item: Item | undefined) =>
    item !== undefined && rights.edit(nodeKey("subcategory", item.subcategoryId));
  const selection = useStore(selectionStore);
  const { drawn, height } = view.of(rows);
  const slotOf = useSlots(drawn.length);
  const { shown, template } = useGridColumns(scroller, list.leaf, props.beside);
  const cursor = useGridCursor({ rows, columns: shown.length, scroller, reveal: view.reveal });
  const { active, editing } = cursor;
  const pickRow = usePickRow(itemAt);
  const order = useRowOrder({ projectId, rows, itemAt, reorderable, moved: cursor.followTo });
  const commands = useStableCommands<GridCommands>({
    ...order.drag,
    activate: (row, column, edit) => cursor.activate(row, column, edit && isEditable(itemAt(row))),
    stopEditing: cursor.stopEditing,
    pick: pickRow,
    open,
    toggleVisible: (item, etag) => isEditable(item) && toggleVisible(item, etag),
  });

  const rowAt = (index: number, top: number) => {
    const listed = listedAt(index);
    if (!listed) return <LoadingRow key={slotOf(index)} top={top} template={template} columns={shown.length} />;
    const { item, etag, leaving, match, path } = listed;
    return (
      <GridRow
        key={slotOf(index)}
        item={item}
        etag={etag}
        leaving={leaving}
        match={match}
        path={path}
        within={list.within}
        index={index}
        top={top}
        template={template}
        columns={shown}
        active={active.row === index ? active.column : undefined}
        editing={active.row === index ? editing : undefined}
        picked={isPicked(selection, item.id)}
        opened={item.id === openItem}
        drop={order.dropSide(index)}
        reorderable={reorderable}
        editable={isEditable(item)}
        grid={commands}
      />
    );
  };

  const activeColumn = shown[active.column];
  return (
    <div
      ref={scroller}
      className="grid-scroll"
      role="grid"
      tabIndex={0}
      aria-label={t.items.title}
      aria-rowcount={rows + 1}
      aria-colcount={shown.length + 1}
      aria-multiselectable
      aria-readonly={!rights.edits || undefined}
      aria-activedescendant={activeColumn && itemAt(active.row) ? cellId(active.row, activeColumn.id) : undefined}
      onKeyDown={(event) => {
        if (event.target !== scroller.current) return;
        onGridKey(event, {
          projectId,
          cursor,
          rows,
          columns: shown,
          listed: listedAt(active.row),
          editable: isEditable(itemAt(active.row)),
          mayDelete: (ids) => mayEditItems(rights, ids),
          reorderable,
          pickRow,
          toggleVisible: ({ item, etag }) => toggleVisible(item, etag),
          reorder: order.reorder,
          open,
        });
      }}
    >
      <GridHead
        columns={shown}
        template={template}
        loaded={drawn.flatMap(({ index }) => itemAt(index) ?? [])}
        sort={list.filters.sort}
        setSort={props.setSort}
      />
      <div role="presentation" style={{ height, position: "relative" }}>
        {drawn.map(({ index, top }) => rowAt(index, top))}
      </div>
    </div>
  );
}

function toggleVisible(item: Item, etag: string | undefined) {
  const record = { kind: "item", id: item.id } as const;
  const draft = saving.view(record, "visible").draft;
  const now = draft ? (draft.value as boolean) : item.visible;
  saving.edit(record, "visible", !now, item.visible, etag);
  saving.flush(record);
}
