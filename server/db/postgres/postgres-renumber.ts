import type { PostgresConnection } from "./postgres-connection.ts";

/** A dump from another cluster contains transaction numbers that this cluster has not reached. */
export async function isFromAnotherCluster(connection: PostgresConnection): Promise<boolean> {
  const [row] = await connection.send(
    `select transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as ahead
      from changes order by seq desc limit 1`,
    [],
  );
  return row?.ahead === true;
}

/** With those numbers, new changes would sort before old ones. A dump is all committed, so `seq` alone is its order. */
export async function renumber(connection: PostgresConnection): Promise<void> {
  await connection.send("delete from touches", []);
  // Webhooks store such numbers too, as their position in the log.
  const columns = await connection.send(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = current_schema() and column_name in ('transaction_id', 'position_transaction')
        and table_name <> 'touches'`,
    [],
  );
  for (const { table, column } of columns) {
    await connection.send(`update ${table} set ${column} = 0 where ${column} <> 0`, []);
  }
}

/** It is unknown which sessions ended, and which links were used, after the dump was made. */
export async function endSessions(connection: PostgresConnection): Promise<void> {
  await connection.send("delete from sessions", []);
  await connection.send("delete from access_links", []);
  await connection.send(
    `insert into audit (at, event, actor, subject, address, detail)
      values ((extract(epoch from clock_timestamp()) * 1000)::bigint, 'catalog_restored', 'database', '', '', $1)`,
    ['{"access":"of the backup"}'],
  );
}
