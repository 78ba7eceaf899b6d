import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { openDb, UnusableDatabase } from "../../server/db/open.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { setUpFault } from "../../server/db/postgres/postgres-errors.ts";
import { runProgram } from "../support/run-program.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";

let database: FreshDatabase;
let outside: Sql;

beforeAll(async () => {
  database = await freshDatabase();
  outside = postgres(database.url, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await outside.unsafe("drop database if exists catalog_latin");
  await outside.unsafe("drop role if exists catalog_guest");
  await outside.end();
  await database.drop();
});

/** Expects that a database is refused with this message. */
async function refused(url: string, words: string): Promise<void> {
  const opened = openDb({ postgres: settingsFor(url), databaseFile: "" });
  const error = await opened.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnusableDatabase);
  expect((error as Error).message).toContain(words);
}

/** Expects that the service and the command line print this message, and nothing of the program. */
async function printed(url: string, words: string): Promise<void> {
  for (const [program, args] of [
    ["main.ts", []],
    ["cli.ts", ["doctor"]],
  ] as const) {
    const { code, output } = await runProgram(program, args, { DATABASE_URL: url });
    expect(output).toContain(words);
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
    expect(code).toBe(1);
  }
}

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

test("a wrong password, a missing database and a role without rights are reported", async () => {
  const wrongPassword = changed((url) => {
    url.password = "wrong";
  });
  await refused(wrongPassword, "password authentication failed for user");
  await printed(wrongPassword, "password authentication failed for user");
  await refused(
    changed((url) => {
      url.pathname = "/nowhere";
    }),
    'database "nowhere" does not exist. Make it first',
  );
  await outside.unsafe("create role catalog_guest login password 'guest'");
  await refused(
    changed((url) => {
      url.username = "catalog_guest";
      url.password = "guest";
    }),
    "The role of DATABASE_URL has to own the tables, or to have the rights that docs/operations.md grants it.",
  );
});

test("an encoding that cannot store every text is refused", async () => {
  await outside.unsafe(
    "create database catalog_latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0",
  );
  await refused(
    changed((url) => {
      url.pathname = "/catalog_latin";
    }),
    "Its encoding is LATIN1.",
  );
});

test("a password with an unescaped % is reported", async () => {
  const url = database.url.replace(/:[^:@]*@/, ":50%off@");
  await printed(url, "write a % in a name or a password as %25");
});

test("an unreachable server is reported with the reason", async () => {
  const error = await PostgresDb.open(settingsFor("postgres://nobody@127.0.0.1:1/none")).catch((reason) => reason);
  expect(setUpFault(error)).toMatch(/^The database cannot be reached\. \(.*ECONNREFUSED.*\)$/);
});

test("a database that hides warnings is refused: one of them says that a commit is not safe", async () => {
  const [row] = await outside.unsafe("select current_database() as name");
  await outside.unsafe(`alter database ${row?.name} set client_min_messages = error`);
  await refused(database.url, "client_min_messages is error, which hides");
  await outside.unsafe(`alter database ${row?.name} reset client_min_messages`);
});
