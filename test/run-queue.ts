import type { Job } from "./run-jobs.ts";
import type { Random } from "./support/random.ts";

/**
 * A batch takes this share of what is left for a lane. A process with a browser takes seconds to get warm, so they are few;
 * the short files that come last let the lanes end together.
 */
const share = 0.8;

/** To start a process takes half a second: the last ones get at least this much. */
const leastSeconds = 5;

type Options = {
  lanes: number;
  secondsOf(job: Job): number;
  /** In this order instead of the longest first. */
  shuffle?: Random;
  /** Each file in a process of its own. */
  alone: boolean;
};

/** All files in one queue, the longest first. A lane takes the first one, and with it others of its kind. */
export function createQueue(jobs: readonly Job[], { lanes, secondsOf, shuffle, alone }: Options) {
  const waiting = shuffle ? shuffle.shuffled(jobs) : [...jobs].sort((one, other) => secondsOf(other) - secondsOf(one));
  const sum = (some: readonly Job[]) => some.reduce((total, job) => total + secondsOf(job), 0);
  return function take(): Job[] {
    const [first] = waiting;
    if (!first) return [];
    const enough = alone ? 0 : Math.max(leastSeconds, (sum(waiting) / lanes) * share);
    const batch: Job[] = [];
    let seconds = 0;
    for (const job of [...waiting]) {
      if (job.kind !== first.kind) continue;
      if (batch.length > 0 && seconds + secondsOf(job) > enough) continue;
      batch.push(job);
      seconds += secondsOf(job);
      waiting.splice(waiting.indexOf(job), 1);
    }
    return batch;
  };
}
