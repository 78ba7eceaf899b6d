import type { Sql } from "postgres";

/** Holds the items that a condition with one value names, until `work` is over. */
export async function whileLocked<T>(
  outside: Sql,
  condition: string,
  value: string,
  work: () => Promise<T>,
): Promise<T> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = outside.begin(async (tx) => {
    await tx.unsafe(`select key from items where ${condition} for update`, [value]);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  try {
    return await work();
  } finally {
    release.resolve();
    await holding;
  }
}
