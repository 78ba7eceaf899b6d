import { type ClipboardEvent as PasteEvent, useEffect, useRef } from "react";

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

/** A text from the clipboard, and the columns that it was copied from where this editor has copied it. */
export type Pasted = { text: string; columns: readonly string[] | undefined };

export function pastedFrom({ clipboardData }: ClipboardEvent): Pasted {
  const columns = /<table data-columns="([\w ]+)"/.exec(clipboardData?.getData("text/html") ?? "")?.[1];
  return { text: clipboardData?.getData("text/plain") ?? "", columns: columns?.split(" ") };
}

/** Handles a paste into an open cell: one text goes into its text, several cells are taken from it to go into cells. */
export const pasteIntoCell = (take: (pasted: Pasted) => void) => (event: PasteEvent) => {
  const pasted = pastedFrom(event.nativeEvent);
  if (!isBlock(pasted.text)) return;
  event.preventDefault();
  event.stopPropagation();
  take(pasted);
};

/** Whether a text is of more than one cell. */
const isBlock = (text: string) => /[\t\r\n]/.test(text.trimEnd());
