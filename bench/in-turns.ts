import { cpuMicroseconds } from "./processes.ts";
import { type LoadFile, type WrkResult, wrk } from "./wrk.ts";

export type Effort = { rounds: number; seconds: number; warmUpSeconds: number };

export type Spread = { median: number; low: number; high: number };

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1
      ? (sorted[middle] as number)
      : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
  return { median, low: sorted[0] as number, high: sorted.at(-1) as number };
}

export type Server = { url: string; pid: number };
export type Target = { server: Server; load: LoadFile };
export type Result = WrkResult & { cpuMicroseconds: number };

/**
 * Runs all targets in turn, each round starting with another one, so that other work of the machine affects all of them
 * alike. Returns the results by target, then by round.
 */
export async function inTurns(targets: readonly Target[], effort: Effort): Promise<Result[][]> {
  let seed = 1;
  for (const { server, load } of targets) await wrk(server.url, load, effort.warmUpSeconds, seed++);
  const results: Result[][] = targets.map(() => []);
  for (let round = 0; round < effort.rounds; round++) {
    for (let offset = 0; offset < targets.length; offset++) {
      const which = (offset + round) % targets.length;
      (results[which] as Result[]).push(await run(targets[which] as Target, effort.seconds, seed++));
    }
  }
  return results;
}

async function run({ server, load }: Target, seconds: number, seed: number): Promise<Result> {
  const before = cpuMicroseconds(server.pid);
  const result = await wrk(server.url, load, seconds, seed);
  return { ...result, cpuMicroseconds: (cpuMicroseconds(server.pid) - before) / result.requests };
}

/** How many times as fast the first is as the second, round by round. */
export const ratios = (first: readonly Result[], second: readonly Result[]): number[] =>
  first.map(({ perSecond }, round) => perSecond / (second[round] as Result).perSecond);

export const medianOf = (results: readonly Result[], figure: keyof Result): number =>
  spreadOf(results.map((result) => result[figure])).median;
