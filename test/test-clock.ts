import type { Clock } from "../server/http/clock.ts";

type Alarm = { at: number; act: () => void; everyMs: number | undefined };

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #time = Date.now();
  readonly #alarms = new Set<Alarm>();
  readonly now = () => this.#time;

  after(ms: number, act: () => void): () => void {
    return this.#add({ at: this.#time + ms, act, everyMs: undefined });
  }

  every(ms: number, act: () => void): () => void {
    return this.#add({ at: this.#time + ms, act, everyMs: ms });
  }

  /** Whatever is due on the way happens in its order, each at its own time. */
  pass(ms: number): void {
    const end = this.#time + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#time = next.at;
      if (next.everyMs === undefined) this.#alarms.delete(next);
      else next.at += next.everyMs;
      next.act();
    }
    this.#time = end;
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
