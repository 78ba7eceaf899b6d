/**
 * A number that one writer counts up, one request after the other. What was acknowledged before a read began, it shows;
 * what has no answer yet it may show, and what nobody has asked for it never shows.
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
    return [`${this.name} shows ${value}, with ${acknowledged} acknowledged and ${this.#attempted} asked for`];
  }
}

type Removal = "none" | "unknown" | { at: number };

/** What a list must and must not show, as of the moment when its read began. */
type Expected = { present: readonly string[]; at: number };

/** Things with names of their own that come and go: each is made once and removed once. */
export class Collection {
  readonly name: string;
  readonly #removals = new Map<string, Removal>();
  /** Made, and not asked to go: what every read shows. Not to be looked for among all that ever were. */
  readonly #present = new Set<string>();
  #moment = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** A name that no other thing has had. From now on it may be there. */
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
      .map((name) => `${name} was acknowledged and is not there`);
    for (const name of counts.keys()) {
      const removal = this.#removals.get(name);
      if (removal === undefined) wrong.push(`${name} is there, and nobody has asked for it`);
      else if (typeof removal === "object" && removal.at <= at) wrong.push(`${name} was removed and is there again`);
    }
    const doubled = [...counts].flatMap(([name, count]) => (count > 1 ? [`${name} is there ${count} times`] : []));
    return { wrong, doubled };
  }
}
