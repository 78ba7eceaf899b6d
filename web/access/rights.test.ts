import { expect, test } from "bun:test";
import type { Grant, Session } from "../../contract/access.ts";
import type { Tree, TreeNode } from "../tree/tree.ts";
import { mayWriteAt, rightsOf } from "./rights.ts";

const node = (key: TreeNode["key"], parent?: TreeNode["key"]) =>
  [key, { key, id: key.split(":")[1], parent } as TreeNode] as const;
const tree: Tree = {
  nodes: new Map([
    node("category:home"),
    node("subcategory:lamps", "category:home"),
    node("subcategory:desk", "subcategory:lamps"),
    node("subcategory:chairs", "category:home"),
  ]),
  roots: ["category:home"],
};
const rights = (grants: Grant[], access: Session["access"] = "required") =>
  rightsOf({ access, grants, who: { kind: "user" } } as Session, "shop", tree);

test("everything is allowed if access is open, or before the session is known", () => {
  expect(rights([], "open").edit(undefined)).toBe(true);
  expect(rightsOf(undefined, "shop", tree).edit(undefined)).toBe(true);
});

test("a grant for a branch applies to it and below, not beside or above", () => {
  const { edit } = rights([{ role: "editor", project: "shop", subtree: "lamps" }]);
  expect(edit("subcategory:lamps")).toBe(true);
  expect(edit("subcategory:desk")).toBe(true);
  expect(edit("subcategory:chairs")).toBe(false);
  expect(edit("category:home")).toBe(false);
  expect(edit(undefined)).toBe(false);
});

test("a grant of another project, or only to view, allows no writes", () => {
  const none = rights([{ role: "viewer" }, { role: "admin", project: "other" }]);
  expect([none.edit(undefined), none.translate(undefined, "ru"), none.writes]).toEqual([false, false, false]);
});

test("a translator may write the languages of their grants; grants add up", () => {
  const may = mayWriteAt(
    rights([
      { role: "translator", languages: ["ru"] },
      { role: "editor", project: "shop", subtree: "desk", languages: ["de"] },
    ]),
    "subcategory:desk",
  );
  expect(["name", "translations.ru.name", "translations.de.name", "translations.fr.name"].map(may)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
