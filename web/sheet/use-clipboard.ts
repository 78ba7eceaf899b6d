import { useEffect, useRef } from "react";

/** Calls `handle` for each copy, cut and paste on the page that is for it: then it returns true. */
export function useClipboard(handle: (event: ClipboardEvent) => boolean) {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    // Some browsers name the selection or the page as what the event is about, not what has the focus.
    const listen = (event: Event) => latest.current(event as ClipboardEvent) && event.preventDefault();
    const names = ["copy", "cut", "paste"];
    for (const name of names) document.addEventListener(name, listen);
    return () => {
      for (const name of names) document.removeEventListener(name, listen);
    };
  }, []);
}

export const textOf = (event: ClipboardEvent) => event.clipboardData?.getData("text/plain") ?? "";
