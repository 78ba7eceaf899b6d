import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { type FreshDatabase, freshDatabase } from "./fresh-database.ts";

const role = `catalog_login_${process.pid}`;

let database: FreshDatabase;
let outside: Sql;
beforeAll(async () => {
  database = await freshDatabase();
  outside = postgres(database.url, { max: 1, onnotice: () => {} });
  await outside.unsafe(`create role ${role} login superuser password 'right'`);
});
afterAll(async () => {
  await outside.unsafe(`drop role ${role}`);
  await outside.end();
  await database.drop();
});

test("a service whose login is refused says why in one line, and goes on when it is accepted again", async () => {
  const url = new URL(database.url);
  url.username = role;
  url.password = "right";
  const service = await startService({ DATABASE_URL: url.href });
  const readiness = async () => {
    const response = await fetch(`${service.url}/readyz`);
    return { ...((await response.json()) as { detail?: string }), status: response.status };
  };
  for (const [refuse, accept, reason] of [
    ["password 'another'", "password 'right'", "password authentication failed"],
    ["nologin", "login", "is not permitted to log in"],
  ]) {
    const before = service.output().length;
    await outside.unsafe(`alter role ${role} ${refuse}`);
    await outside.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    const words = "The database refuses the login of the service.";
    await until(async () => (await readiness()).detail === words, "it knows that its login is refused");
    for (const [method, path, body] of [
      ["GET", "/api/projects", undefined],
      ["POST", "/api/projects/shop/categories", '{"name":"Lamps"}'],
    ] as const) {
      for (let time = 0; time < 10; time++) {
        const headers = { "content-type": "application/json" };
        const response = await fetch(service.url + path, { method, headers, ...(body && { body }) });
        expect([path, response.status, response.headers.has("retry-after")]).toEqual([path, 503, true]);
      }
    }
    await outside.unsafe(`alter role ${role} ${accept}`);
    await until(async () => (await readiness()).status === 200, "it is ready again");
    const lines = service.output().slice(before).split("\n");
    expect(lines.filter((line) => line.includes("internal error"))).toEqual([]);
    // The second refusal may be in the same minute, with the same words for clients.
    if (accept !== "login") expect(lines.some((line) => line.includes(reason as string))).toBe(true);
    expect(lines.filter((line) => line.includes("database unavailable")).length).toBeLessThan(4);
  }
  expect(await service.stop()).toBe(0);
});
