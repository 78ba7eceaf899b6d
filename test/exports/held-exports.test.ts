import { afterAll, beforeAll, expect, test } from "bun:test";
import { routes } from "../../contract/routes.ts";
import { type AccessApp, json, startAccessApp } from "../access/access-scenario.ts";
import { type BareStream, openStream } from "../live/bare-stream.ts";
import { until } from "../support/until.ts";

let app: AccessApp;
let people = 0;

beforeAll(async () => {
  app = await startAccessApp();
  await app.addUser("boss", { role: "admin" });
  const { api } = app.admin;
  const categoryId = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Large" } })).data.id;
  await api.createSubcategory({ params: { categoryId }, body: { id: "large", name: "Large" } });
  // More than the sockets between the service and its client hold.
  const body = { name: "Item", simpleDescription: "x".repeat(15_000) };
  const itemIds = [(await api.createItem({ params: { subcategoryId: "large" }, body })).data.id];
  while (itemIds.length < 1_024) {
    const copied = await api.bulkCopyItems({ body: { itemIds, subcategoryId: "large" } });
    itemIds.push(...copied.data.itemIds);
  }
});
afterAll(() => app.stop());

type Reader = { header: string; id: string; send(path: string, init?: RequestInit): Promise<Response> };

const path = `${routes.exportItems.path.replace(":projectId", "shop")}?format=jsonl`;
const stalled = ({ header }: Reader): Promise<BareStream> => openStream(app.url, path, false, `${header}\r\n`);

async function newKey(): Promise<Reader> {
  const { id, secret, send } = await app.key({ role: "viewer", project: "shop" });
  return { header: `authorization: Bearer ${secret}`, id, send };
}

async function newPerson(): Promise<Reader> {
  const name = `person${++people}`;
  const id = await app.addUser(name, { role: "editor", project: "shop" });
  const { cookie, send } = await app.person(name);
  return { header: `cookie: ${cookie}`, id, send };
}

async function sessionOf(userId: string): Promise<string> {
  const boss = await app.person("boss");
  return (await boss.api.listSessions({ query: { user: userId } })).data[0]?.id ?? "";
}

const elsewhere = [{ role: "viewer", project: "other" }];

const ends: [string, () => Promise<Reader>, (who: Reader) => Promise<Response>][] = [
  ["a key is revoked", newKey, ({ id }) => app.admin.send(`/api/keys/${id}`, { method: "DELETE" })],
  [
    "a key loses the project",
    newKey,
    ({ id }) => app.admin.send(`/api/keys/${id}`, json("PATCH", { grants: elsewhere })),
  ],
  [
    "a session is revoked",
    newPerson,
    async ({ id }) => (await app.person("boss")).send(`/api/sessions/${await sessionOf(id)}`, { method: "DELETE" }),
  ],
  ["a person signs out", newPerson, ({ send }) => send("/api/session", { method: "DELETE" })],
  ["an account is deleted", newPerson, ({ id }) => app.admin.send(`/api/users/${id}`, { method: "DELETE" })],
  [
    "a person loses the project",
    newPerson,
    ({ id }) => app.admin.send(`/api/users/${id}`, json("PATCH", { grants: elsewhere })),
  ],
];

test.each(ends)("when %s, an export that is being read ends before its last row", async (_, begin, end) => {
  const who = await begin();
  const stream = await stalled(who);
  expect((await end(who)).ok).toBe(true);
  stream.readOn();
  await until(() => stream.closed, "the export has ended");
  expect(stream.tail).not.toEndWith("\r\n0\r\n\r\n");
});

test("an export that is read slowly comes whole while nothing changes for its reader", async () => {
  const who = await newKey();
  const stream = await stalled(who);
  await app.admin.api.createKey({ body: { name: "another", grants: [{ role: "viewer" }] } });
  stream.readOn();
  await until(() => stream.tail.endsWith("\r\n0\r\n\r\n"), "the whole export has come");
  stream.socket.terminate();
});

test("one who does not read their exports gets no more, and takes nothing from others", async () => {
  const who = await newKey();
  const streams = await Promise.all([stalled(who), stalled(who)]);
  // Two of four wait, whichever come first.
  const refused: Response[] = [];
  const waiting = Array.from({ length: 4 }, () => {
    const left = new AbortController();
    const answer = who.send(path, { signal: left.signal }).then(
      (response) => refused.push(response),
      () => undefined,
    );
    return { left, answer };
  });
  await until(() => refused.length === 2, "two of them are refused");
  expect(refused.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
    [429, "10"],
    [429, "10"],
  ]);
  const other = await newPerson();
  const whole = await other.send(path);
  expect((await whole.text()).trimEnd().split("\n")).toHaveLength(1_024);
  // Their slots are free again when they have gone.
  for (const { socket } of streams) socket.terminate();
  for (const { left, answer } of waiting) {
    left.abort();
    await answer;
  }
  await until(async () => {
    const again = await who.send(path);
    await again.body?.cancel();
    return again.status === 200;
  }, "they get an export again");
});
