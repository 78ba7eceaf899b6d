import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { ChangeEvent } from "../../contract/live.ts";
import { eventsPath } from "../../contract/live.ts";
import { sql } from "../../server/db/sql.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { deleteKey, keyById } from "../../server/people/keys.sql.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { listen, type SseClient } from "../live/sse-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { type AccessApp, json, newShelf, password, startAccessApp } from "./access-scenario.ts";

let app: AccessApp;
let people = 0;

beforeAll(async () => {
  app = await startAccessApp();
  await app.addUser("boss", { role: "admin" });
});
afterAll(() => app.stop());

type Listening = { stream: SseClient; id: string; send(path: string, init?: RequestInit): Promise<Response> };

async function listeningKey(on = app): Promise<Listening> {
  const key = await on.key({ role: "viewer", project: "shop" });
  const stream = await listen(on.url + eventsPath("shop"), undefined, { authorization: `Bearer ${key.secret}` });
  return { stream, id: key.id, send: key.send };
}

async function listeningPerson(): Promise<Listening> {
  const name = `person${++people}`;
  const id = await app.addUser(name, { role: "editor", project: "shop" });
  const { cookie, send } = await app.person(name);
  return { stream: await listen(app.url + eventsPath("shop"), undefined, { cookie }), id, send };
}

const createCategory = async (name: string, on = app) =>
  (await on.admin.api.createCategory({ params: { projectId: "shop" }, body: { name } })).data.id;

const receivedIds = (stream: SseClient) =>
  stream.events.filter(({ event }) => event === "change").map(({ data }) => (data as ChangeEvent).id);

async function sessionOf(userId: string): Promise<string> {
  const boss = await app.person("boss");
  const sessions = (await boss.api.listSessions({ query: { user: userId } })).data;
  return sessions[0]?.id ?? "";
}

const patchUser = (userId: string, body: object) => app.admin.send(`/api/users/${userId}`, json("PATCH", body));
const patchKey = (keyId: string, body: object) => app.admin.send(`/api/keys/${keyId}`, json("PATCH", body));
const elsewhere = [{ role: "editor", project: "other" }];

const ends: [string, () => Promise<Listening>, (who: Listening) => Promise<Response>][] = [
  ["a key is revoked", listeningKey, ({ id }) => app.admin.send(`/api/keys/${id}`, { method: "DELETE" })],
  ["a key loses the project", listeningKey, ({ id }) => patchKey(id, { grants: elsewhere })],
  [
    "a key is narrowed to a branch",
    listeningKey,
    async ({ id }) => {
      const { branch } = await newShelf(app.admin);
      return patchKey(id, { grants: [{ role: "editor", project: "shop", subtree: branch }] });
    },
  ],
  [
    "a session is revoked",
    listeningPerson,
    async ({ id }) => (await app.person("boss")).send(`/api/sessions/${await sessionOf(id)}`, { method: "DELETE" }),
  ],
  ["a person signs out", listeningPerson, ({ send }) => send("/api/session", { method: "DELETE" })],
  ["an admin sets a person's password", listeningPerson, ({ id }) => patchUser(id, { password: `new ${password}` })],
  ["an account is closed", listeningPerson, ({ id }) => patchUser(id, { active: false })],
  ["an account is deleted", listeningPerson, ({ id }) => app.admin.send(`/api/users/${id}`, { method: "DELETE" })],
  ["a person loses the project", listeningPerson, ({ id }) => patchUser(id, { grants: elsewhere })],
];

test.each(ends)("when %s, the stream ends and sends no later change", async (_, begin, end) => {
  const who = await begin();
  const before = await createCategory("Before");
  await who.stream.until(({ data }) => (data as { id?: string }).id === before);
  expect((await end(who)).ok).toBe(true);
  const after = await createCategory("After");
  await until(() => who.stream.ended, "the stream has ended");
  expect(who.stream.failure).toBeUndefined();
  expect(receivedIds(who.stream)).not.toContain(after);
});

test("a listener whose grants change is told once and stays connected, and others are not told", async () => {
  const who = await listeningPerson();
  const other = await listeningKey();
  const before = await createCategory("Before");
  const isSeen = (id: string) => (event: { data: unknown }) => (event.data as { id?: string }).id === id;
  for (const { stream } of [who, other]) await stream.until(isSeen(before));
  await patchUser(who.id, { grants: [{ role: "translator", project: "shop", languages: ["ru"] }] });
  await who.stream.until(({ event }) => event === "access");
  await patchKey(other.id, { name: "renamed" });
  const after = await createCategory("After");
  for (const { stream } of [who, other]) await stream.until(isSeen(after));
  const told = ({ stream }: Listening) => stream.events.filter(({ event }) => event === "access").length;
  expect([told(who), told(other)]).toEqual([1, 0]);
  for (const { stream } of [who, other]) stream.close();
});

test("a stream ends even if nothing happens in the project", async () => {
  const { stream, id } = await listeningKey();
  await stream.until(({ event }) => event === "ready");
  await app.admin.api.revokeKey({ params: { keyId: id } });
  await until(() => stream.ended, "the stream has ended");
});

test("a caller who keeps the project under another role stays connected, and so does everyone else", async () => {
  const changed = await listeningPerson();
  const other = await listeningKey();
  expect((await patchUser(changed.id, { grants: [{ role: "viewer", project: "shop" }] })).status).toBe(200);
  const id = await createCategory("After the change");
  for (const { stream } of [changed, other]) {
    await stream.until(({ data }) => (data as { id?: string }).id === id);
    expect(stream.ended).toBe(false);
    stream.close();
  }
});

test("a stream ends when its key expires, also if the expiry was moved up while the stream was open", async () => {
  const clock = new TestClock();
  const own = await startAccessApp({}, { clock });
  const { stream, id } = await listeningKey(own);
  const at = clock.now() + 3_600_000;
  await own.admin.send(`/api/keys/${id}`, json("PATCH", { expiresAt: new Date(at).toISOString() }));
  clock.pass(3_600_000 - 1_000);
  const last = await createCategory("Still sent", own);
  await stream.until(({ data }) => (data as { id?: string }).id === last);
  clock.pass(2_000);
  await until(() => stream.ended, "the stream has ended");
  await own.stop();
});

test("the stream of a key that was deleted directly in the database ends within five minutes", async () => {
  const clock = new TestClock();
  const own = await startAccessApp({}, { clock });
  const { stream, id } = await listeningKey(own);
  await stream.until(({ event }) => event === "ready");
  await own.db.write((tx) => tx.run(sql`delete from api_keys where id = ${id}`));
  clock.pass(300_000);
  await until(() => stream.ended, "the stream has ended");
  await own.stop();
});

test("revoking a key from the command line ends its stream", async () => {
  const file = join(temporaryFolder(), "catalog.db");
  const db = new SqliteDb(file);
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  const own = await startAccessApp({}, { database: { db, remove: async () => {} } });
  const { stream, id } = await listeningKey(own);
  await stream.until(({ event }) => event === "ready");
  const beside = new SqliteDb(file);
  await beside.write(async (tx) => deleteKey(tx, await keyById(tx, id)));
  await beside.close();
  const after = await createCategory("After", own);
  await until(() => stream.ended, "the stream has ended");
  expect(receivedIds(stream)).not.toContain(after);
  await own.stop();
});
