import { expect, test } from "bun:test";
import { difference, fieldDiffs } from "./readable.ts";

test("readable differences of texts, lists and values", () => {
  expect(difference(1, 2)).toBe("1 → 2");
  expect(difference(true, false)).toBe("yes → no");
  expect(difference("", "new")).toBe('"new" added');
  expect(difference("old", "")).toBe('"old" removed');
  expect(difference(["a", "b"], ["b", "c"])).toBe('added "c", removed "a"');
  expect(difference(["a", "b"], ["b", "a"])).toBe("put in another order");
  const words = "one two three four five six seven eight nine ten eleven twelve thirteen";
  expect(difference(words, words.replace("six", "SIX"))).toBe('"…six…" → "…SIX…"');
  expect(fieldDiffs({ "translations.ru.name": null }, { "translations.ru.name": "Имя" })[0]?.summary).toBe(
    'name (ru): "Имя" added',
  );
  const comment = { id: "c", text: "Great", createdAt: "2026-01-01T00:00:00.000Z" };
  expect(fieldDiffs({ "comments.c": null }, { "comments.c": comment })[0]?.summary).toBe('comment: "Great" added');
});
