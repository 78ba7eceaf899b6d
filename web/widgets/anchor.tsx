import { type Ref, useEffect, useLayoutEffect } from "react";

/** What a menu or a popover would write on its target: the id of that, and what it controls. */
export type TargetNames = { id?: string; "aria-controls"?: string };

/** What floats, and the button that it belongs to. */
export type Opening = {
  target: HTMLElement;
  opened: boolean;
  setOpened(opened: boolean): void;
  setNames(names: TargetNames): void;
};

/** By then what floats is on the page. */
const drawnMs = 60;

type BesideProps = { of: HTMLElement; ref?: Ref<HTMLElement> };

/** Stands for an element that something floats beside, where a popover wants its target. */
export function Beside({ of, ref }: BesideProps) {
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(of);
    else if (ref) ref.current = of;
  }, [ref, of]);
  return null;
}

type Props = TargetNames & { of: Opening; ref?: Ref<HTMLElement> };

/** Stands for the button where a menu or a popover wants its target: the button takes over what it is given. */
export function Anchor({ of: { target, setOpened, setNames }, ref, id, "aria-controls": controls }: Props) {
  useLayoutEffect(() => {
    setNames({ ...(id && { id }), ...(controls && { "aria-controls": controls }) });
    return () => setNames({});
  }, [setNames, id, controls]);
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
  return <Beside of={target} {...(ref && { ref })} />;
}
