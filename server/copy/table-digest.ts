import type { Db } from "../db/db.ts";
import { batches } from "./copy-rows.sql.ts";
import { clusterOwned, type TableShape } from "./table-shapes.ts";

export type TableDigest = { rows: number; digest: string };

const modulus = 2n ** 256n;

/**
 * Covers every value of every row. The digests of the rows are added up, so that the order in which an engine sorts
 * texts does not matter.
 */
export async function tableDigest(db: Db, shape: TableShape, seen: (rows: number) => void): Promise<TableDigest> {
  const columns = shape.columns.filter((column) => !clusterOwned.has(column));
  let sum = 0n;
  let rows = 0;
  for await (const batch of batches(db, shape)) {
    for (const row of batch) {
      const values = columns.map((column) => {
        const value = row[column];
        return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;
      });
      const digest = new Bun.CryptoHasher("sha256").update(JSON.stringify(values)).digest("hex");
      sum = (sum + BigInt(`0x${digest}`)) % modulus;
    }
    rows += batch.length;
    seen(rows);
  }
  return { rows, digest: sum.toString(16).padStart(64, "0") };
}
