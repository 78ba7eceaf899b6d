import { expect, test } from "bun:test";
import { actionIcons } from "./action-icons.ts";

test("no two commands have the same icon", () => {
  const icons = Object.values(actionIcons);
  expect(icons.filter((icon, at) => icons.indexOf(icon) !== at)).toEqual([]);
});
