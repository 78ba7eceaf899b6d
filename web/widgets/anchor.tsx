import { type Ref, useEffect, useLayoutEffect } from "react";

/** What floats, and the button that it belongs to. */
export type Opening = { target: HTMLElement; opened: boolean; setOpened(opened: boolean): void };

/** By then what floats is on the page. */
const drawnMs = 60;

type Props = { of: Opening; ref?: Ref<HTMLElement>; id?: string; "aria-controls"?: string };

/** Stands for the button where a menu or a popover wants its target: what it would write on that, it writes on the button. */
export function Anchor({ of: { target, setOpened }, ref, id, "aria-controls": controls }: Props) {
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(target);
    else if (ref) ref.current = target;
  }, [ref, target]);
  useLayoutEffect(() => {
    if (id) target.id = id;
    if (controls) target.setAttribute("aria-controls", controls);
    else target.removeAttribute("aria-controls");
  }, [target, id, controls]);
  // The keyboard goes with it: where nothing inside takes the focus by itself, the menu or the dialog as a whole does.
  useEffect(() => {
    if (!controls) return;
    const timer = setTimeout(() => {
      const floating = document.getElementById(controls);
      if (floating && !floating.contains(document.activeElement)) floating.focus({ preventScroll: true });
    }, drawnMs);
    return () => clearTimeout(timer);
  }, [controls]);
  // Opened after it was drawn closed: only so does it know where the focus was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has come
  useEffect(() => setOpened(true), []);
  return null;
}
