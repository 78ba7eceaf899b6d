// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import type { Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Item } from "../../contract/items.ts";
import { useRoom } from "../components/use-room.ts";
import { openDialog } from "../dialogs.ts";
import { explain } from "../explain.ts";
import { useText } from "../i18n/i18n.ts";
import { saving } from "../saving/saving.ts";
import { useStore } from "../store.ts";
import { toast } from "../toasts.ts";
import { columns, fittingColumns, hiddenColumns, shownColumns, templateOf } from "./columns.ts";
import { draggedItems } from "./dragged-items.ts";
import { cellId, type GridCommands, GridRow, LoadingRow } from "./grid-row.tsx";
import { placeItem } from "./item-commands.ts";
import type { ListedItem } from "./items-data.ts";
import { clearSelection, pick, selectionStore } from "./selection.ts";

export const rowHeight = 40;

type Props = {
  scroller: RefObject<HTMLDivElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  projectId: string;
  total: number | undefined;
  listedAt(index: number): ListedItem | undefined;
  openItem: string | undefined;
  open(id: string): void;
  sortable: boolean;
  /** Whether one may change what is listed. */
  editable: boolean;
  /** A panel is open beside the list. */
  beside: boolean;
};

export type Cell = { row: number; column: number };

export function Grid(props: Props) {
  const { scroller, virtual, projectId, total, listedAt, openItem, open, editable, beside } = props;
  const sortable = props.sortable && editable;
  const itemAt = (index: number) => listedAt(index)?.item;
  const t = useText();
  const chosen = useStore(shownColumns);
  const selection = useStore(selectionStore);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ typed?: string }>();
  const [dropAt, setDropAt] = useState<number>();
  const dragged = useRef<number>(undefined);
  const lastPicked = useRef<number>(undefined);
  const slots = useRef(1);
  const room = useRoom(scroller);
  const fitting = (beside && room ? fittingColumns(chosen, room) : chosen).join();
  const shown = useMemo(() => columns.filter((column) => fitting.split(",").includes(column.id)), [fitting]);
  useEffect(() => hiddenColumns.set(chosen.filter((id) => !fitting.split(",").includes(id))), [chosen, fitting]);
  const template = templateOf(shown);
  const rows = total ?? 12;

  const moveTo = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(rows - 1, row)),
      column: Math.max(0, Math.min(shown.length - 1, column)),
    };
    setActive(next);
    virtual.scrollToIndex(next.row, { align: "auto" });
  };
  const stopEditing = (step?: { row?: number; column?: number }) => {
    setEditing(undefined);
    if (!step) return;
    scroller.current?.focus({ preventScroll: true });
    moveTo(active.row + (step.row ?? 0), active.column + (step.column ?? 0));
  };
  const pickRow = (row: number, range: boolean) => {
    const item = itemAt(row);
    if (!item) return;
    const on = !selection.has(item.id);
    const from = range && lastPicked.current !== undefined ? lastPicked.current : row;
    lastPicked.current = row;
    const ids: string[] = [];
    for (let at = Math.min(from, row); at <= Math.max(from, row); at++) {
      const id = itemAt(at)?.id;
      if (id) ids.push(id);
    }
    pick(ids, range ? true : on);
  };
  const place = async (from: number, to: number) => {
    const moved = itemAt(from);
    if (!moved || from === to || to < 0 || to >= rows) return;
    const before = itemAt(to > from ? to : to - 1);
    const after = itemAt(to > from ? to + 1 : to);
    setActive((cell) => ({ ...cell, row: to }));
    try {
      await placeItem(projectId, moved, before, after, t.tree.place(to + 1, rows));
    } catch (error) {
      toast(explain(error), { tone: "bad" });
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const { row, column } = active;
    const listed = listedAt(row);
    const item = listed?.item;
    const kind = shown[column]?.kind;
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(row + 1, column),
      ArrowUp: () => moveTo(row - 1, column),
      ArrowRight: () => moveTo(row, column + 1),
      ArrowLeft: () => moveTo(row, column - 1),
      PageDown: () => moveTo(row + 12, column),
      PageUp: () => moveTo(row - 12, column),
      Home: () => moveTo(event.ctrlKey ? 0 : row, 0),
      End: () => moveTo(event.ctrlKey ? rows - 1 : row, shown.length - 1),
      F2: () => editable && (kind === "text" || kind === "number") && setEditing({}),
      " ": () => pickRow(row, event.shiftKey),
      // With nothing chosen, the key is for the panel beside.
      ...(selection.size > 0 && { Escape: clearSelection }),
      Delete: () => {
        const ids = selection.size > 0 ? [...selection] : item ? [item.id] : [];
        if (editable && ids.length > 0) openDialog({ kind: "delete-items", projectId, ids });
      },
      Enter: () => {
        if (editable && kind === "switch" && listed) toggleVisible(listed.item, listed.etag);
        else if (editable && kind === "number") setEditing({});
        else if (item) open(item.id);
      },
    };
    if (event.altKey) {
      if (!sortable || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      void place(row, row + (event.key === "ArrowUp" ? -1 : 1));
      return;
    }
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      step();
    } else if (
      editable &&
      event.key.length === 1 &&
      !event.ctrlKey &&
      !event.metaKey &&
      (kind === "text" || kind === "number")
    ) {
      event.preventDefault();
      setEditing({ typed: event.key });
    }
  };

  const latest = useRef<GridCommands>(undefined);
  latest.current = {
    activate: (row, column, edit) => {
      setActive({ row, column });
      setEditing(edit && editable ? {} : undefined);
    },
    stopEditing,
    pick: pickRow,
    open,
    toggleVisible: (...given) => editable && toggleVisible(...given),
    dragStart: (row) => {
      const item = itemAt(row);
      if (!item) return;
      dragged.current = row;
      const ids = selection.has(item.id) ? [...selection] : [item.id];
      draggedItems.set({ ids, from: item.subcategoryId });
    },
    dragOver: (row) => sortable && dragged.current !== undefined && setDropAt(row),
    dragEnd: () => {
      draggedItems.set(undefined);
      dragged.current = undefined;
      setDropAt(undefined);
    },
    drop: (row) => {
      if (sortable && dragged.current !== undefined) void place(dragged.current, row);
      dragged.current = undefined;
      setDropAt(undefined);
    },
  };
  const commands = useMemo(
    (): GridCommands => ({
      activate: (...given) => latest.current?.activate(...given),
      stopEditing: (...given) => latest.current?.stopEditing(...given),
      pick: (...given) => latest.current?.pick(...given),
      open: (id) => latest.current?.open(id),
      toggleVisible: (...given) => latest.current?.toggleVisible(...given),
      dragStart: (row) => latest.current?.dragStart(row),
      dragOver: (row) => latest.current?.dragOver(row),
      dragEnd: () => latest.current?.dragEnd(),
      drop: (row) => latest.current?.drop(row),
    }),
    [],
  );

  slots.current = Math.max(slots.current, virtual.getVirtualItems().length);
  const loaded = virtual.getVirtualItems().flatMap((drawn) => itemAt(drawn.index) ?? []);
  const allPicked = loaded.length > 0 && loaded.every((item) => selection.has(item.id));
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
      onKeyDown={onKeyDown}
    >
      <div className="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        <div className="grid-cell" role="columnheader">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t.items.selectAll}
            checked={allPicked}
            ref={(box) => {
              if (box) box.indeterminate = !allPicked && loaded.some((item) => selection.has(item.id));
            }}
            onChange={() =>
              pick(
                loaded.map((item) => item.id),
                !allPicked,
              )
            }
          />
        </div>
        <div role="presentation" />
        <div role="presentation" />
        {shown.map((column) => (
          <div className="grid-cell" role="columnheader" key={column.id} data-align={column.align}>
            {column.label(t)}
          </div>
        ))}
      </div>
      <div
        role="presentation"
        style={{ height: total === undefined ? rows * rowHeight : virtual.getTotalSize(), position: "relative" }}
      >
        {total === undefined
          ? Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <LoadingRow key={row} top={row * rowHeight} template={template} columns={shown.length} />
            ))
          : virtual.getVirtualItems().map((drawn) => {
              const listed = listedAt(drawn.index);
              // A row that scrolls out lends its elements to one that comes in: making them costs most of a frame.
              const slot = drawn.index % slots.current;
              if (!listed)
                return <LoadingRow key={slot} top={drawn.start} template={template} columns={shown.length} />;
              const { item, etag, leaving } = listed;
              return (
                <GridRow
                  key={slot}
                  item={item}
                  etag={etag}
                  leaving={leaving}
                  index={drawn.index}
                  top={drawn.start}
                  template={template}
                  columns={shown}
                  active={active.row === drawn.index ? active.column : undefined}
                  editing={active.row === drawn.index ? editing : undefined}
                  picked={selection.has(item.id)}
                  opened={item.id === openItem}
                  drop={
                    dropAt === drawn.index ? ((dragged.current ?? 0) < drawn.index ? "after" : "before") : undefined
                  }
                  sortable={sortable}
                  editable={editable}
                  grid={commands}
                />
              );
            })}
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
