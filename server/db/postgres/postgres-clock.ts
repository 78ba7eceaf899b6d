/** The time of the database as it tells it, in milliseconds. */
export const databaseTime = "extract(epoch from clock_timestamp()) * 1000";

/**
 * The time of day by the clock of the database, which all nodes share. That of a node may be set, and differ from the
 * others': keys would be forgotten too soon, the trash emptied, the history out of order. Between two answers of the
 * database, time passes as this process counts it, which nobody can set.
 */
export class PostgresClock {
  readonly #elapsed: () => number;
  #ahead = 0;

  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  now(): number {
    return Math.floor(this.#elapsed() + this.#ahead);
  }

  /** Asks what the time is, with a statement whose answer has it as `time`. Returns that answer. */
  async learn<Row extends { time?: number }>(ask: () => Promise<Row[]>): Promise<Row | undefined> {
    const asked = this.#elapsed();
    const [row] = await ask();
    if (row?.time === undefined) return row;
    // It was that late at some moment since the question. As long as that fits, nothing changes: an answer that took
    // long would move the clock back and forth.
    const [least, most] = [row.time - this.#elapsed(), row.time - asked];
    if (this.#ahead < least || this.#ahead > most) this.#ahead = (least + most) / 2;
    return row;
  }
}
