import { expect, test } from "bun:test";
import { PostgresPool } from "../../server/db/postgres/postgres-pool.ts";
import { freshDatabase, settingsFor } from "./fresh-database.ts";

test("a connection prepares a limited amount of text, and answers further statements too", async () => {
  const { url, drop } = await freshDatabase();
  const pool = new PostgresPool(settingsFor(url));
  const connection = await pool.lease();
  try {
    const filler = "x".repeat(2_000);
    for (let i = 0; i < 400; i++) {
      const [row] = await connection.send(`select cast($1 as integer) as number /* ${i} ${filler} */`, [i]);
      expect(row).toEqual({ number: i } as never);
    }
    const [prepared] = await connection.send(
      "select cast(sum(length(statement)) as integer) as characters from pg_prepared_statements",
      [],
    );
    const { characters } = prepared as unknown as { characters: number };
    expect(characters).toBeGreaterThan(400_000);
    expect(characters).toBeLessThanOrEqual(500_000);
  } finally {
    pool.release(connection);
    await pool.close();
    await drop();
  }
});
