import { pressed } from "./action.ts";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * The text field that has the focus: what it held then, what the last typing left in it, and whether the browser has
 * undone some of that.
 */
let typed: { field: TextField; first: string; last: string; undone: boolean } | undefined;

const otherInputs = new Set(["checkbox", "radio", "range", "color", "file", "button", "submit", "reset"]);

const isTextField = (element: unknown): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !otherInputs.has(element.type));

/** The focus is in a text, where the keys for undo and redo are never for the catalog. */
export const isTyping = (): boolean => isTextField(document.activeElement);

const wayOf = (event: KeyboardEvent) => {
  if (pressed(event, "mod+z")) return "undo";
  return pressed(event, "mod+shift+z") || pressed(event, "mod+y") ? "redo" : undefined;
};

/**
 * Follows what is typed into the field that has the focus, and ends undoing with it: the browser would go on with what was
 * typed into other fields before, and that would be saved.
 */
export function watchTyping() {
  document.addEventListener(
    "keydown",
    (event) => {
      const way = isTyping() ? wayOf(event) : undefined;
      if (way && !typingTakes(way)) event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener("focusin", ({ target }) => {
    typed = isTextField(target) ? { field: target, first: target.value, last: target.value, undone: false } : undefined;
  });
  // What was put there since is not of the browser's undoing: that starts anew from it.
  document.addEventListener(
    "beforeinput",
    () => {
      if (typed && typed.field.value !== typed.last) typed.first = typed.last = typed.field.value;
    },
    { capture: true },
  );
  // Before the field itself hears of it, and may change its value.
  document.addEventListener(
    "input",
    (event) => {
      if (!typed || event.target !== typed.field) return;
      const way = event instanceof InputEvent ? event.inputType : "";
      typed.last = typed.field.value;
      typed.undone = way === "historyUndo" || (way === "historyRedo" && typed.undone);
    },
    { capture: true },
  );
}

/**
 * Whether the browser may undo or redo: while something that was typed since the field got the focus is left to undo in it,
 * and after that, to redo. A value that was not typed but put there, it cannot undo.
 */
function typingTakes(way: "undo" | "redo"): boolean {
  if (!typed || typed.field !== document.activeElement || typed.field.value !== typed.last) return false;
  return way === "undo" ? typed.last !== typed.first : typed.undone;
}
