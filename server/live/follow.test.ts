import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Reader } from "../db/db.ts";
import type { Query, Value } from "../db/sql.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { nextInPeriod, rowsBefore } from "../history/history-position.sql.ts";
import { changesAfter } from "../log/follow.sql.ts";

const file = join(temporaryFolder(), "catalog.db");
const db = new SqliteDb(file);
afterAll(() => db.close());

/** The query plans for the changes that `work` reads: one line for each statement about the log. */
async function plans(work: (reader: Reader) => Promise<unknown>): Promise<string[]> {
  const asked: Query[] = [];
  const listening = (reader: Reader): Reader => ({
    ...reader,
    horizon: () => reader.horizon(),
    get: (query) => {
      asked.push(query);
      return reader.get(query);
    },
    all: (query) => {
      asked.push(query);
      return reader.all(query);
    },
  });
  await db.read((reader) => work(listening(reader)));
  const database = new Database(file, { readonly: true });
  const lines = asked.map(({ text, values }) => {
    const words = typeof text === "string" ? text : text.join("?");
    return database.query<{ detail: string }, Value[]>(`explain query plan ${words}`).get(...values)?.detail ?? "";
  });
  database.close();
  return lines;
}

/** In SQLite the whole log has one transaction id: a statement that seeks only by that id would scan all of it. */
test("the log is read forward and backward from a position", async () => {
  const after = await plans((reader) => changesAfter(reader, 1, { transaction: 0, seq: 5, mark: 0 }, 10));
  expect(after[0]).toContain("project_key=? AND transaction_id=? AND seq>?");
  const select = { columns: "seq", where: "project_key = ?", values: [1] };
  const before = await plans((reader) => rowsBefore(reader, select, { transaction: 0, seq: 5 }, 10));
  expect(before[0]).toContain("project_key=? AND transaction_id=? AND seq<?");
  const others = "project_key=? AND transaction_id";
  expect([after[1], before[1]]).toEqual([
    expect.stringContaining(`${others}>?`),
    expect.stringContaining(`${others}<?`),
  ]);
});

test("a time is searched only in the index", async () => {
  await db.write((tx) =>
    tx.run({
      text: `insert into changes (set_id, project_key, kind, action, entity_id, actor, at, before, after)
        values ('set', 1, 'item', 'update', 'none', 'test', 1, '{}', '{}')`,
      values: [],
    }),
  );
  const period = { until: 1 };
  const looked = await plans((reader) => nextInPeriod(reader, 1, { transaction: 0, seq: 5 }, period));
  expect(looked.length).toBeGreaterThan(2);
  for (const plan of looked) expect(plan).toContain("COVERING INDEX");
});
