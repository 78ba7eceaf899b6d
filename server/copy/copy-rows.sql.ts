import type { Db, Reader, Tx } from "../db/db.ts";
import { lastIdentity, setIdentity } from "../db/identity.ts";
import { composed, placeholders, sql, type Value } from "../db/sql.ts";
import { clusterOwned, type TableShape } from "./table-shapes.ts";

type Row = Record<string, Value>;

const rowsPerBatch = 1_000;
const valuesPerStatement = 8_000;

/** The rows after `after`, in the order of this engine. */
function rowsAfter(reader: Reader, { name, columns, key }: TableShape, after: readonly Value[] | undefined) {
  const order = key.join(", ");
  const where = after ? `where (${order}) > (${placeholders(key.length)})` : "";
  return reader.all<Row>(
    composed(`select ${columns.join(", ")} from ${name} ${where} order by ${order} limit ?`, [
      ...(after ?? []),
      rowsPerBatch,
    ]),
  );
}

/** All rows of a table, batch by batch. */
export async function* batches(db: Db, shape: TableShape, after?: readonly Value[]): AsyncGenerator<Row[]> {
  for (let last = after; ; ) {
    const from = last;
    const rows = await db.read((reader) => rowsAfter(reader, shape, from));
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = keyOf(end, shape);
  }
}

export const keyOf = (row: Row, { key }: TableShape): Value[] => key.map((column) => row[column] as Value);

export const countRows = async (reader: Reader, { name }: TableShape): Promise<number> =>
  (await reader.get<{ count: number }>(composed(`select count(*) as count from ${name}`, [])))?.count ?? 0;

/** Inserts the rows without references to rows of the same table, which `linkRows` adds later. */
export async function insertRows(tx: Tx, shape: TableShape, rows: readonly Row[]): Promise<void> {
  const { name, columns, selfReferences } = shape;
  const perStatement = Math.max(1, Math.floor(valuesPerStatement / columns.length));
  for (let start = 0; start < rows.length; start += perStatement) {
    const some = rows.slice(start, start + perStatement);
    const values = some.flatMap((row) =>
      columns.map((column) => {
        if (clusterOwned.has(column)) return 0;
        return selfReferences.includes(column) ? null : (row[column] as Value);
      }),
    );
    const tuples = new Array(some.length).fill(`(${placeholders(columns.length)})`).join(", ");
    await tx.run(composed(`insert into ${name} (${columns.join(", ")}) values ${tuples}`, values));
  }
}

export async function linkRows(tx: Tx, shape: TableShape, rows: readonly Row[]): Promise<void> {
  const { name, key, selfReferences } = shape;
  const set = selfReferences.map((column) => `${column} = ?`).join(", ");
  const where = key.map((column) => `${column} = ?`).join(" and ");
  for (const row of rows) {
    const links = selfReferences.map((column) => row[column] as Value);
    if (links.every((link) => link === null)) continue;
    await tx.run(composed(`update ${name} set ${set} where ${where}`, [...links, ...keyOf(row, shape)]));
  }
}

export async function copyIdentity(from: Db, to: Db, { name, identity }: TableShape): Promise<void> {
  if (identity === undefined) return;
  const last = await lastIdentity(from.engine, from.single, name, identity);
  await to.write((tx) => setIdentity(to.engine, tx, { table: name, column: identity, last }));
}

/** Deletes all rows, first in the tables that refer to others. */
export async function emptyTables(tx: Tx, shapes: readonly TableShape[]): Promise<void> {
  for (const { name, selfReferences } of [...shapes].reverse()) {
    for (const column of selfReferences) await tx.run(composed(`update ${name} set ${column} = null`, []));
    await tx.run(composed(`delete from ${name}`, []));
  }
}

/** How far a copy has come: its step, and the last row of it. */
export type Progress = { source: string; step: string; after: Value[] | undefined };

export async function openProgress(tx: Tx): Promise<Progress | undefined> {
  await tx.run(
    sql`create table if not exists copy_in_progress (source text not null, step text not null, after text not null)`,
  );
  const row = await tx.get<{ source: string; step: string; after: string }>(
    sql`select source, step, after from copy_in_progress`,
  );
  return row && { ...row, after: row.after === "" ? undefined : (JSON.parse(row.after) as Value[]) };
}

const progressTable = {
  sqlite: sql`select 1 as found from sqlite_master where name = 'copy_in_progress'`,
  postgres: sql`select 1 as found where to_regclass('copy_in_progress') is not null`,
};

/** The source of a copy into this catalog that is not finished. */
export async function unfinishedCopyOf(db: Db): Promise<string | undefined> {
  if (!(await db.single.get(progressTable[db.engine]))) return undefined;
  return (await db.single.get<{ source: string }>(sql`select source from copy_in_progress`))?.source;
}

export async function saveProgress(tx: Tx, { source, step, after }: Progress): Promise<void> {
  await tx.run(sql`delete from copy_in_progress`);
  await tx.run(
    sql`insert into copy_in_progress (source, step, after)
      values (${source}, ${step}, ${after ? JSON.stringify(after) : ""})`,
  );
}

export const endProgress = (tx: Tx) => tx.run(sql`drop table copy_in_progress`);
