import type { Clock } from "../server/http/clock.ts";
import { until } from "./support/until.ts";

type Alarm = { at: number; act: () => void; everyMs: number | undefined };

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #elapsed = 0;
  /** The time of day at the start. */
  #start = Date.now();
  readonly #alarms = new Set<Alarm>();
  readonly now = () => this.#start + this.#elapsed;
  readonly elapsed = () => this.#elapsed;

  after(ms: number, act: () => void): () => void {
    return this.#add({ at: this.#elapsed + ms, act, everyMs: undefined });
  }

  every(ms: number, act: () => void): () => void {
    return this.#add({ at: this.#elapsed + ms, act, everyMs: ms });
  }

  /** Runs everything that is due in this time, in order, each at its own time. */
  pass(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#elapsed = next.at;
      if (next.everyMs === undefined) this.#alarms.delete(next);
      else next.at += next.everyMs;
      next.act();
    }
    this.#elapsed = end;
  }

  /** Lets time pass in steps until `check` is true. */
  passUntil(stepMs: number, check: () => boolean | Promise<boolean>, what: string): Promise<void> {
    return until(async () => {
      if (await check()) return true;
      this.pass(stepMs);
      return false;
    }, what);
  }

  /** Changes the time of day, to an earlier one with a negative number. No time passes. */
  set(byMs: number): void {
    this.#start += byMs;
  }

  #add(alarm: Alarm): () => void {
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  #next(end: number): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of this.#alarms)
      if (alarm.at <= end && alarm.at < (next?.at ?? Number.POSITIVE_INFINITY)) next = alarm;
    return next;
  }
}
