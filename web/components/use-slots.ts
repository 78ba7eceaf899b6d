import type { Virtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

/**
 * The React key of the row at an index. A row that scrolls out lends its elements to one that comes in: creating them takes
 * most of a frame.
 */
export function useSlots(virtual: Virtualizer<HTMLDivElement, Element>): (index: number) => number {
  const slots = useRef(1);
  slots.current = Math.max(slots.current, virtual.getVirtualItems().length);
  return (index) => index % slots.current;
}
