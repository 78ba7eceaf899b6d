import { type RefObject, useEffect, useRef } from "react";

/** The button that moves an entry on after it was moved to `to`; at the end of the list, the one that moves it back. */
export const moverAt = (from: number, to: number) =>
  `li:nth-child(${to + 1}) [data-moves="${to - from}"]:enabled, li:nth-child(${to + 1}) [data-moves]:enabled`;

/** The entry that follows one of `count` that was removed, or the one before it if it was the last. */
export const inPlaceOf = (at: number, count: number) => `:nth-child(${Math.min(at + 1, count - 1)})`;

/**
 * Focuses the first element in `within` that matches, after the next draw. The element that had the focus is moved or
 * removed, and the focus would be lost.
 */
export function useFocusNext(within: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const found = within.current?.querySelector<HTMLElement>(wanted.current);
    wanted.current = undefined;
    found?.focus();
  });
  return (selector) => {
    wanted.current = selector;
  };
}
