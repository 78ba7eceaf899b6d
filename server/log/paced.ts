import type { Clock } from "../http/clock.ts";

/** The pause after a turn is as long as the turn, within these limits, so that requests get time. */
const shortestPauseMs = 20;
const longestPauseMs = 100;

/**
 * Background work that a commit or a person wakes, and the clock as a safety net. Turns never overlap: a wake during a
 * turn starts another one after it, and many wakes start only one.
 */
export class Paced {
  readonly #turn: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  readonly #endTicks: () => void;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(turn: () => Promise<void>, clock: Clock, everyMs: number, failed: (error: unknown) => void) {
    this.#turn = turn;
    this.#failed = failed;
    this.#endTicks = clock.every(everyMs, () => this.wake());
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      const started = performance.now();
      try {
        await this.#turn();
      } catch (error) {
        this.#failed(error);
      }
      await Bun.sleep(Math.min(longestPauseMs, Math.max(shortestPauseMs, performance.now() - started)));
    }
    this.#running = undefined;
  }

  /** Starts no more turns. Resolves when the running turn has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endTicks();
    await this.#running;
  }
}
