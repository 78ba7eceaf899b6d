// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import type { Virtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import type { Item } from "../../contract/items.ts";
import { useSlots } from "../components/use-slots.ts";
import { useStableCommands } from "../components/use-stable-commands.ts";
import { useText } from "../i18n/i18n.ts";
import { saving } from "../saving/saving.ts";
import { useStore } from "../store.ts";
import { GridHead } from "./grid-head.tsx";
import { onGridKey } from "./grid-keys.ts";
import { cellId, type GridCommands, GridRow, LoadingRow } from "./grid-row.tsx";
import type { ListedItem } from "./items-data.ts";
import { selectionStore } from "./selection.ts";
import { useGridColumns } from "./use-grid-columns.ts";
import { useGridCursor } from "./use-grid-cursor.ts";
import { usePickRow } from "./use-pick-row.ts";
import { useRowOrder } from "./use-row-order.ts";

export const rowHeight = 40;
/** Rows that are drawn before it is known how many there are. */
const loadingRows = 12;

type Props = {
  scroller: RefObject<HTMLDivElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  projectId: string;
  total: number | undefined;
  listedAt(index: number): ListedItem | undefined;
  openItem: string | undefined;
  open(id: string): void;
  sortable: boolean;
  /** Whether the person may change what is listed. */
  editable: boolean;
  /** A panel is open beside the list. */
  beside: boolean;
};

export function Grid(props: Props) {
  const { scroller, virtual, projectId, total, listedAt, openItem, open, editable } = props;
  const t = useText();
  const rows = total ?? loadingRows;
  const sortable = props.sortable && editable;
  const itemAt = (index: number) => listedAt(index)?.item;
  const selection = useStore(selectionStore);
  const slotOf = useSlots(virtual);
  const { shown, template } = useGridColumns(scroller, props.beside);
  const cursor = useGridCursor({ rows, columns: shown.length, scroller, virtual });
  const { active, editing } = cursor;
  const pickRow = usePickRow(itemAt);
  const order = useRowOrder({ projectId, rows, itemAt, sortable, moved: cursor.followTo });
  const commands = useStableCommands<GridCommands>({
    ...order.drag,
    activate: (row, column, edit) => cursor.activate(row, column, edit && editable),
    stopEditing: cursor.stopEditing,
    pick: pickRow,
    open,
    toggleVisible: (item, etag) => editable && toggleVisible(item, etag),
  });

  const rowAt = (index: number, top: number) => {
    const listed = listedAt(index);
    if (!listed) return <LoadingRow key={slotOf(index)} top={top} template={template} columns={shown.length} />;
    const { item, etag, leaving } = listed;
    return (
      <GridRow
        key={slotOf(index)}
        item={item}
        etag={etag}
        leaving={leaving}
        index={index}
        top={top}
        template={template}
        columns={shown}
        active={active.row === index ? active.column : undefined}
        editing={active.row === index ? editing : undefined}
        picked={selection.has(item.id)}
        opened={item.id === openItem}
        drop={order.dropSide(index)}
        sortable={sortable}
        editable={editable}
        grid={commands}
      />
    );
  };

  const drawn = virtual.getVirtualItems();
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
      aria-readonly={!editable || undefined}
      aria-activedescendant={activeColumn && itemAt(active.row) ? cellId(active.row, activeColumn.id) : undefined}
      onKeyDown={(event) => {
        if (event.target !== scroller.current) return;
        onGridKey(event, {
          projectId,
          cursor,
          rows,
          columns: shown,
          listed: listedAt(active.row),
          editable,
          sortable,
          pickRow,
          toggleVisible: ({ item, etag }) => toggleVisible(item, etag),
          reorder: order.reorder,
          open,
        });
      }}
    >
      <GridHead columns={shown} template={template} loaded={drawn.flatMap(({ index }) => itemAt(index) ?? [])} />
      <div
        role="presentation"
        style={{ height: total === undefined ? rows * rowHeight : virtual.getTotalSize(), position: "relative" }}
      >
        {total === undefined
          ? Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <LoadingRow key={row} top={row * rowHeight} template={template} columns={shown.length} />
            ))
          : drawn.map(({ index, start }) => rowAt(index, start))}
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
