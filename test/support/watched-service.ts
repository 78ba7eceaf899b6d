import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { peakMemory } from "./peak-memory.ts";
import { type Service, startService } from "./start-service.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export type WatchedService = Service & {
  /** The longest time for which the main thread computed without a turn for others since the last call, in milliseconds. */
  longestTurn(): Promise<number>;
  /** The most memory since the last call, in megabytes; 0 where the system does not say. */
  peakMemory(): number;
};

const preload = new URL("./loop-watch.ts", import.meta.url).pathname;

/** Starts a service that says how long its loop was held, and how much memory it took. */
export async function startWatched(settings: Record<string, string> = {}): Promise<WatchedService> {
  const service = await startService(settings, { runtimeFlags: ["--preload", preload], ipc: true });
  const file = join(temporaryFolder(), "longest");
  return {
    ...service,
    async longestTurn() {
      rmSync(file, { force: true });
      service.send(file);
      await until(() => existsSync(file), "the service says how long its loop was held");
      return Number(readFileSync(file, "utf8"));
    },
    peakMemory: () => peakMemory(service.pid),
  };
}
