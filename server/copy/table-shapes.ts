import { Database } from "bun:sqlite";
import { migrate } from "../db/migrate.ts";

export type TableShape = {
  name: string;
  columns: readonly string[];
  /** The columns of the primary key, in order. */
  key: readonly string[];
  /** The column whose numbers the engine generates. */
  identity: string | undefined;
  /** Columns that refer to rows of the same table, which may be copied later. */
  selfReferences: readonly string[];
};

/**
 * Transaction numbers of one cluster mean nothing in another. Everything that is copied is committed, so the numbers of
 * the changes are enough for the order: transaction numbers become 0, as on SQLite.
 */
export const clusterOwned = new Set(["transaction_id", "position_transaction"]);

/** Says which nodes run, and is no part of what they serve. */
const ofNodes = "picture_stores";

type Column = { name: string; pk: number };
type Reference = { table: string; from: string };

/** Every table of a catalog, first those that others refer to. Read from a new database, so that none is forgotten. */
export function tableShapes(): TableShape[] {
  const database = new Database(":memory:");
  migrate(database, ":memory:");
  const names = database
    .query<{ name: string; sql: string }, []>(
      `select name, sql from sqlite_schema
        where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> '${ofNodes}'`,
    )
    .all();
  const references = new Map<string, Reference[]>();
  const shapes = names.map(({ name, sql }): TableShape => {
    const columns = database.query<Column, []>(`select name, pk from pragma_table_info('${name}')`).all();
    const own = database.query<Reference, []>(`select "table", "from" from pragma_foreign_key_list('${name}')`).all();
    references.set(name, own);
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    return {
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      identity: /autoincrement/i.test(sql) ? key[0]?.name : undefined,
      selfReferences: own.filter(({ table }) => table === name).map(({ from }) => from),
    };
  });
  database.close();
  return inOrder(shapes, references);
}

function inOrder(shapes: TableShape[], references: Map<string, Reference[]>): TableShape[] {
  const ordered: TableShape[] = [];
  const placed = new Set<string>();
  while (ordered.length < shapes.length) {
    for (const shape of shapes) {
      const waitsFor = references.get(shape.name)?.some(({ table }) => table !== shape.name && !placed.has(table));
      if (placed.has(shape.name) || waitsFor) continue;
      ordered.push(shape);
      placed.add(shape.name);
    }
  }
  return ordered;
}
