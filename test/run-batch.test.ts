import { expect, test } from "bun:test";
import { relative } from "node:path";
import { runBatch } from "./run-batch.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** Below the project, as the report has other paths otherwise, and where no run looks for tests. */
const folder = relative(".", temporaryFolder("node_modules"));

const made = {
  passes: 'test("passes", () => {});',
  fails: 'test("fails", () => { throw new Error("of its own"); });',
  leaves: 'test("leaves", () => process.exit(0));',
  // Nothing can be imported from there.
  breaks: 'import "./nowhere.ts"; test("breaks", () => {});',
};
for (const [name, text] of Object.entries(made))
  await Bun.write(`${folder}/${name}.test.ts`, `import { test } from "bun:test"; ${text}`);

async function run(names: (keyof typeof made)[], passedOn: string[] = []) {
  const files = names.map((name) => `${folder}/${name}.test.ts`);
  const batch = await runBatch({ title: "made for this test" }, files, passedOn);
  return batch.files.map(({ file, failed, failures }) => ({
    name: names[files.indexOf(file)],
    failed,
    reason: failures.join("\n"),
  }));
}

test("a file that ends the process does not turn its batch green", async () => {
  const reason = "bun test ended with 0, and its report has no test of this file.";
  expect(await run(["passes", "leaves"])).toEqual([
    { name: "passes", failed: 1, reason },
    { name: "leaves", failed: 1, reason },
  ]);
});

test("a file without a test of the requested name is no failure", async () => {
  expect(await run(["passes", "fails"], ["-t", "passes"])).toMatchObject([
    { name: "passes", failed: 0 },
    { name: "fails", failed: 0 },
  ]);
  expect(await run(["passes"], ["-t", "nobody"])).toEqual([]);
});

test("an error outside of all tests counts for each file that has no failure of its own", async () => {
  const outside = "bun test ended with 1, with 1 error outside of all tests.";
  expect(await run(["passes", "breaks", "fails"])).toEqual([
    { name: "passes", failed: 1, reason: outside },
    { name: "breaks", failed: 1, reason: "bun test ended with 1, and its report has no test of this file." },
    { name: "fails", failed: 1, reason: expect.stringContaining("of its own") },
  ]);
  expect(await run(["passes", "fails"])).toMatchObject([
    { name: "passes", failed: 0 },
    { name: "fails", failed: 1 },
  ]);
});
