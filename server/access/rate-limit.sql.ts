import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type Usage = { bucket: string; windowStart: number; used: number };

const retentionMs = 10 * 60 * 1000;

/** Adds the usage of this node to that of all nodes, and returns the totals. Sorted, so that nodes do not deadlock. */
export function addUsage(db: Db, usage: readonly Usage[], now: number): Promise<Usage[]> {
  const ordered = usage.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1));
  return db.write(async (tx) => {
    const totals: Usage[] = [];
    for (const { bucket, windowStart, used } of ordered) {
      await tx.run(
        sql`insert into rate_counts (bucket, window_start, used) values (${bucket}, ${windowStart}, ${used})
          on conflict (bucket, window_start) do update set used = rate_counts.used + excluded.used`,
      );
      const row = await tx.get<{ used: number }>(
        sql`select used from rate_counts where bucket = ${bucket} and window_start = ${windowStart}`,
      );
      totals.push({ bucket, windowStart, used: row?.used ?? used });
    }
    await tx.run(sql`delete from rate_counts where window_start < ${now - retentionMs}`);
    return totals;
  });
}
