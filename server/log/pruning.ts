import type { Db, Tx } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Paced } from "./paced.ts";

/**
 * One step of a job, in a transaction of its own, so small that other writes hardly wait for it. Returns how many rows
 * it removed, and the next step if there may be more to remove.
 */
export type PruningStep = (tx: Tx) => Promise<{ removed: number; next: PruningStep | undefined }>;

/** Removes what has expired in the tables of one room. Every run begins with the step that it returns. */
export type PruningJob = (db: Db, now: number) => PruningStep | Promise<PruningStep>;

/** A job that repeats one step until it removes nothing. */
export const untilNothingIsLeft =
  (remove: (tx: Tx, now: number) => Promise<number>): PruningJob =>
  (_db, now) => {
    const step: PruningStep = async (tx) => {
      const removed = await remove(tx, now);
      return { removed, next: removed > 0 ? step : undefined };
    };
    return step;
  };

const everyMs = 60 * 60 * 1_000;
const firstAfterMs = 60_000;
/** Lets other writes run between two steps. */
const pauseMs = 20;

/** Runs every job to its end, one after the other. Returns how many rows each has removed. */
export async function prune<Name extends string>(
  db: Db,
  jobs: Record<Name, PruningJob>,
  now: number,
): Promise<Record<Name, number>> {
  const removed = {} as Record<Name, number>;
  for (const name in jobs) removed[name] = await finish(db, jobs[name], now, () => false);
  return removed;
}

/** Runs every job each hour in the background. Returns a function that ends this. */
export function startPruning(
  db: Db,
  jobs: Readonly<Record<string, PruningJob>>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  let ended = false;
  const failed = (err: unknown, job?: string) => log.error({ err, job }, "could not remove what is too old");
  async function run(): Promise<void> {
    const removed: Record<string, number> = {};
    for (const [name, job] of Object.entries(jobs)) {
      try {
        removed[name] = await finish(db, job, clock.now(), () => ended);
      } catch (error) {
        // The next job has other tables, and may well succeed.
        failed(error, name);
      }
    }
    log.debug(removed, "removed what was too old");
  }
  const turns = new Paced(run, clock, everyMs, failed);
  const cancelFirst = clock.after(firstAfterMs, () => turns.wake());
  return () => {
    ended = true;
    cancelFirst();
    return turns.stop();
  };
}

async function finish(db: Db, job: PruningJob, now: number, stopped: () => boolean): Promise<number> {
  let removed = 0;
  for (let step: PruningStep | undefined = await job(db, now); step && !stopped(); ) {
    const done: Awaited<ReturnType<PruningStep>> = await db.write(step);
    removed += done.removed;
    step = done.next;
    if (step) await Bun.sleep(pauseMs);
  }
  return removed;
}
