import type { Reader, Tx } from "./db.ts";
import { composed } from "./sql.ts";

type Engine = "sqlite" | "postgres";

/** The last number that the engine generated for an identity column, deleted rows included; 0 if none yet. */
export async function lastIdentity(engine: Engine, reader: Reader, table: string, column: string): Promise<number> {
  const row =
    engine === "postgres"
      ? await reader.get<{ last: number | null }>(
          composed("select pg_sequence_last_value(pg_get_serial_sequence(?, ?)) as last", [table, column]),
        )
      : await reader.get<{ last: number | null }>(
          composed("select seq as last from sqlite_sequence where name = ?", [table]),
        );
  return row?.last ?? 0;
}

/** Makes the numbers of an identity column continue after `last`. */
export async function setIdentity(
  engine: Engine,
  tx: Tx,
  { table, column, last }: { table: string; column: string; last: number },
): Promise<void> {
  if (last === 0) return;
  if (engine === "postgres") {
    await tx.get(composed("select setval(pg_get_serial_sequence(?, ?), ?)", [table, column, last]));
  } else {
    await tx.run(composed("delete from sqlite_sequence where name = ?", [table]));
    await tx.run(composed("insert into sqlite_sequence (name, seq) values (?, ?)", [table, last]));
  }
}
