import { type Ref, useEffect, useLayoutEffect } from "react";

/** What floats, and the button that it belongs to. */
export type Opening = { target: HTMLElement; opened: boolean; setOpened(opened: boolean): void };

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
  // Opened after it was drawn closed: only so does it know where the focus was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has come
  useEffect(() => setOpened(true), []);
  return null;
}
