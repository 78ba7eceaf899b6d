import type { FileResult } from "./run-batch.ts";
import { type Job, nameOf } from "./run-jobs.ts";

/** What a run with `--record` leaves for the next ones. It is committed, so that a fresh clone has it too. */
type RunRecord = {
  /** How long each file took. */
  seconds: Record<string, number>;
  /** Files that failed and then passed alone. */
  flaky: Record<string, string>;
};

const path = new URL("last-run.json", import.meta.url);
const last: RunRecord = await Bun.file(path)
  .json()
  .catch(() => ({ seconds: {}, flaky: {} }));

/** A file that is not in the record is about as long as most. */
const usualSeconds = 3;

export const expectedSeconds = (job: Job): number => last.seconds[nameOf(job)] ?? usualSeconds;

export const wasFlaky = (job: Job): boolean => nameOf(job) in last.flaky;

export async function recordRun(results: readonly FileResult[], flaky: readonly FileResult[]): Promise<void> {
  const sorted = [...results].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const seconds = Object.fromEntries(sorted.map((file) => [nameOf(file), Math.round(file.seconds * 10) / 10]));
  const day = new Date().toISOString().slice(0, 10);
  const record: RunRecord = { seconds, flaky: Object.fromEntries(flaky.map((file) => [nameOf(file), day])) };
  await Bun.write(path, `${JSON.stringify(record, null, 2)}\n`);
}
