import type { RowVersions } from "../db/db.ts";
import { type Bounded, BoundedMap } from "../http/bounded-map.ts";
import type { PlacedItemRow } from "./items.sql.ts";

type Kept = Bounded & { key: number; version: number };
/** An item as it is sent to who asks for no language. */
type KeptAnswer = Kept & { body: Uint8Array; etag: string };
type KeptRow = Kept & { row: PlacedItemRow };

/** What the objects around it take. */
const answerOverhead = 350;
const rowOverhead = 1_000;
/** Enough for all who are at work: whoever writes, writes the same item again half a second later. */
const rowBytes = 16 * 1024 * 1024;

/**
 * Items in memory, each under the version of its row, where the engine knows that without asking: as they are sent, so
 * that a GET reads nothing, and those that were written lately as rows, so that the next auto-save reads nothing.
 */
export class ItemCache {
  readonly #answers: BoundedMap<KeptAnswer>;
  readonly #rows = new BoundedMap<KeptRow>(rowBytes);

  /** Keys, each where its remainder puts it. */
  readonly #lastWritten = new Float64Array(2 ** 14);

  constructor(maxBytes: number) {
    this.#answers = new BoundedMap(maxBytes);
  }

  answer(id: string, versions: RowVersions): KeptAnswer | undefined {
    const kept = this.#answers.get(id);
    return kept !== undefined && versions.of(kept.key) === kept.version ? kept : undefined;
  }

  /** A copy, to be changed. */
  row(id: string, versions: RowVersions): PlacedItemRow | undefined {
    const kept = this.#rows.get(id);
    return kept !== undefined && versions.of(kept.key) === kept.version ? { ...kept.row } : undefined;
  }

  /** Keeps what was read under the version that the row had then. */
  keepAnswer(row: PlacedItemRow, { body, etag }: { body: Uint8Array; etag: string }, version: number): void {
    if (!this.#answers.admits()) return;
    const size = body.byteLength + answerOverhead;
    this.#answers.set(row.id, { key: row.key, version, body, etag, size, used: false });
  }

  /**
   * Keeps what was written the second time within a while: keeping costs a third of a write, and pays where someone is
   * at work, not where a program goes through the catalog once. The row's details are a part of the answer, but for the
   * brace that opens them.
   */
  keepWritten(row: PlacedItemRow, answer: { body: Uint8Array; etag: string }, version: number): void {
    const slot = row.key % this.#lastWritten.length;
    const again = this.#lastWritten[slot] === row.key;
    this.#lastWritten[slot] = row.key;
    if (!again) return;
    this.keepAnswer(row, answer, version);
    const details = answer.body.subarray(answer.body.byteLength - row.details.byteLength);
    const size = row.imgs.length + row.tags.length + rowOverhead;
    this.#rows.set(row.id, { key: row.key, version, row: { ...row, details }, size, used: false });
  }
}
