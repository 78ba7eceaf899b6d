/**
 * A number that one writer increments, one request after the other. A read shows at least the number acknowledged before
 * it began. It may show a number that has no answer yet, and never one that was not attempted.
 */
export class Register {
  readonly name: string;
  #acknowledged = 0;
  #attempted = 0;

  constructor(name: string) {
    this.name = name;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** The number to write next. */
  next(): number {
    return ++this.#attempted;
  }

  acknowledge(value: number): void {
    this.#acknowledged = value;
  }

  /** `acknowledged` is what it was when the read began. */
  faultsOf(value: number, acknowledged: number): string[] {
    if (value >= acknowledged && value <= this.#attempted) return [];
    return [`${this.name} shows ${value}, with ${acknowledged} acknowledged and ${this.#attempted} attempted`];
  }
}

type Removal = "none" | "unknown" | { at: number };

/** What a list must and must not show, at the time its read began. */
type Expected = { present: readonly string[]; at: number };

/** Entries with unique names: each is created once and removed once. */
export class Collection {
  readonly name: string;
  readonly #removals = new Map<string, Removal>();
  /** Created, and no removal requested: every read shows them. Kept separately, so that not all entries have to be searched. */
  readonly #present = new Set<string>();
  #moment = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** A new name. From now on reads may show it. */
  next(): string {
    const name = `${this.name} ${this.#removals.size + 1}`;
    this.#removals.set(name, "none");
    return name;
  }

  made(name: string): void {
    this.#present.add(name);
  }

  removing(name: string): void {
    this.#removals.set(name, "unknown");
    this.#present.delete(name);
  }

  removed(name: string): void {
    this.#removals.set(name, { at: ++this.#moment });
  }

  expected(): Expected {
    return { present: [...this.#present], at: this.#moment };
  }

  faultsOf(shown: readonly string[], { present, at }: Expected): { wrong: string[]; doubled: string[] } {
    const counts = new Map<string, number>();
    for (const name of shown) counts.set(name, (counts.get(name) ?? 0) + 1);
    const wrong = present
      .filter((name) => !counts.has(name) && this.#present.has(name))
      .map((name) => `${name} was acknowledged and is missing`);
    for (const name of counts.keys()) {
      const removal = this.#removals.get(name);
      if (removal === undefined) wrong.push(`${name} is shown, and was never created`);
      else if (typeof removal === "object" && removal.at <= at) wrong.push(`${name} was removed and is shown again`);
    }
    const doubled = [...counts].flatMap(([name, count]) => (count > 1 ? [`${name} is shown ${count} times`] : []));
    return { wrong, doubled };
  }
}
