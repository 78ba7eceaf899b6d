import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type FileResult, runBatch } from "./run-batch.ts";
import { allJobs, fastJobs, faultJobs, nameOf } from "./run-jobs.ts";
import { adoptOrphans, endDescendants, endOrphans } from "./run-orphans.ts";
import { createQueue } from "./run-queue.ts";
import { expectedSeconds, recordRun, wasFlaky } from "./run-record.ts";
import { randomFrom } from "./support/random.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { whenOver } from "./support/when-over.ts";

const usage = `Runs every test, or the test files that are named.
  --fast          only pure logic and the contract
  --faults        only the long fault runs, at their full length
  --rerun-failed  runs each failed file again, alone; one that passes then is listed as flaky and does not fail the run,
                  unless it was flaky in the recorded run too
  --record        stores how long each file took, and what was flaky, in test/last-run.json; only of a whole run. Implies
                  --rerun-failed
  --shuffle       in a random order, from the seed: of the batches and of the files in each; tests keep theirs
  --alone         each file in a process of its own
  -t PATTERN      only tests with such a name
`;
const { values: options, positionals } = parseArgs({
  options: {
    fast: { type: "boolean", default: false },
    faults: { type: "boolean", default: false },
    "rerun-failed": { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    shuffle: { type: "boolean", default: false },
    alone: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    "test-name-pattern": { type: "string", short: "t" },
  },
  allowPositionals: true,
});
const passedOn = options["test-name-pattern"] === undefined ? [] : ["-t", options["test-name-pattern"]];

/** Waits until the text is written: output to a pipe could otherwise be lost when the process ends. */
const print = (text: string) => Bun.write(Bun.stdout, text);
if (options.help) {
  await print(usage);
  process.exit(0);
}

// A record of some files would be taken for one of all, and times of a long run for those of the gate.
const partOf = [
  ...(options.fast ? ["--fast"] : []),
  ...(options.faults ? ["--faults"] : []),
  ...(passedOn.length > 0 ? ["-t"] : []),
  ...(positionals.length > 0 ? ["file names"] : []),
];
if (options.record && partOf.length > 0) {
  await print(`--record stores the times of a whole run, so it cannot be used with ${partOf.join(" or ")}.\n`);
  process.exit(1);
}

// Only a file that runs again is found to be flaky: without that, the record would forget the ones it has.
const rerunFailed = options["rerun-failed"] || options.record;

// One seed for the whole run: a file that runs again uses the same one, so a random fault is found again.
process.env.TEST_SEED ??= String(crypto.getRandomValues(new Uint32Array(1))[0]);
await print(`Random tests use TEST_SEED=${process.env.TEST_SEED}\n`);

adoptOrphans();
// What the processes of a run share, such as a new PostgreSQL that each of them copies.
process.env.TEST_RUN_FOLDER = temporaryFolder();
whenOver(endDescendants);

const known = options.fast ? fastJobs() : await (options.faults ? faultJobs() : allJobs());
const names = positionals.map((file) => file.replace(/^\.\//, ""));
const unknown = names.filter((name) => !known.some(({ file }) => file === name));
if (unknown.length > 0) {
  await print(`No such test file: ${unknown.join(", ")}\n`);
  process.exit(1);
}
const jobs = names.length > 0 ? known.filter(({ file }) => names.includes(file)) : known;
// Two more than there are cores: with one more, the cores were idle for 9 % of `.ci/run`, with two for 4 %.
const lanes = availableParallelism() + 2;
const take = createQueue(jobs, {
  lanes,
  secondsOf: expectedSeconds,
  ...(options.shuffle && { shuffle: randomFrom(Number(process.env.TEST_SEED)) }),
  alone: options.alone,
});
const results: FileResult[] = [];

/** A service or browser that a test leaves running would slow down all later tests. */
async function endWhatIsLeft(): Promise<void> {
  const left = await endOrphans();
  if (left.length > 0) await print(`Ended processes that tests left running: ${left.join(", ")}\n`);
}

async function lane(): Promise<void> {
  for (let batch = take(); batch[0]; batch = take()) {
    const { kind } = batch[0];
    const { report, seconds, files } = await runBatch(
      kind,
      batch.map(({ file }) => file),
      passedOn,
    );
    const failed = files.some((file) => file.failed > 0);
    await print(`\n=== ${kind.title}, ${batch.length} files: ${failed ? "failed" : "green"}, ${seconds} s\n${report}`);
    await endWhatIsLeft();
    results.push(...files);
  }
}
const began = performance.now();
await Promise.all(Array.from({ length: lanes }, lane));

// Failures are printed last, where the reader of a long log finds them.
const flaky: FileResult[] = [];
for (const [at, first] of results.entries()) {
  if (first.failed === 0) continue;
  await print(`\n=== failed: ${nameOf(first)}\n${first.failures.join("\n\n")}\n`);
  if (!rerunFailed) continue;
  const { report, files } = await runBatch(first.kind, [first.file], passedOn);
  await print(`\n=== again, alone: ${nameOf(first)}\n${report}`);
  await endWhatIsLeft();
  const [again] = files;
  if (!again || again.failed > 0) continue;
  flaky.push(first);
  if (!wasFlaky(first)) results[at] = again;
}

if (rerunFailed) {
  await print("\n=== flaky: failed, then passed when run again\n");
  for (const file of flaky)
    await print(`${nameOf(file)}${wasFlaky(file) ? " (in the recorded run too: it fails)" : ""}\n`);
  if (flaky.length === 0) await print("none\n");
}
await print(
  `\n=== seconds of all files, by kind; ${Math.round((performance.now() - began) / 1000)} s in ${lanes} lanes\n`,
);
for (const title of new Set(results.map(({ kind }) => kind.title))) {
  const files = results.filter(({ kind }) => kind.title === title);
  const seconds = files.reduce((total, file) => total + file.seconds, 0);
  await print(`${String(Math.round(seconds)).padStart(5)}  ${title}, ${files.length} files\n`);
}
if (options.record) await recordRun(results, flaky);
const sum = (count: "passed" | "failed" | "skipped") => results.reduce((total, file) => total + file[count], 0);
await print(`\ntests: ${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
process.exit(sum("failed") === 0 && results.length > 0 ? 0 : 1);
