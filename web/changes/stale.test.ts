import { expect, test } from "bun:test";
import type { HistoryEntry } from "../../contract/changes.ts";
import { staleFields } from "./stale.ts";

const entry = (...fields: string[]): HistoryEntry => ({
  changeSetId: "c",
  kind: "item",
  action: "update",
  id: "i",
  name: "n",
  actor: "a",
  at: "2026-01-01T00:00:00.000Z",
  firstAt: "2026-01-01T00:00:00.000Z",
  saves: 1,
  things: 1,
  fields: fields.map((field) => ({ field, before: null, after: null, summary: "" })),
  summary: "",
});

test("a translation is stale when its original is the newer of the two", () => {
  expect([...staleFields([entry("name"), entry("translations.ru.name")], "ru")]).toEqual(["name"]);
  expect([...staleFields([entry("translations.ru.name"), entry("name")], "ru")]).toEqual([]);
  expect([...staleFields([entry("name", "translations.ru.name")], "ru")]).toEqual([]);
  expect([...staleFields([entry("translations.de.name"), entry("name")], "ru")]).toEqual(["name"]);
  expect([...staleFields([entry("price")], "ru")]).toEqual([]);
});
