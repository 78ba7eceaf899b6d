import { useRef } from "react";

/**
 * The React key of the row at an index, where this many are drawn. A row that scrolls out lends its elements to one that
 * comes in: creating them takes most of a frame.
 */
export function useSlots(drawn: number): (index: number) => number {
  const slots = useRef(1);
  slots.current = Math.max(slots.current, drawn);
  return (index) => ((index % slots.current) + slots.current) % slots.current;
}
