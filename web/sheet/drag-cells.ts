import { type Cell, type CellRange, filledTo } from "../items/grid/cell-range.ts";
import type { CellDrag } from "../items/grid/sheet-commands.ts";
import { holdGrip } from "./drag-rows.ts";

/** How far the list goes in a frame for each pixel that the pointer is beyond its edge. */
const pace = 0.3;

/** Ranges by the mouse: pressed and moved over cells, with Shift, and by the handle that fills. */
export function pressCells(event: PointerEvent, options: CellDrag) {
  const pressed = event.target as Element;
  if (event.pointerType === "touch" && pressed.closest(".grid-grip")) return holdGrip(event, options);
  // A finger scrolls the list.
  if (event.button !== 0 || event.pointerType !== "mouse" || pressed.closest("input")) return;
  if (pressed.closest(".fill-handle")) {
    event.preventDefault();
    return fillFrom(options);
  }
  const cell = options.cellAt(pressed);
  if (!cell) return;
  if (!event.shiftKey) return selectFrom(cell, options);
  options.dragged(true);
  options.extendTo(cell.row, cell.column);
  selectFrom(options.active, options);
}

function selectFrom(first: Cell, options: CellDrag) {
  let last = first;
  const moved = (cell: Cell) => {
    if (cell.row === last.row && cell.column === last.column) return;
    last = cell;
    options.dragged(true);
    options.select(first, cell);
  };
  follow(moved, options, () => {
    if (last !== first) options.scroller.focus({ preventScroll: true });
  });
}

function fillFrom(options: CellDrag) {
  const { range } = options;
  let target: CellRange | undefined;
  options.dragged(true);
  const moved = ({ row }: Cell) => {
    target = filledTo(range, row);
    options.preview(target);
  };
  follow(moved, options, () => {
    options.preview(undefined);
    if (target) options.fill(range, target);
  });
}

/** How far a point is outside of a span. */
const beyond = (at: number, from: number, to: number) => Math.min(0, at - from) + Math.max(0, at - to);

/** Calls `moved` for each cell that the pointer comes to. Beyond an edge the list goes on by itself. */
function follow(moved: (cell: Cell) => void, { scroller, head, cellAt, dragged }: CellDrag, ended: () => void) {
  let point: { x: number; y: number } | undefined;
  let frame = 0;
  /** The cell under the pointer, or the one at the edge that is nearest to it. */
  const look = () => {
    if (!point) return;
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const inside = (at: number, from: number, to: number) => Math.max(from + 1, Math.min(to - 2, at));
    const cell = cellAt(document.elementFromPoint(inside(point.x, left, right), inside(point.y, top + head, bottom)));
    if (cell) moved(cell);
  };
  const scroll = () => {
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const [x, y] = point ? [beyond(point.x, left, right), beyond(point.y, top + head, bottom)] : [0, 0];
    if (x || y) {
      scroller.scrollBy(x * pace, y * pace);
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const onMove = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    // The button was released outside of the window.
    if (buttons === 0) return stop();
    point = { x, y };
    look();
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    ended();
    // After the click that follows.
    setTimeout(() => dragged(false));
  };
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
  frame = requestAnimationFrame(scroll);
}
