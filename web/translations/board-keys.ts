import type { KeyboardEvent } from "react";
import { pressed } from "../actions/action.ts";

/** What a key does in a text of the board: goes on or back, takes the source over, or confirms the translation. */
export type BoardKey = "next" | "previous" | "copy" | "confirm";

const keys: [shortcut: string, does: BoardKey][] = [
  ["enter", "next"],
  ["mod+enter", "next"],
  ["alt+arrowdown", "next"],
  ["alt+arrowup", "previous"],
  ["alt+c", "copy"],
  ["alt+enter", "confirm"],
];

/** In a text of several lines, Shift+Enter begins a new one; in any other, it goes back. */
export function boardKeyOf({ nativeEvent }: KeyboardEvent, hasLines: boolean): BoardKey | undefined {
  const press = { ...pick(nativeEvent), code: nativeEvent.code === "NumpadEnter" ? "Enter" : nativeEvent.code };
  if (!hasLines && pressed(press, "shift+enter")) return "previous";
  return keys.find(([shortcut]) => pressed(press, shortcut))?.[1];
}

const pick = ({ key, ctrlKey, metaKey, altKey, shiftKey }: globalThis.KeyboardEvent) => ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
});
