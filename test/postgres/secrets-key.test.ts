import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { createClient } from "../../contract/client.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { sealingAtStart } from "../../server/sealing/sealing-at-start.ts";
import { refusedStart, runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testKey, testSealing } from "../support/test-sealing.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";

let database: FreshDatabase;
let outside: Sql;
beforeAll(async () => {
  database = await freshDatabase();
  outside = postgres(database.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await outside.end();
  await database.drop();
});

const secrets = async () =>
  (await outside.unsafe("select secret from webhooks order by key")).map(({ secret }) => secret);
const target = { url: "https://example.com/hook" };

const refusal = (settings: Record<string, string>) =>
  refusedStart({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), ...settings });

/** What a node with these keys does before it serves. Each node has its own connections. */
async function startsWith(...keys: string[]): Promise<void> {
  const db = await PostgresDb.open(settingsFor(database.url));
  try {
    const settings = { keys: keys.map((key) => Buffer.from(key, "base64")), file: undefined, isOurs: false };
    await sealingAtStart(settings, db);
  } finally {
    await db.close();
  }
}

test("a node without a key serves requests that need none, creates no key, and refuses to store a secret", async () => {
  const service = await startService({ DATABASE_URL: database.url, SECRETS_KEY: "" });
  const api = createClient(service.url);
  await api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } });
  const webhook = api.createWebhook({ params: { projectId: "shop" }, body: target });
  await expect(webhook).rejects.toThrow("409 secrets_key_missing");
  await service.stop();
  expect(await secrets()).toEqual([]);
});

test("unsealed secrets are refused without a key, and sealed by the first node that starts with one", async () => {
  await outside.unsafe(`insert into webhooks (id, project_key, url, description, events, paused, reason, secret,
      position_transaction, position_seq, position_mark, failures, hold_until, lease_until, created_at)
    select 'hook', key, 'https://example.com', '', '[]', 1, '', 'whsec_clear', 0, 0, 0, 0, 0, 0, 0 from projects where id = 'shop'`);
  expect(await refusal({ SECRETS_KEY: "" })).toContain("there is no key to seal them. Set SECRETS_KEY");
  await Promise.all([1, 2, 3].map(() => startsWith(testKey)));
  const [sealed] = await secrets();
  expect(testSealing.open(sealed, "webhook hook")).toBe("whsec_clear");
  expect(sealed).not.toContain("whsec_clear");
});

test("a node with another key than the others is refused", async () => {
  const other = Buffer.alloc(32, "another key").toString("base64");
  expect(await refusal({ SECRETS_KEY: other })).toContain(`sealed with the key ${testSealing.current}`);
  await startsWith(other, testKey);
  await expect(startsWith(testKey)).rejects.toThrow("SECRETS_KEY holds");
});

test("forgetting a lost key requires its replacement", async () => {
  const forget = (settings: Record<string, string>) =>
    runProgram("cli.ts", ["secrets", "forget"], { DATABASE_URL: database.url, ...settings });
  const without = await forget({ SECRETS_KEY: "" });
  expect([without.code, without.output]).toEqual([1, expect.stringContaining("Set SECRETS_KEY")]);
  expect((await forget({ SECRETS_KEY: testKey })).output).toContain("The webhook hook is paused.");
  await (await startService({ DATABASE_URL: database.url })).stop();
});
