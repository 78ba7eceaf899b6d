import type { Clock } from "../http/clock.ts";

/** The pause after a turn grows with what the turn took, so that the work in the background leaves time for requests. */
const shortestPauseMs = 20;
const longestPauseMs = 100;

/**
 * Background work that is woken: by a commit, by a person, or by the clock as a safety net. Turns never overlap;
 * a wake during one starts another after it. Many wakes in a row make one turn.
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

  /** No turn starts any more; resolves when the one that runs is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endTicks();
    await this.#running;
  }
}
