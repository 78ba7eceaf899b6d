import { readLimits } from "./read-limits.ts";
import type { Row } from "./sheet.ts";

/** Rows with a value among which the header is looked for. */
export const lookedRows = 50;

/** Collects the first rows of a table with a value: those among which its header is. */
export class FirstRows {
  readonly rows: Row[] = [];
  #size = 0;

  add(batch: readonly Row[]): void {
    for (const row of batch.slice(0, lookedRows - this.rows.length)) {
      this.rows.push(row);
      this.#size += row.cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 1), 0);
    }
  }

  get isEnough(): boolean {
    return this.rows.length === lookedRows || this.#size >= readLimits.batchSize;
  }
}

export async function firstRows(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const first = new FirstRows();
  for await (const batch of batches) {
    first.add(batch);
    if (first.isEnough) break;
  }
  return first.rows;
}
