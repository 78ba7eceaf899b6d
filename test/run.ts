import { availableParallelism } from "node:os";
import { type FileResult, runGroup } from "./run-group.ts";
import { fastGroups, groups } from "./run-groups.ts";
import { adoptOrphans, endDescendants, endOrphans } from "./run-orphans.ts";
import { whenOver } from "./support/when-over.ts";

/**
 * Runs every test. `--fast` runs only pure logic and the contract on the embedded engine. With `--rerun-failed` a file
 * that fails runs once more, alone: if it passes then, it is listed as flaky and fails nothing. Other arguments go on to
 * each run of `bun test`.
 */
const own = ["--fast", "--rerun-failed"];
const [fast, rerunFailed] = own.map((name) => process.argv.includes(name));
const passedOn = process.argv.slice(2).filter((argument) => !own.includes(argument));

/** Into a pipe, what is written may still be on its way when the process ends: wait until it is out. */
const print = (text: string) => Bun.write(Bun.stdout, text);

// One seed for the whole run: a file that runs once more draws the same, so a fault found by chance is found again.
process.env.TEST_SEED ??= String(crypto.getRandomValues(new Uint32Array(1))[0]);
await print(`Random tests draw from TEST_SEED=${process.env.TEST_SEED}\n`);

adoptOrphans();
whenOver(endDescendants);

const waiting = fast ? fastGroups() : await groups();
const results: FileResult[] = [];

/** Whatever a test leaves running, a service or a browser, would slow down all that comes after it. */
async function endWhatIsLeft(): Promise<void> {
  const left = await endOrphans();
  if (left.length > 0) await print(`Left running by its tests, and ended now: ${left.join(", ")}\n`);
}

async function lane(): Promise<void> {
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    const { report, seconds, files } = await runGroup(group, passedOn);
    const failed = files.some((file) => file.failed > 0);
    await print(`\n=== ${group.title}: ${failed ? "failed" : "green"}, ${seconds} s\n${report}`);
    await endWhatIsLeft();
    results.push(...files);
  }
}
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));

// What failed comes last, where whoever reads the end of a long log finds it.
const flaky: FileResult[] = [];
for (const [at, first] of results.entries()) {
  if (first.failed === 0) continue;
  await print(`\n=== failed: ${first.file}, ${first.group.title}\n${first.failures.join("\n\n")}\n`);
  if (!rerunFailed) continue;
  const { report, files } = await runGroup({ ...first.group, files: [first.file] }, passedOn);
  await print(`\n=== once more, alone: ${first.file}, ${first.group.title}\n${report}`);
  await endWhatIsLeft();
  const [again] = files;
  if (!again || again.failed > 0) continue;
  flaky.push(first);
  results[at] = again;
}

if (rerunFailed) {
  await print("\n=== flaky: failed, and passed when run once more\n");
  for (const { file, group } of flaky) await print(`${file}, ${group.title}\n`);
  if (flaky.length === 0) await print("none\n");
}
const sum = (count: "passed" | "failed" | "skipped") => results.reduce((total, file) => total + file[count], 0);
await print(`\ntests: ${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
process.exit(sum("failed") === 0 && results.length > 0 ? 0 : 1);
