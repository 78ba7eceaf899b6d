import type { Clock } from "../server/http/clock.ts";

type Alarm = { at: number; act: () => void; everyMs: number | undefined };

/** Long enough for a busy machine; a test that hangs still ends. */
const patienceMs = 60_000;
/** What is due after a step needs a moment, because it uses the network. */
const momentMs = 10;

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
  async passUntil(stepMs: number, check: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!(await check())) {
      if (performance.now() > end) throw new Error(`This was not true within ${patienceMs / 1000} s: ${what}`);
      this.pass(stepMs);
      await Bun.sleep(momentMs);
    }
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
