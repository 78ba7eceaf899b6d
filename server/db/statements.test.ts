import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { PostgresStatements } from "./postgres/postgres-statements.ts";
import { composed, sql } from "./sql.ts";
import { SqliteStatements } from "./sqlite/sqlite-statements.ts";

const list = (length: number) => Array.from({ length }, (_, i) => i);

describe("a list in a statement", () => {
  test("replaces its placeholder, and matches its values", () => {
    const database = new Database(":memory:");
    database.exec("create table t (key integer)");
    for (let key = 0; key < 40; key++) database.prepare("insert into t values (?)").run(key);
    const statements = new SqliteStatements(database);
    for (let length = 0; length <= 40; length++) {
      const query = composed("select key from t where key >= ? and key in (?) and key < ? order by key", [
        1,
        list(length),
        30,
      ]);
      const wanted = list(length).filter((key) => key >= 1 && key < 30);
      expect(statements.all(query)).toEqual(wanted.map((key) => ({ key })));
    }
    statements.finalize();
    database.close();
  });

  test("of any length up to ten thousand needs only about a dozen statement texts", () => {
    // Every short length, and those on both sides of a power of two, where the text changes.
    const powers = list(14).map((power) => 2 ** power);
    const lengths = [...list(300), ...powers.flatMap((power) => [power - 1, power, power + 1]), 3_000, 7_777, 9_999];
    const texts = new Set(lengths.map((length) => composed("select key from t where key in (?)", [list(length)]).text));
    expect(texts.size).toBe(15);
  });

  test("that is missing leaves the text unchanged", () => {
    expect(composed("select ?", [1])).toEqual({ text: "select ?", values: [1] } as never);
  });
});

describe("prepared statements", () => {
  test("from client input replace each other, and those of the code stay", () => {
    const database = new Database(":memory:");
    const statements = new SqliteStatements(database);
    const own = sql`select ${1} as own`;
    const prepared = statements.of(own);
    const first = statements.of(composed("select 'first' as name", []));
    expect(first.get()).toEqual({ name: "first" });
    for (let i = 0; i < 5_000; i++) {
      expect(statements.get(composed(`select ${i} as number`, []))).toEqual({ number: i });
    }
    expect(() => first.get()).toThrow("finalized");
    expect(statements.get(composed("select 'first' as name", []))).toEqual({ name: "first" });
    expect(statements.of(own)).toBe(prepared);
    statements.finalize();
    database.close();
  });

  test("are translated for PostgreSQL in the same way, cached or not", () => {
    const statements = new PostgresStatements();
    const text = "select key from items where id = ?";
    const turned = () => [statements.plain(text), statements.numbering(text)];
    const before = turned();
    expect(before).toEqual([
      "select key from items where id = $1",
      "select nextval('changes_seq_seq') as number, taken.* from (select key from items where id = $1) as taken",
    ]);
    for (let i = 0; i < 20_000; i++) statements.plain(`select ${i} where ? = ?`);
    expect(turned()).toEqual(before);
  });
});
