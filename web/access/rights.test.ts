import { expect, test } from "bun:test";
import type { Grant, Session } from "../../contract/access.ts";
import type { Tree, TreeNode } from "../catalog/tree.ts";
import { mayWriteAt, rightsOf, somewhere } from "./rights.ts";

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

test("everything is allowed if access is open, and nothing before the session is known", () => {
  expect(rights([], "open").edit(undefined)).toBe(true);
  const unknown = rightsOf(undefined, "shop", tree);
  expect([unknown.edit(undefined), unknown.translate(undefined), unknown.writes, unknown.seesAll]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("events are for those who see the whole project", () => {
  expect(rights([{ role: "viewer" }]).seesAll).toBe(true);
  expect(rights([{ role: "editor", subtree: "lamps" }]).seesAll).toBe(false);
  expect(rights([{ role: "admin", project: "other" }]).seesAll).toBe(false);
});

test("what is somewhere may be written by those who may write all that they see", () => {
  const branch: Grant = { role: "editor", project: "shop", subtree: "lamps" };
  expect(rights([branch]).edit(somewhere)).toBe(true);
  expect(rights([branch, { role: "viewer" }]).edit(somewhere)).toBe(false);
  expect(rights([branch, { role: "editor" }]).edit(somewhere)).toBe(true);
  expect(rights([]).edit(somewhere)).toBe(false);
});

test("the languages of all grants of the project can be written in it, and every language without a list", () => {
  const ru: Grant = { role: "translator", languages: ["ru"] };
  expect(rights([{ role: "viewer" }]).languages).toEqual([]);
  expect(rights([ru, { role: "editor", languages: ["de", "ru"] }]).languages).toEqual(["ru", "de"]);
  expect(rights([ru, { role: "editor", subtree: "lamps" }]).languages).toBe("all");
  expect(rights([ru, { role: "editor", project: "other" }]).languages).toEqual(["ru"]);
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
