import { type RefObject, useEffect, useRef } from "react";

/** The tour has the role too, and lies over nothing. */
export const layers = "[role=dialog]:not(.tour), [role=menu], [role=listbox]";
/** For what has the focus: Mantine's dialogs leave Escape to what floats above them. */
export const ownEscape = { "data-mantine-stop-propagation": true } as const;

const texts = "textarea, [role=combobox], input:not([type=checkbox], [type=radio])";

/**
 * Escape closes a panel, from the innermost out: a dialog or menu first, then a field is left, then the panel closes. A
 * field elsewhere handles Escape itself.
 */
export function useEscape(panel: RefObject<HTMLElement | null>, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    let layered = false;
    // In the capture phase: a dialog would be closed before the key bubbles up to here.
    const before = () => {
      layered = document.querySelector(layers) !== null;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || layered) return;
      const field = (event.target as Element).closest(texts);
      if (!field) latest.current();
      else if (panel.current?.contains(field)) panel.current.focus();
    };
    addEventListener("keydown", before, true);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", before, true);
      removeEventListener("keydown", onKey);
    };
  }, [panel]);
}
