import { Problem } from "./problem.ts";

/** Load balancers ask more often than this. */
const watchedForMs = 60_000;

/** Whether load balancers should send requests here. */
export class Readiness {
  #leaving = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** Whether something asks, and so would notice that the service is about to stop. */
  get isWatched(): boolean {
    return performance.now() - this.#askedAt < watchedForMs;
  }

  /** Not ready from now on. */
  leave(): void {
    this.#leaving = true;
  }

  /** Throws if the service is about to stop. */
  check(): void {
    this.#askedAt = performance.now();
    if (this.#leaving) throw new Problem("unavailable", "The service is about to stop.", {}, { "retry-after": "2" });
  }
}
