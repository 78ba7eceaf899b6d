import { availableParallelism } from "node:os";
import { type FileResult, runGroup } from "./run-group.ts";
import { fastGroups, groups } from "./run-groups.ts";
import { adoptOrphans, endDescendants, endOrphans } from "./run-orphans.ts";
import { whenOver } from "./support/when-over.ts";

/**
 * Runs every test. `--fast` runs only pure logic and the contract on the embedded engine. With `--rerun-failed` each
 * failed file runs again, alone. If it passes then, it is listed as flaky and does not fail the run. Other arguments are
 * passed to each `bun test`.
 */
const own = ["--fast", "--rerun-failed"];
const [fast, rerunFailed] = own.map((name) => process.argv.includes(name));
const passedOn = process.argv.slice(2).filter((argument) => !own.includes(argument));

/** Waits until the text is written: output to a pipe could otherwise be lost when the process ends. */
const print = (text: string) => Bun.write(Bun.stdout, text);

// One seed for the whole run: a file that runs again uses the same one, so a random fault is found again.
process.env.TEST_SEED ??= String(crypto.getRandomValues(new Uint32Array(1))[0]);
await print(`Random tests use TEST_SEED=${process.env.TEST_SEED}\n`);

adoptOrphans();
whenOver(endDescendants);

const waiting = fast ? fastGroups() : await groups();
const results: FileResult[] = [];

/** A service or browser that a test leaves running would slow down all later tests. */
async function endWhatIsLeft(): Promise<void> {
  const left = await endOrphans();
  if (left.length > 0) await print(`Ended processes that tests left running: ${left.join(", ")}\n`);
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

// Failures are printed last, where the reader of a long log finds them.
const flaky: FileResult[] = [];
for (const [at, first] of results.entries()) {
  if (first.failed === 0) continue;
  await print(`\n=== failed: ${first.file}, ${first.group.title}\n${first.failures.join("\n\n")}\n`);
  if (!rerunFailed) continue;
  const { report, files } = await runGroup({ ...first.group, files: [first.file] }, passedOn);
  await print(`\n=== again, alone: ${first.file}, ${first.group.title}\n${report}`);
  await endWhatIsLeft();
  const [again] = files;
  if (!again || again.failed > 0) continue;
  flaky.push(first);
  results[at] = again;
}

if (rerunFailed) {
  await print("\n=== flaky: failed, then passed when run again\n");
  for (const { file, group } of flaky) await print(`${file}, ${group.title}\n`);
  if (flaky.length === 0) await print("none\n");
}
const sum = (count: "passed" | "failed" | "skipped") => results.reduce((total, file) => total + file[count], 0);
await print(`\ntests: ${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
process.exit(sum("failed") === 0 && results.length > 0 ? 0 : 1);
