/**
 * A position in the log: everything up to this change has been read. The order of the log is (transaction, seq). `mark`
 * distinguishes the change from another one that got the same number after a backup was restored.
 */
export type Position = { transaction: number; seq: number; mark: number };

/** Before the first change. */
export const origin: Position = { transaction: 0, seq: 0, mark: 0 };

const marks = 36 ** 4;

export const positionOf = (row: { transaction_id: number; seq: number; at: number }): Position => ({
  transaction: row.transaction_id,
  seq: row.seq,
  mark: row.at % marks,
});

export function isAfter(one: Position, other: Position): boolean {
  return one.transaction === other.transaction ? one.seq > other.seq : one.transaction > other.transaction;
}

export const samePosition = (one: Position, other: Position): boolean =>
  one.transaction === other.transaction && one.seq === other.seq;

/** A position as clients see it: an opaque text. */
export const eventId = ({ transaction, seq, mark }: Position): string =>
  `${transaction.toString(36)}-${seq.toString(36)}-${mark.toString(36)}`;

/** Undefined if the text is not the id of an event. */
export function parseEventId(id: string): Position | undefined {
  const parts = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-z]{1,4})$/.exec(id);
  if (!parts) return undefined;
  const [transaction = 0, seq = 0, mark = 0] = parts.slice(1).map((part) => Number.parseInt(part, 36));
  return { transaction, seq, mark };
}
