import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";

/** The scale of the theme. */
const sizes = ["12px", "13px", "14px", "18px", "24px", "inherit"];
const weights = ["400", "500", "600", "inherit"];

const files = [...new Glob("web/**/*.{css,tsx,ts}").scanSync()].filter((file) => !file.endsWith(".test.ts"));

/** Every value that a pattern finds, as "file: value", except those that are allowed. */
function others(pattern: RegExp, allowed: readonly string[]): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(pattern)]
      .map(([, value = ""]) => value.trim())
      .filter((value) => !allowed.includes(value) && !value.startsWith("var(--mantine-font-size-"))
      .map((value) => `${file}: ${value}`),
  );
}

test("texts have the five sizes of the scale", () => {
  expect(others(/font-size:\s*([^;}]+)/g, sizes)).toEqual([]);
  expect(others(/fontSize: "([^"]+)"/g, sizes)).toEqual([]);
  expect(others(/\bfz=\{([^}]+)\}/g, [])).toEqual([]);
});

test("texts have three weights", () => {
  expect(others(/font-weight:\s*([^;}]+)/g, weights)).toEqual([]);
  expect(others(/fontWeight: "?(\d+)/g, weights)).toEqual([]);
  expect(others(/\bfw=\{(\d+)\}/g, weights)).toEqual([]);
});
