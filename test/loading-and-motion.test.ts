import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";

const sources = [...new Glob("web/**/*.{css,tsx,ts}").scanSync()]
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Every match of a pattern, as "file: match". */
const found = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, match]) => `${file}: ${match?.trim()}`));

test("what is loading is drawn in its shape, and only a pressed button turns", () => {
  expect(found(/\b(Loader|LoadingOverlay|IconLoader\w*)\b(?!\.css)/g)).toEqual([]);
  expect(found(/(animated(?:=\S+)?)/g)).toEqual([]);
  expect(found(/(animation[^;]*infinite)/g)).toEqual([]);
  // One family of placeholders: the house's.
  expect(found(/import \{[^}]*(\bSkeleton\b)[^}]*\} from "@mantine\/core"/g)).toEqual([]);
});

test("motion takes less than 150 ms", () => {
  const inMs = (time: string) => Number.parseFloat(time) * (time.endsWith("ms") ? 1 : 1000);
  /** The first time of a shorthand is the duration, the second one the delay. */
  const times = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:animation|transition):([^;]+);/g)].flatMap(([, value = ""]) =>
      value.split(",").flatMap((part) => {
        const [time] = part.match(/\b[\d.]+m?s\b/) ?? [];
        return time ? [{ file, time, ms: inMs(time) }] : [];
      }),
    ),
  );
  expect(times.length).toBeGreaterThan(3);
  expect(times.filter(({ ms }) => ms >= 150)).toEqual([]);
  const given = found(/(?:transitionDuration|duration)(?:=\{|: )(\d+)/g);
  expect(given.length).toBeGreaterThan(3);
  expect(given.filter((one) => Number(one.split(": ")[1]) >= 150)).toEqual([]);
});

test("every dialog with Cancel has it from the foot that all share", () => {
  const dialogs = sources.filter(({ text }) => text.includes("<DialogFrame"));
  expect(dialogs.length).toBeGreaterThan(10);
  const own = dialogs.filter(({ text }) => text.includes("common.cancel") || text.includes('justify="flex-end"'));
  expect(own.map(({ file }) => file)).toEqual([]);
});
