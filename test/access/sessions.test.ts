import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "../../server/db/sql.ts";
import { until } from "../support/until.ts";
import {
  type AccessApp,
  callerWith,
  cookieOf,
  json,
  password,
  problemOf,
  signInTo,
  startAccessApp,
} from "./access-scenario.ts";

const hour = 60 * 60 * 1000;
let app: AccessApp;
/** The service's time, which a test may move forward. */
let clock = Date.now();
const now = () => clock;

beforeAll(async () => {
  app = await startAccessApp({ proxies: 1 }, { now });
  await app.addUser("anna", { role: "admin" });
  await app.addUser("boris", { role: "viewer" });
});
afterAll(() => app.stop());

const { signIn } = signInTo(() => app);

test("sessions are listed, can be revoked one by one, and expire", async () => {
  const boris = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "boris", password })) });
  const elsewhere = callerWith(app.url, {
    cookie: cookieOf(await signIn({ name: "boris", password }, { "user-agent": "Elsewhere" })),
  });
  const listed = (await boris.api.listSessions()).data;
  const other = listed.find(({ userAgent }) => userAgent === "Elsewhere");
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  expect(other).toMatchObject({ user: "boris", current: false, address: expect.stringContaining("192.0.2.") });
  await boris.api.revokeSession({ params: { sessionId: other?.id ?? "" } });
  expect((await elsewhere.send("/api/projects")).status).toBe(401);
  const anna = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "anna", password })) });
  const annas = (await anna.api.listSessions()).data[0];
  expect((await boris.send(`/api/sessions/${annas?.id}`, { method: "DELETE" })).status).toBe(404);
  expect((await boris.send(`/api/sessions?user=someone`)).status).toBe(403);
  expect((await boris.send("/api/session", { method: "DELETE" })).status).toBe(204);
  expect((await boris.send("/api/projects")).status).toBe(401);
  clock += 13 * hour;
  expect((await anna.send("/api/projects")).status).toBe(401);
});

test("a session that is used every hour still ends after two weeks", async () => {
  const anna = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "anna", password })) });
  for (let hours = 0; hours < 13 * 24; hours += 11) {
    clock += 11 * hour;
    expect((await anna.send("/api/projects")).status).toBe(200);
    await until(async () => {
      const rows = await app.db.read((reader) => reader.all(sql`select key from sessions where seen_at = ${clock}`));
      return rows.length > 0;
    }, "the session was seen");
  }
  clock += 24 * hour;
  expect((await anna.send("/api/projects")).status).toBe(401);
});

test("a new password ends the other sessions, and is refused if it is easy to guess", async () => {
  await app.addUser("clara", { role: "viewer" });
  const clara = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "clara", password })) });
  const elsewhere = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "clara", password })) });
  const change = (current: string, next: string) =>
    clara.send("/api/account/password", json("POST", { current, next }));
  expect((await change("not my password", "another good long one")).status).toBe(401);
  const weak = await change(password, "P@ssw0rd2024!");
  expect(await problemOf(weak)).toMatchObject({ status: 400, code: "weak_password" });
  expect((await change(password, "another good long one")).status).toBe(204);
  expect((await elsewhere.send("/api/projects")).status).toBe(401);
  expect((await clara.send("/api/projects")).status).toBe(200);
  expect((await signIn({ name: "clara", password: "another good long one" })).status).toBe(201);
});
