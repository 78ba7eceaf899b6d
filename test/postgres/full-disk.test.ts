import { afterAll, expect, test } from "bun:test";
import { userInfo } from "node:os";
import postgres from "postgres";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { startApp } from "../start-app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { freshDatabase, settingsFor } from "./fresh-database.ts";
import { makeItems } from "./writers.ts";

const folder = temporaryFolder();
/** A small disk for the tables, which the server owns. */
const canMount =
  userInfo().uid === 0 &&
  process.env.TEST_DATABASE_URL === undefined &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=2m,uid=65534,mode=700", "tmpfs", folder]).exitCode === 0;
if (!canMount) console.warn("This user may not mount a small disk: a full disk of PostgreSQL is not tested.");
afterAll(() => {
  if (canMount) Bun.spawnSync(["umount", "-l", folder]);
});

test.skipIf(!canMount)(
  "on a full disk writes get a 503, reads work, and /readyz fails until there is room",
  async () => {
    const { url, drop } = await freshDatabase();
    const outside = postgres(url, { max: 1, onnotice: () => {} });
    await outside.unsafe(`create tablespace small location '${folder}'`);
    for (const table of ["items", "touches"]) await outside.unsafe(`alter table ${table} set tablespace small`);
    const node = await startApp(
      {},
      { database: { db: await PostgresDb.open(settingsFor(url)), remove: async () => {} } },
    );
    const { leaf, items } = await makeItems(node.url, "shop", 1);
    const ready = async () => {
      const answer = await fetch(`${node.url}/readyz`);
      return [answer.status, ((await answer.json()) as { detail?: string }).detail];
    };
    expect(await ready()).toEqual([200, undefined]);
    const create = () =>
      fetch(`${node.url}/api/subcategories/${leaf}/items`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        // Too random to be compressed.
        body: JSON.stringify({
          name: "Item",
          simpleDescription: Array.from({ length: 500 }, () => crypto.randomUUID()).join(""),
        }),
      });
    let answer = await create();
    for (; answer.status === 201; answer = await create());
    expect([answer.status, answer.headers.has("retry-after")]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({ code: "unavailable", detail: "The disk of the database is full." });
    expect(await ready()).toEqual([503, "The disk of the database is full."]);
    expect((await fetch(`${node.url}/api/items/${items[0]}`)).status).toBe(200);
    expect(Bun.spawnSync(["mount", "-o", "remount,size=16m", folder]).exitCode).toBe(0);
    expect(await ready()).toEqual([200, undefined]);
    expect((await create()).status).toBe(201);
    expect(await node.doctor()).toEqual([]);
    await node.stop();
    for (const table of ["items", "touches"]) await outside.unsafe(`alter table ${table} set tablespace pg_default`);
    await outside.unsafe("drop tablespace small");
    await outside.end();
    await drop();
  },
);
