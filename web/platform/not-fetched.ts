/** A part of the program could not be fetched. */
export class NotFetched extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause });
    this.name = "NotFetched";
  }
}

let count = 0;

/** What could not be fetched is not asked for again before somebody wants another try. */
export const tries = {
  count: () => count,
  next() {
    count++;
  },
};
