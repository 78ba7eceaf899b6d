import { type DragEvent, useRef, useState } from "react";

/** Drags an entry of a list to another position in it. */
export function useListDrag(move: (from: number, to: number) => void) {
  const dragged = useRef<number>(undefined);
  const [over, setOver] = useState<number>();
  const end = () => {
    dragged.current = undefined;
    setOver(undefined);
  };
  return {
    /** For what is taken hold of. */
    handle: (at: number) => ({
      onDragStart: () => {
        dragged.current = at;
      },
      onDragEnd: end,
    }),
    /** For the entry itself. */
    entry: (at: number) => ({
      /** On which side of it the dragged one would be inserted. */
      "data-over": over !== at ? undefined : (dragged.current ?? 0) < at ? "after" : "before",
      onDragOver: (event: DragEvent) => {
        if (dragged.current === undefined) return;
        event.preventDefault();
        setOver(at);
      },
      onDrop: (event: DragEvent) => {
        if (dragged.current === undefined) return;
        event.preventDefault();
        move(dragged.current, at);
        end();
      },
    }),
  };
}

/** The list with one of its entries at another position. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}
