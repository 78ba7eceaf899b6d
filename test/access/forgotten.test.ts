import { afterAll, beforeAll, expect, test } from "bun:test";
import { TOTP } from "otpauth";
import { sql } from "../../server/db/sql.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { until } from "../support/until.ts";
import { type AccessApp, callerWith, json, password, problemOf, startAccessApp } from "./access-scenario.ts";
import { mailSettingsFor } from "./mail-settings.ts";

let app: AccessApp;
let mail: MailServer;
let time = Date.now();
const hourMs = 3_600_000;
const next = "nine paper lanterns drift";

async function startWithMail(): Promise<AccessApp> {
  const config = { proxies: 1, mail: mailSettingsFor(mail), shopName: "Aurora", publicUrl: "http://127.0.0.1" };
  const started = await startAccessApp(config, { now: () => time });
  await started.addUser("root", { role: "admin" });
  return started;
}

beforeAll(async () => {
  mail = await startMailServer();
  app = await startWithMail();
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

let lastAddress = 0;
const stranger = (address = `198.51.100.${++lastAddress}`, at = app) =>
  callerWith(at.url, { "x-forwarded-for": address });
const forget = (name: string, by = stranger(), more = {}) =>
  by.send("/api/password-resets", json("POST", { name, ...more }));

async function addWithMail(name: string, at = app): Promise<string> {
  const userId = await at.addUser(name, { role: "viewer" });
  await at.admin.api.updateUser({ params: { userId }, body: { email: `${name}@example.com` } });
  return userId;
}

/** The token in the newest mail to this person. */
async function tokenFor(name: string): Promise<string> {
  const found = () => mail.mails.findLast(({ to }) => to.includes(`${name}@example.com`));
  await until(async () => found() !== undefined, `a mail to ${name} has come`);
  return /\/reset#(\S+)/.exec(found()?.text ?? "")?.[1] ?? "";
}

test("whoever forgot their password gets a link by mail, in the language of the page", async () => {
  await addWithMail("anna");
  const before = await app.person("anna");
  const answer = await forget("Anna", stranger(), { language: "ru" });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  const token = await tokenFor("anna");
  expect(mail.mails.at(-1)?.subject).toBe("Новый пароль: Aurora");
  expect(mail.mails.at(-1)?.text).toContain("пароль останется прежним");
  const opened = await stranger().send("/api/link", json("POST", { token }));
  expect(await opened.json()).toMatchObject({ kind: "reset", name: "anna", by: null });
  const set = await stranger().send("/api/link/password", json("POST", { token, password: next }));
  expect(await set.json()).toMatchObject({ who: { name: "anna" } });
  expect((await before.send("/api/projects")).status).toBe(401);
  const { entries } = (await app.admin.api.listAudit({ query: { who: "anna" } })).data;
  expect(entries.map(({ event, actor }) => [event, actor])).toContainEqual(["reset_link_created", "anonymous"]);
});

test("an unknown name, a blocked person and one without an address get the same answer and no mail", async () => {
  const other = await startWithMail();
  const count = mail.mails.length;
  await other.addUser("nomail", { role: "viewer" });
  const blocked = await addWithMail("blocked", other);
  await other.admin.api.updateUser({ params: { userId: blocked }, body: { active: false } });
  // Signs in through the provider alone, or was invited and never came.
  const email = "provided@example.com";
  await other.admin.api.createUser({ body: { name: "provided", email } });
  for (const name of ["nobody", "nomail", "blocked", "provided"]) {
    const answer = await forget(name, stranger(undefined, other));
    expect([name, answer.status, await answer.text()]).toEqual([name, 204, ""]);
  }
  // A stop waits for the mails that are being sent.
  await other.stop();
  expect(mail.mails).toHaveLength(count);
});

test("requests have to wait, by name and by address, whether the name exists or not", async () => {
  await addWithMail("carl");
  for (const name of ["carl", "nobody"]) {
    for (let i = 0; i < 3; i++) expect([name, (await forget(name)).status]).toEqual([name, 204]);
    const waits = await forget(name);
    expect(await problemOf(waits)).toMatchObject({ status: 429, code: "rate_limited" });
    expect(waits.headers.get("retry-after")).toBe("60");
  }
  const by = stranger();
  for (let i = 0; i < 20; i++) expect((await forget(`name${i}`, by)).status).toBe(204);
  expect((await forget("another", by)).status).toBe(429);
  // Their sign-ins do not wait.
  expect((await stranger().send("/api/session", json("POST", { name: "carl", password }))).status).toBe(201);
  time += hourMs;
  expect((await forget("carl")).status).toBe(204);
});

test("a new password does not replace the second step", async () => {
  await addWithMail("dora");
  const dora = await app.person("dora");
  const { secret } = (await dora.api.startSecondStep({ body: { password } })).data;
  const code = () => new TOTP({ secret }).generate({ timestamp: time });
  await dora.api.confirmSecondStep({ body: { code: code() } });
  await forget("dora");
  const token = await tokenFor("dora");
  const set = await stranger().send("/api/link/password", json("POST", { token, password: next }));
  expect([set.status, set.headers.get("set-cookie")]).toEqual([201, null]);
  expect(await set.json()).toMatchObject({ who: null });
  const signIn = (more = {}) =>
    stranger().send("/api/session", json("POST", { name: "dora", password: next, ...more }));
  expect((await problemOf(await signIn())).code).toBe("second_step_needed");
  time += 60_000;
  expect((await signIn({ code: code() })).status).toBe(201);
});

test("without mail there is nothing to ask for, and nothing is stored", async () => {
  const silent = await startAccessApp();
  expect((await silent.stranger.api.getSession()).data.signIn.mail).toBe(false);
  const answer = await silent.stranger.send("/api/password-resets", json("POST", { name: "anna" }));
  expect(await problemOf(answer)).toMatchObject({ status: 404, code: "route_not_found" });
  const stored = await silent.db.read((reader) => reader.all(sql`select bucket from sign_in_failures`));
  expect(stored).toEqual([]);
  await silent.stop();
});
