/** SQL for the time of the database, in milliseconds. */
export const databaseTime = "extract(epoch from clock_timestamp()) * 1000";

/**
 * The time of day by the clock of the database, which all nodes share. The clock of a node can be set and can differ
 * from the others: keys would expire too soon, the trash would be emptied early, the history would be out of order.
 * Between two answers of the database, the monotonic clock of this process counts.
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

  /** Sets the clock by a query that returns a column `time`. Returns the row. */
  async learn<Row extends { time?: number }>(ask: () => Promise<Row[]>): Promise<Row | undefined> {
    const asked = this.#elapsed();
    const [row] = await ask();
    if (row?.time === undefined) return row;
    // The database read its clock at some moment since the query was sent. If our time is within that range, it stays:
    // otherwise slow answers would move the clock back and forth.
    const [least, most] = [row.time - this.#elapsed(), row.time - asked];
    if (this.#ahead < least || this.#ahead > most) this.#ahead = (least + most) / 2;
    return row;
  }
}
