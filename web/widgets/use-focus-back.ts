import { useEffect, useState } from "react";

/** The element that had the focus before the last dialog or panel opened, and its ancestors: some may be gone by then. */
let before: HTMLElement[] = [];

function focusedIn(active: Element | null): HTMLElement[] {
  // The palette may open another dialog: the focus goes back to where the palette was opened.
  if (active?.closest("[aria-modal]")) return before;
  // A menu closes when something is chosen in it; its button stays.
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const found: HTMLElement[] = [];
  for (let at = button ? document.getElementById(button) : active; at; at = at.parentElement)
    if (at instanceof HTMLElement) found.push(at);
  return found;
}

/**
 * Gives the focus back to the element that had it when a dialog or the panel opened. Mantine does so only for a dialog that
 * is also drawn while it is closed; ours are not.
 */
export function useFocusBack() {
  const [opener] = useState(() => {
    before = focusedIn(document.activeElement);
    return before;
  });
  useEffect(
    () => () => {
      setTimeout(() => {
        // What was done in the dialog may have moved the focus already.
        if (document.activeElement && document.activeElement !== document.body) return;
        const there = opener.find((one) => one.isConnected && (one.tabIndex >= 0 || one.hasAttribute("tabindex")));
        (there ?? document.getElementById("content"))?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
