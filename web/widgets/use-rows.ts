import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Extent, type Position, positionAt, scrolled, shownHeight } from "./long-scroll.ts";

type Options = {
  rowHeight: number;
  /** Rows that are drawn beyond both edges, so that a step of the wheel shows no gap. */
  overscan: number;
  /** The height of a head that stays at the top of the element. */
  head?: number;
};

/** The first row that is visible, how many fit, and how far the rows are moved up (see `long-scroll.ts`). */
type Window = { first: number; fitting: number; shift: number };

export type DrawnRow = { index: number; top: number };
export type Rows = ReturnType<typeof useRows>;

/** The rows of one height that a scrolling element shows: only those are drawn, of any number. */
export function useRows(scroller: RefObject<HTMLElement | null>, { rowHeight, overscan, head = 0 }: Options) {
  const element = useRef<HTMLElement>(null);
  const position = useRef<Position>({ top: 0, scrollTop: 0 });
  const extent = useRef<Extent>({ full: 0, view: innerHeight });
  const windowNow = (): Window => ({
    first: Math.floor(position.current.top / rowHeight),
    fitting: Math.ceil(extent.current.view / rowHeight) + 1,
    shift: position.current.top - position.current.scrollTop,
  });
  const [shown, setShown] = useState(windowNow);
  const show = () =>
    setShown((before) => {
      const next = windowNow();
      const same = next.first === before.first && next.fitting === before.fitting && next.shift === before.shift;
      return same ? before : next;
    });
  const put = (next: Position) => {
    position.current = next;
    // Equal but for what the browser rounds.
    if (element.current && Math.abs(element.current.scrollTop - next.scrollTop) >= 1)
      element.current.scrollTop = next.scrollTop;
  };
  /** The row that was scrolled to, until someone scrolls elsewhere. */
  const revealed = useRef<number>(undefined);

  const goTo = (top: number) => {
    put(positionAt(extent.current, top));
    show();
  };
  /** Scrolls as far as it takes to see the whole row. If it is seen, nothing is touched: that would lay out the page. */
  const reveal = (index: number) => {
    revealed.current = index;
    const { top } = position.current;
    const start = index * rowHeight;
    if (start < top) goTo(start);
    else if (start + rowHeight > top + extent.current.view) goTo(start + rowHeight - extent.current.view);
  };

  useAttached(element, scroller, rowHeight, (attached, heightBefore) => {
    const measure = () => {
      extent.current = { ...extent.current, view: attached.clientHeight - head };
      // What appears above the list makes it less high, and that row must not go out of sight.
      if (revealed.current !== undefined) reveal(revealed.current);
      show();
    };
    const onScroll = () => {
      if (Math.abs(attached.scrollTop - position.current.scrollTop) >= 1) revealed.current = undefined;
      put(scrolled(extent.current, position.current, attached.scrollTop));
      // Before the browser draws the next frame, which would show a gap.
      flushSync(show);
    };
    const stop = listenTo(attached, measure, onScroll);
    if (heightBefore) goTo((position.current.top / heightBefore) * rowHeight);
    else {
      position.current = { top: attached.scrollTop, scrollTop: attached.scrollTop };
      revealed.current = undefined;
    }
    measure();
    return stop;
  });

  return {
    /** The rows to draw and those near them, of a list of any length. */
    from: Math.max(0, shown.first - overscan),
    to: shown.first + shown.fitting + overscan,
    /** What to draw of a list of this length, and how high the element is that holds it. */
    of(count: number): { drawn: DrawnRow[]; height: number } {
      extent.current = { ...extent.current, full: count * rowHeight };
      return { drawn: drawnOf(count, shown, rowHeight, overscan), height: shownHeight(extent.current) };
    },
    reveal,
    toTop() {
      revealed.current = undefined;
      if (position.current.top > 0) goTo(0);
    },
  };
}

/**
 * Attaches to the element of `scroller`, which comes and goes with what is listed, and again when its rows have another
 * height: then with the one before. What `attach` returns ends it.
 */
function useAttached(
  element: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  attach: (attached: HTMLElement, heightBefore: number | undefined) => () => void,
) {
  const stop = useRef<() => void>(undefined);
  const heightNow = useRef(rowHeight);
  useLayoutEffect(() => {
    const heightBefore = heightNow.current;
    const isSame = element.current === scroller.current;
    if (isSame && heightBefore === rowHeight) return;
    heightNow.current = rowHeight;
    stop.current?.();
    element.current = scroller.current;
    if (element.current) stop.current = attach(element.current, isSame ? heightBefore : undefined);
  });
  useLayoutEffect(() => () => stop.current?.(), []);
}

/** Returns what ends it. */
function listenTo(element: HTMLElement, onResize: () => void, onScroll: () => void) {
  const observer = new ResizeObserver(onResize);
  observer.observe(element);
  element.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    observer.disconnect();
    element.removeEventListener("scroll", onScroll);
  };
}

function drawnOf(count: number, shown: Window, rowHeight: number, overscan: number): DrawnRow[] {
  // A list that has become shorter is drawn from its new end; the browser scrolls there a moment later.
  const first = Math.max(0, Math.min(shown.first, count - shown.fitting + 1));
  const end = Math.min(count, first + shown.fitting + overscan);
  const drawn: DrawnRow[] = [];
  for (let index = Math.max(0, first - overscan); index < end; index++)
    drawn.push({ index, top: index * rowHeight - shown.shift });
  return drawn;
}
