import { type RefObject, useEffect, useRef } from "react";

/** The button that moves on in a list what has come to `to`: at the end of its way it is disabled, and the other one is not. */
export const moverAt = (from: number, to: number) =>
  `li:nth-child(${to + 1}) [data-moves="${to - from}"]:enabled, li:nth-child(${to + 1}) [data-moves]:enabled`;

/** What stands where one of `count` was taken away, or before that if it was the last. */
export const inPlaceOf = (at: number, count: number) => `:nth-child(${Math.min(at + 1, count - 1)})`;

/**
 * Puts the keyboard, after the next draw, onto the first thing in `within` that fits: what it was on is moved or taken away
 * by what was just done, and the page would lose it.
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
