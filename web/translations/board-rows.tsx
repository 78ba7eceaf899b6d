import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { mayWriteAt } from "../access/rights.ts";
import { useRights } from "../access/use-rights.ts";
import { nodeKey } from "../catalog/tree.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import type { BoardRow } from "./board-data.ts";
import { BoardLine, type Go } from "./board-line.tsx";

const rowHeight = 66;
/** The next page is requested this many rows before the end. */
const ahead = 20;

type Props = {
  projectId: string;
  rows: BoardRow[];
  language: string;
  /** Where the whole board scrolls, and not only its rows. */
  page: RefObject<HTMLElement | null> | undefined;
  hasMore: boolean;
  /** Reads the next page; undefined while one is read. */
  more: (() => void) | undefined;
  /** The first text that can be typed takes the focus. */
  begins(): boolean;
  /** There is no text to go on to. */
  atEnd(): void;
};

/** One row per text; only those on the screen are drawn, and the one that is typed in. */
export function BoardRows(props: Props) {
  const { projectId, rows, language, page, more } = props;
  const { board } = useLater();
  const rights = useRights(projectId);
  const list = useRef<HTMLElement>(null);
  const [active, setActive] = useState<number>();
  const { virtual, drawn, above } = useDrawnRows(rows, list, page, active);
  const nearEnd = (virtual.range?.endIndex ?? 0) >= rows.length - ahead;
  useEffect(() => {
    if (nearEnd) more?.();
  }, [nearEnd, more]);

  const mayWrite = (row: BoardRow) => mayWriteAt(rights, placeOf(row))(`translations.${language}.${row.field}`);
  const { goFrom, stay } = useGoing(props, list, mayWrite, (index) => {
    // Before the first layout nothing is drawn, and nobody knows what is in sight.
    if (drawn.length > 0) virtual.scrollToIndex(index);
  });
  const onFocus = ({ target }: FocusEvent) => {
    stay();
    const row = target.closest<HTMLElement>("[data-index]");
    if (row) setActive(Number(row.dataset.index));
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="board-scroll" ref={list} aria-label={board.title} tabIndex={0} onFocus={onFocus}>
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {drawn.map(({ index, key, start }) => (
          <div
            className="board-row"
            key={key}
            data-index={index}
            ref={virtual.measureElement}
            style={{ transform: `translateY(${start - above}px)` }}
          >
            <BoardLine
              projectId={projectId}
              row={rows[index] as BoardRow}
              language={language}
              mayWrite={mayWrite(rows[index] as BoardRow)}
              go={goFrom(index)}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** The rows that are drawn: those on the screen, and the active one. `above` is how far they begin below the top. */
function useDrawnRows(
  rows: BoardRow[],
  list: RefObject<HTMLElement | null>,
  page: Props["page"],
  active: number | undefined,
) {
  const [above, setAbove] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (page ?? list).current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as BoardRow),
    overscan: 8,
    scrollMargin: above,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (active === undefined || active >= rows.length || shown.includes(active)) return shown;
      return [...shown, active].sort((one, other) => one - other);
    },
  });
  useLayoutEffect(() => setAbove(topIn(page?.current, list.current)));
  return { virtual, drawn: virtual.getVirtualItems(), above };
}

/** Goes from text to text by the keys: to the next one that can be typed, wherever it is. */
function useGoing(
  { rows, hasMore, more, begins, atEnd }: Props,
  list: RefObject<HTMLElement | null>,
  mayWrite: (row: BoardRow) => boolean,
  scrollTo: (index: number) => void,
) {
  /** The text that takes the focus as soon as it is drawn. */
  const wanted = useRef<{ from: number; by: 1 | -1 }>(undefined);
  const look = () => {
    if (!wanted.current) return;
    const { from, by } = wanted.current;
    let index = from;
    while (rows[index] && !mayWrite(rows[index] as BoardRow)) index += by;
    if (index >= rows.length && hasMore) return more?.();
    if (!rows[index]) {
      wanted.current = undefined;
      if (by === 1) atEnd();
      return;
    }
    const fields = fieldsOf(list.current?.querySelector(`[data-index="${index}"]`));
    const field = fields.at(by === 1 ? 0 : -1);
    if (!field) return scrollTo(index);
    wanted.current = undefined;
    take(field);
  };
  const goFrom =
    (index: number): Go =>
    (by, past) => {
      const focused = document.activeElement;
      const fields = fieldsOf(focused?.closest("[data-index]"));
      const next = past ? undefined : fields[fields.indexOf(focused as HTMLTextAreaElement) + by];
      if (next) return take(next);
      wanted.current = { from: index + by, by };
      look();
    };
  useLayoutEffect(look);
  // Where the person begins is asked once: later rows come without taking the focus from anything.
  const isFirst = useRef(true);
  useEffect(() => {
    const first = rows.findIndex(mayWrite);
    if (isFirst.current && begins() && first >= 0) {
      wanted.current = { from: first, by: 1 };
      look();
    }
    isFirst.current = false;
  });
  return {
    goFrom,
    /** The focus stays where it is now. */
    stay() {
      wanted.current = undefined;
    },
  };
}

const keyOf = ({ entry, field }: BoardRow) => `${entry.kind}:${entry.id}:${field}`;

const placeOf = ({ entry: { kind, id, path } }: BoardRow) =>
  kind === "item" ? nodeKey("subcategory", path.at(-1)?.id ?? "") : nodeKey(kind, id);

/** How far the rows begin below the top of what scrolls. */
const topIn = (page: HTMLElement | null | undefined, list: HTMLElement | null) =>
  page && list ? list.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop : 0;

const fieldsOf = (row: Element | null | undefined) => [...(row?.querySelectorAll("textarea") ?? [])];

/** With the end of its text ready to be typed on, and the whole of it in sight. */
function take(field: HTMLTextAreaElement) {
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  field.closest(".board-pair, .board-row")?.scrollIntoView({ block: "nearest" });
}
