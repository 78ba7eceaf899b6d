import { expect, test } from "bun:test";
import { anyone, callerOf } from "../access/caller.ts";
import { byViewName, isOwnView, isVisibleView, shownView, type ViewRow } from "./views.rules.ts";

const row = (given: Partial<ViewRow>): ViewRow => ({
  key: 1,
  id: "view",
  project_key: 1,
  holder_kind: "user",
  holder_key: 1,
  owner: "anna",
  shared: 1,
  name: "View",
  query: '{"within":"audio","sort":"-price"}',
  columns: "[]",
  branch_key: 7,
  branch_id: "audio",
  created_at: 0,
  changed_at: 0,
  ...given,
});

test("views are sorted as people sort, and those of the same name by their creation", () => {
  const names = ["View 10", "zebra", "Ёлка", "view 2", "Apple", "Ель", "apple", "View 10"];
  const sorted = byViewName(names.map((name, index) => row({ name, key: names.length - index })));
  expect(sorted.map(({ name, key }) => `${name} ${key}`)).toEqual([
    "apple 2",
    "Apple 4",
    "view 2 5",
    "View 10 1",
    "View 10 8",
    "zebra 7",
    "Ёлка 6",
    "Ель 3",
  ]);
});

test("a view is the caller's own if the person or key and the name are the same", () => {
  const caller = (kind: "user" | "key", key: number, name: string) =>
    callerOf({ kind, key, id: "k1", name, displayName: name, secondStep: false }, [], "");
  expect(isOwnView(row({}), caller("user", 1, "anna"))).toBe(true);
  expect(isOwnView(row({ holder_kind: "key", owner: "key:k1" }), caller("key", 1, "import"))).toBe(true);
  expect(isOwnView(row({ holder_kind: "anyone", holder_key: 0, owner: "anonymous" }), anyone)).toBe(true);
  const others = [caller("user", 2, "anna"), caller("user", 1, "boris"), caller("key", 1, "anna"), anyone];
  expect(others.map((other) => isOwnView(row({}), other))).toEqual([false, false, false, false]);
});

test("only a shared view is visible to others, and only if they see its branch", () => {
  const visible = (shared: number, own: boolean, seesBranch: boolean) =>
    isVisibleView(row({ shared }), { own, seesBranch });
  expect([visible(0, true, false), visible(1, true, false), visible(1, false, true)]).toEqual([true, true, true]);
  expect([visible(0, false, true), visible(1, false, false)]).toEqual([false, false]);
});

test("a view shows the current id of its branch to those who see it, and otherwise the id that was saved", () => {
  const within = (branch_id: string | null, seesBranch: boolean) =>
    shownView(row({ branch_id }), { own: true, seesBranch }).query;
  expect(within("sound", true)).toEqual({ within: "sound", sort: "-price" });
  expect(within("sound", false)).toEqual({ within: "audio", sort: "-price" });
  expect(within(null, true)).toEqual({ within: "audio", sort: "-price" });
});
