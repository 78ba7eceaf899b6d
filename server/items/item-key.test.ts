import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import type { Reader } from "../db/db.ts";
import type { Query } from "../db/sql.ts";
import { isExternalKeyTaken, readItemWithKey } from "./items.sql.ts";
import { readNamedBy } from "./named-items.sql.ts";

const schema = await Bun.file(new URL("../db/schema.sqlite.sql", import.meta.url)).text();

/** How SQLite answers the queries that `ask` makes. */
async function plansOf(ask: (reader: Reader) => Promise<unknown>): Promise<string[]> {
  const database = new Database(":memory:");
  for (const statement of schema.split(/;\s*\n/)) {
    if (statement.trim() !== "" && !/sqlite_(?:sequence|stat)/.test(statement)) database.exec(statement);
  }
  const plans: string[] = [];
  const look = async ({ text, values }: Query) => {
    const rows = database.query<{ detail: string }, never[]>(`explain query plan ${text}`).all(...(values as never[]));
    plans.push(rows.map(({ detail }) => detail).join("; "));
    return [];
  };
  const reader = { get: async (query: Query) => void (await look(query)), all: look } as unknown as Reader;
  await ask(reader);
  database.close();
  return plans;
}

test("an item is found by its key without reading the others", async () => {
  const plans = await plansOf(async (reader) => {
    await readItemWithKey(reader, 1, "SKU");
    await readNamedBy(reader, "external_key", ["1:a", "1:b"]);
    await isExternalKeyTaken(reader, 1, "SKU", 2);
  });
  expect(plans).toHaveLength(3);
  for (const plan of plans) {
    expect(plan).toContain("items_of_external_key");
    expect(plan).not.toContain("SCAN");
  }
});
