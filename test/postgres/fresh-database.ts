import postgres, { type Sql } from "postgres";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import type { PostgresSettings } from "../../server/db/postgres/postgres-settings.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { PostgresServer } from "../support/postgres-server.ts";

/** One server for all tests of a run, from TEST_DATABASE_URL or from the npm package. */
let shared: Promise<{ adminUrl: string; admin: Sql; template: string }> | undefined;
let count = 0;

export const settingsFor = (url: string, more: Partial<PostgresSettings> = {}): PostgresSettings => ({
  url,
  replicaUrls: [],
  pool: 10,
  statementTimeoutMs: 30_000,
  transactionPooler: false,
  // High limits, so that a slow machine causes no 503. A test of the limits sets its own.
  timeouts: { connection: 60_000, lock: 60_000 },
  ...more,
});

const withDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);

async function start() {
  const given = process.env.TEST_DATABASE_URL;
  const adminUrl = given ?? (await startedServer()).url();
  const admin = postgres(adminUrl, { max: 2, onnotice: () => {} });
  const template = `catalog_template_${process.pid}`;
  await admin.unsafe(`create database ${template}`);
  const db = await PostgresDb.open(settingsFor(withDatabase(adminUrl, template)));
  await db.write(async (tx) => {
    await insertProject(tx, "shop", "shop", "Shop");
    await insertProject(tx, "other", "other", "Other");
  });
  await db.close();
  return { adminUrl, admin, template };
}

async function startedServer(): Promise<PostgresServer> {
  // The data is not needed after the run, so it need not be durable.
  const server = await PostgresServer.create({
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    // A transaction of its own, even in another database, holds back the changes that followers of the log may read. The
    // service looks again a second later, but the clock of most tests stands still.
    autovacuum: "off",
  });
  await server.start();
  return server;
}

export type FreshDatabase = { url: string; drop(): Promise<void> };

let lastDrop: Promise<unknown> = Promise.resolve();

/** A new database for a test, with the two empty projects of `startApp`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  shared ??= start();
  const { adminUrl, admin, template } = await shared;
  const name = `catalog_test_${process.pid}_${++count}`;
  // The server copies the files of the template, and does not write each page to its log.
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(adminUrl, name),
    drop: async () => {
      // The next test does not wait for it, but the next drop does: there is one at a time, and an error is not lost.
      await lastDrop;
      lastDrop = admin.unsafe(`drop database ${name} with (force)`).execute();
    },
  };
}
