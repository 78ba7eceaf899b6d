import type { RowDrag } from "../items/dragged-items.ts";

type Options = { scroller: HTMLElement; head: number; order: RowDrag };

/** How long a finger rests on a grip before it drags: until then it may be about to scroll. */
const holdMs = 250;
/** How far a finger that rests may tremble. */
const tremble = 8;
/** So near to an edge the list goes on by itself: a finger cannot go beyond the edge of the screen. */
const edge = 44;
const pace = 0.25;

/** The index of the row that an element is in. */
const rowOf = (element: Element | null) => {
  const row = element?.closest(".grid-row[data-item]");
  return row ? Number(row.getAttribute("aria-rowindex")) - 2 : undefined;
};

const swallow = (event: Event) => {
  event.preventDefault();
  event.stopPropagation();
};

/** Rows dragged by a finger, which browsers do not do themselves: it rests on the grip, and then takes the row along. */
export function holdGrip(event: PointerEvent, { scroller, head, order }: Options) {
  const { pointerId } = event;
  const start = { x: event.clientX, y: event.clientY };
  const row = rowOf(event.target as Element);
  if (row === undefined) return;
  let at = start;
  let over: number | undefined;
  let frame = 0;
  const look = () => {
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const x = Math.max(left + 1, Math.min(right - 2, at.x));
    const y = Math.max(top + head + 1, Math.min(bottom - 2, at.y));
    const under = rowOf(document.elementFromPoint(x, y));
    if (under === undefined) return;
    over = under;
    order.dragOver(under);
  };
  const scroll = () => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const by = Math.min(0, at.y - (top + head + edge)) + Math.max(0, at.y - (bottom - edge));
    if (by !== 0) {
      scroller.scrollBy(0, by * pace);
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const timer = setTimeout(() => {
    navigator.vibrate?.(10);
    order.dragStart(row);
    look();
    frame = requestAnimationFrame(scroll);
  }, holdMs);
  const onMove = (move: PointerEvent) => {
    if (move.pointerId !== pointerId) return;
    at = { x: move.clientX, y: move.clientY };
    if (frame !== 0) look();
    else if (Math.hypot(at.x - start.x, at.y - start.y) > tremble) stop();
  };
  const onUp = (up: PointerEvent) => {
    if (up.pointerId !== pointerId) return;
    if (up.type === "pointerup" && frame !== 0 && over !== undefined) order.drop(over);
    stop();
  };
  const stop = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    order.dragEnd();
    for (const [name, listener] of listened) removeEventListener(name, listener as EventListener, true);
  };
  const listened = [
    ["pointermove", onMove],
    ["pointerup", onUp],
    ["pointercancel", onUp],
    // A finger that rests asks for the menu, or for the browser's own drag.
    ["contextmenu", swallow],
    ["dragstart", swallow],
  ] as const;
  for (const [name, listener] of listened) addEventListener(name, listener as EventListener, true);
}
