import { join } from "node:path";
import type { Job, Kind } from "./run-jobs.ts";
import { spawnTracked } from "./run-orphans.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

export type FileResult = Job & {
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Each failed test with the lines that give the reason. */
  failures: string[];
};

/** Long enough for a busy machine; a test that hangs still ends. */
const testTimeoutMs = 300_000;

/** Runs files of one kind in one process. */
export async function runBatch(kind: Kind, files: readonly string[], passedOn: readonly string[]) {
  const began = performance.now();
  const folder = temporaryFolder();
  const outfile = join(folder, "report.xml");
  const child = spawnTracked(
    [
      process.execPath,
      "test",
      `--timeout=${testTimeoutMs}`,
      "--reporter=junit",
      `--reporter-outfile=${outfile}`,
      ...passedOn,
      ...files.map((file) => `./${file}`),
    ],
    { ...process.env, ...kind.environment },
  );
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const counted = await Bun.file(outfile)
    .text()
    .then(countsIn, () => new Map<string, Counts>());
  const failures = failuresIn(errors);
  const ended = `bun test ended with ${child.exitCode}`;
  const results = files.flatMap((file): FileResult[] => {
    const counts = counted.get(file);
    if (counts) {
      const passed = counts.tests - counts.failed - counts.skipped;
      return [{ kind, file, ...counts, passed, failures: failures.get(file) ?? [] }];
    }
    // Without an error, a file that is missing in the report has no test with the requested name.
    if (child.exitCode === 0 && passedOn.length > 0) return [];
    // One that ends the process takes the report of its whole batch with it.
    const reasons = [`${ended}, and its report has no test of this file.`];
    return [{ kind, file, seconds: 0, passed: 0, failed: 1, skipped: 0, failures: reasons }];
  });
  // If tests were selected by name, a batch without any of them has not failed.
  if (/^error: regex .* matched 0 tests/m.test(errors)) return { report: "", seconds: 0, files: [] };
  // An error outside of all tests could belong to any of the files, also of those beside one that failed.
  const outside = /^ \d+ errors?$/m.exec(errors)?.[0].trim();
  const isUnexplained = child.exitCode !== 0 && results.every(({ failed }) => failed === 0);
  if (isUnexplained || outside) {
    const reason = outside ? `${ended}, with ${outside} outside of all tests.` : ended;
    for (const result of results) if (result.failed === 0) Object.assign(result, { failed: 1, failures: [reason] });
  }
  return { report: output + errors, seconds: Math.round((performance.now() - began) / 1000), files: results };
}

type Counts = { tests: number; failed: number; skipped: number; seconds: number };

/** The counts of each file, from its outermost suite. */
function countsIn(report: string): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const [suite, file] of report.matchAll(/<testsuite [^>]*?file="([^"]+)"[^>]*>/g)) {
    if (file === undefined || counts.has(file)) continue;
    const number = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(suite)?.[1] ?? 0);
    counts.set(file, {
      tests: number("tests"),
      failed: number("failures"),
      skipped: number("skipped"),
      seconds: number("time"),
    });
  }
  return counts;
}

/** The report has the reason of a failed test above the test's own line, and below the name of its file. */
function failuresIn(report: string): Map<string, string[]> {
  const failures = new Map<string, string[]>();
  let file = "";
  let lines: string[] = [];
  for (const line of report.split("\n")) {
    // From here on the same lines are repeated without their reasons.
    if (/^\d+ tests failed:$/.test(line)) break;
    const heading = /^(\S+\.test\.tsx?):$/.exec(line)?.[1];
    if (heading !== undefined) file = heading;
    const ended = /^\((pass|fail|skip)\)/.exec(line)?.[1];
    if (ended === "fail") failures.set(file, [...(failures.get(file) ?? []), [...lines.slice(-30), line].join("\n")]);
    if (heading !== undefined || ended !== undefined) lines = [];
    else lines.push(line);
  }
  return failures;
}
