import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const isFile = (path: string) => existsSync(new URL(`../${path}`, import.meta.url));

type Promised = { promise: string; heldBy: string };

/** The rows of tables whose last column names the tests that hold the promise in the first column. */
function promisesOf(page: string): Promised[] {
  const rows: Promised[] = [];
  let inside = false;
  for (const line of textOf(page).split("\n")) {
    const cells = line.split("|").slice(1, -1);
    const last = cells.at(-1)?.trim();
    if (last === undefined) inside = false;
    else if (last === "held by") inside = true;
    else if (inside && !/^-+$/.test(last)) rows.push({ promise: cells[0]?.trim() ?? "", heldBy: last });
  }
  return rows;
}

/** What is wrong with a cell such as: `test/a.test.ts` "one title", "another"; `test/b.test.ts` "a third" */
function faultsOf({ promise, heldBy }: Promised): string[] {
  const named = [...heldBy.matchAll(/`([^`]+\.test\.ts)`((?:,? "[^"]+")+)/g)];
  if (named.length === 0) return [`${promise}: no test is named`];
  return named.flatMap(([, file = "", titles = ""]) => {
    if (!isFile(file)) return [`${promise}: there is no file ${file}`];
    const text = textOf(file);
    return [...titles.matchAll(/"([^"]+)"/g)]
      .map(([, title = ""]) => title)
      .filter((title) => !text.includes(`"${title}"`) && !text.includes(`\`${title}\``))
      .map((title) => `${promise}: ${file} has no test "${title}"`);
  });
}

test.each(["docs/security.md", "docs/operations.md"])("the tests that hold each promise of %s exist", (page) => {
  const promises = promisesOf(page);
  expect(promises.length).toBeGreaterThan(30);
  expect(promises.flatMap(faultsOf)).toEqual([]);
});
