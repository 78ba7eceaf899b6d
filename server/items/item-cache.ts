import type { RowVersions } from "../db/db.ts";
import { type Bounded, BoundedMap } from "../memory/bounded-map.ts";
import type { CacheShares } from "../memory/cache-shares.ts";
import type { PlacedItemRow } from "./items.rules.ts";
import { type ItemAnswer, KeptAnswers } from "./kept-answers.ts";

type KeptRow = Bounded & { version: number; row: PlacedItemRow };

/** What the objects around it take, measured. */
const rowOverhead = 1_000;

/**
 * Items in memory, each under the version of its row, where the engine knows that without asking: as they are sent, so
 * that a GET reads nothing, and those that were written lately as rows, so that the next auto-save reads nothing.
 */
export class ItemCache {
  readonly #answers: KeptAnswers;
  readonly #rows: BoundedMap<KeptRow>;

  /** Keys, each where its remainder puts it. */
  readonly #lastWritten = new Float64Array(2 ** 14);

  constructor({ items, written }: Pick<CacheShares, "items" | "written">) {
    this.#answers = new KeptAnswers(items);
    this.#rows = new BoundedMap(written);
  }

  get bytes(): { items: number; written: number } {
    return { items: this.#answers.bytes, written: this.#rows.bytes };
  }

  answer(id: string, versions: RowVersions): ItemAnswer | undefined {
    return this.#answers.get(id, versions);
  }

  /** A copy, to be changed. */
  row(id: string, versions: RowVersions): PlacedItemRow | undefined {
    const kept = this.#rows.get(id);
    return kept !== undefined && versions.of(kept.row.key) === kept.version ? { ...kept.row } : undefined;
  }

  /** Keeps what was read under the version that the row had then. */
  keepAnswer({ id, key }: PlacedItemRow, answer: ItemAnswer, version: number): void {
    this.#answers.set(id, key, version, answer);
  }

  /**
   * Keeps what was written the second time within a while: keeping costs a third of a write, and pays where someone is
   * at work, not where a program goes through the catalog once.
   */
  keepWritten(row: PlacedItemRow, answer: ItemAnswer, version: number): void {
    const slot = row.key % this.#lastWritten.length;
    const again = this.#lastWritten[slot] === row.key;
    this.#lastWritten[slot] = row.key;
    if (!again) return;
    this.keepAnswer(row, answer, version);
    const kept = this.#rows.get(row.id);
    // It may be a part of something larger, which would be kept with it.
    const details = kept?.row.details === row.details ? row.details : row.details.slice();
    const size = details.byteLength + row.imgs.length + row.tags.length + row.stale.length + rowOverhead;
    if (kept?.size === size) {
      // In the same objects: those that were kept for a while are collected with everything else only, later than they are made.
      Object.assign(kept.row, row, { details });
      kept.version = version;
    } else this.#rows.set(row.id, { version, row: { ...row, details }, size, used: false });
  }
}
