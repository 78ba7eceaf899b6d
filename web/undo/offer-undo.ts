import type { Text } from "../platform/i18n/i18n.ts";
import { toast } from "../platform/toasts.ts";
import { undoing } from "./undoing.ts";

/** A button that undoes or redoes an entry in the list of what was done. */
export const undoButton = (id: string, way: "undo" | "redo") => ({
  label: (t: Text) => t.undo[way],
  press: () => undoing[way](id),
});

/** Announces what was done, with a way to undo it where it is an entry in the list of what was done. */
export const offerUndo = (text: string, id: string | undefined) =>
  toast(text, id === undefined ? {} : { about: id, button: undoButton(id, "undo") });
