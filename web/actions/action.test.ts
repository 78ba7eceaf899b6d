import { describe, expect, test } from "bun:test";
import { pressed } from "./action.ts";

const press = (key: string, code: string, held: "ctrl" | "ctrl+shift" | "alt") => ({
  key,
  code,
  ctrlKey: held.startsWith("ctrl"),
  shiftKey: held.endsWith("shift"),
  altKey: held === "alt",
  metaKey: false,
});

describe("a shortcut", () => {
  test("is the letter that the key types", () => {
    expect(pressed(press("z", "KeyZ", "ctrl"), "mod+z")).toBe(true);
    expect(pressed(press("Z", "KeyZ", "ctrl+shift"), "mod+shift+z")).toBe(true);
    expect(pressed(press("z", "KeyZ", "ctrl"), "mod+shift+z")).toBe(false);
    // A German keyboard: undo must not be redo.
    expect(pressed(press("z", "KeyY", "ctrl"), "mod+z")).toBe(true);
    expect(pressed(press("z", "KeyY", "ctrl"), "mod+y")).toBe(false);
  });

  test("is the position of the key in a Cyrillic layout, and with Alt", () => {
    expect(pressed(press("я", "KeyZ", "ctrl"), "mod+z")).toBe(true);
    expect(pressed(press("å", "KeyA", "alt"), "alt+a")).toBe(true);
    expect(pressed(press("/", "Slash", "ctrl"), "mod+slash")).toBe(true);
  });
});
