import { useEffect, useState } from "react";

/** Where the keyboard was before the last dialog or panel, and what that stood in: it may be gone when that closes. */
let before: HTMLElement[] = [];

function placeOf(active: Element | null): HTMLElement[] {
  // The palette may open another dialog: the way back leads to where the palette was opened.
  if (active?.closest("[aria-modal]")) return before;
  // A menu closes with what was chosen in it; its button stays.
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const found: HTMLElement[] = [];
  for (let at = button ? document.getElementById(button) : active; at; at = at.parentElement)
    if (at instanceof HTMLElement) found.push(at);
  return found;
}

/**
 * Gives the keyboard back to whoever had it when a dialog or the panel opened. Mantine does so for a dialog that is drawn
 * closed before it is opened and after it was; ours are neither.
 */
export function useFocusBack() {
  const [place] = useState(() => {
    before = placeOf(document.activeElement);
    return before;
  });
  useEffect(
    () => () => {
      setTimeout(() => {
        // What the dialog has done may have put the keyboard somewhere already.
        if (document.activeElement && document.activeElement !== document.body) return;
        const there = place.find((one) => one.isConnected && (one.tabIndex >= 0 || one.hasAttribute("tabindex")));
        (there ?? document.getElementById("content"))?.focus({ preventScroll: true });
      });
    },
    [place],
  );
}
