import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pino from "pino";
import type { MadeLink } from "../../contract/access-links.ts";
import { sql } from "../../server/db/sql.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type AccessApp, callerWith, cookieOf, json, password, problemOf, startAccessApp } from "./access-scenario.ts";
import { mailPassword, mailSettingsFor } from "./mail-settings.ts";

let app: AccessApp;
let mail: MailServer;
let time = Date.now();
const dayMs = 86_400_000;
const logged: string[] = [];

beforeAll(async () => {
  mail = await startMailServer();
  const log = pino({ level: "debug" }, { write: (line: string) => logged.push(line) });
  const config = { proxies: 1, mail: mailSettingsFor(mail), shopName: "Aurora", publicUrl: "http://127.0.0.1" };
  app = await startAccessApp(config, { now: () => time, log });
  await app.addUser("root", { role: "admin" });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

let lastAddress = 0;
/** Each from an address of its own, so that failures of one test do not delay the next. */
const stranger = (address = `198.51.100.${++lastAddress}`) => callerWith(app.url, { "x-forwarded-for": address });
const tokenOf = ({ path }: Pick<MadeLink, "path">) => path.split("#")[1] ?? "";
const accept = (token: string, by = stranger(), next: string = password) =>
  by.send("/api/link/password", json("POST", { token, password: next }));
const open = (token: string, by = stranger()) => by.send("/api/link", json("POST", { token }));
let names = 0;
const newName = () => `guest${++names}`;

async function invite(more: object = {}) {
  const name = newName();
  const { data } = await app.admin.api.createInvitation({ body: { name, ...more } });
  return { ...data, token: tokenOf(data.link) };
}

const auditOf = async (name: string) =>
  (await app.admin.api.listAudit({ query: { who: name } })).data.entries.map(({ event, actor }) => [event, actor]);

describe("an invitation", () => {
  test("lets its person set a password and signs them in, once", async () => {
    const root = await app.person("root");
    const grants = [{ role: "editor" as const, project: "shop", languages: ["ru"] }];
    const made = (await root.api.createInvitation({ body: { name: "anna", displayName: "Anna", grants } })).data;
    expect(made).toMatchObject({ name: "anna", grants, invitedBy: "root", state: "open", link: { mail: null } });
    expect(made.link.path).toMatch(/^\/invitation#[\w-]{43}$/);
    expect(made.link.url).toBe(`http://127.0.0.1${made.link.path}`);
    expect(Date.parse(made.expiresAt)).toBe(time + 7 * dayMs);
    const { link: _, ...listed } = made;
    expect((await app.admin.api.listInvitations()).data).toEqual([listed]);

    const token = tokenOf(made.link);
    expect(await (await open(token)).json()).toEqual({
      kind: "invitation",
      name: "anna",
      displayName: "Anna",
      by: "root",
      expiresAt: made.expiresAt,
    });
    const weak = await accept(token, stranger(), "anna123");
    expect(await problemOf(weak)).toMatchObject({ status: 400, code: "weak_password" });
    const entered = await accept(token);
    expect(entered.status).toBe(201);
    expect(await entered.json()).toMatchObject({ who: { name: "anna", displayName: "Anna" }, grants });
    const anna = callerWith(app.url, { cookie: cookieOf(entered) });
    expect((await anna.send("/api/projects/shop/categories")).status).toBe(200);
    expect((await app.person("anna")).cookie).not.toBe("");

    expect(await problemOf(await accept(token))).toMatchObject({ status: 410, code: "link_not_valid" });
    expect((await open(token)).status).toBe(410);
    expect((await app.admin.api.listInvitations()).data).toEqual([]);
    expect(await auditOf("anna")).toEqual([
      ["sign_in", "anna"],
      ["sign_in", "anna"],
      ["invitation_accepted", "anna"],
      ["invitation_created", "root"],
    ]);
  });

  test("ends on its date, is then listed as expired, and a new link replaces it", async () => {
    const made = await invite({ expiresAt: new Date(time + dayMs).toISOString() });
    time += dayMs - 1;
    expect((await open(made.token)).status).toBe(200);
    time += 1;
    expect((await open(made.token)).status).toBe(410);
    expect((await accept(made.token)).status).toBe(410);
    const listed = (await app.admin.api.listInvitations()).data.find(({ id }) => id === made.id);
    expect(listed).toMatchObject({ state: "expired" });
    const next = (await app.admin.api.createUserLink({ params: { userId: made.userId }, body: {} })).data;
    const last = (await app.admin.api.createUserLink({ params: { userId: made.userId }, body: {} })).data;
    expect(last).toMatchObject({ kind: "invitation", expiresAt: new Date(time + 7 * dayMs).toISOString() });
    expect((await accept(tokenOf(next))).status).toBe(410);
    expect((await accept(tokenOf(last))).status).toBe(201);
  });

  test("can be revoked, which removes the person who never came", async () => {
    const made = await invite();
    const revoke = () => app.admin.send(`/api/invitations/${made.id}`, { method: "DELETE" });
    expect((await revoke()).status).toBe(204);
    expect((await accept(made.token)).status).toBe(410);
    expect(await problemOf(await revoke())).toMatchObject({ status: 404, code: "not_found" });
    expect((await app.admin.send(`/api/users/${made.userId}`)).status).toBe(404);
    expect((await auditOf(made.name)).map(([event]) => event)).toEqual(["invitation_revoked", "invitation_created"]);
    const accepted = await invite();
    await accept(accepted.token);
    expect((await app.admin.send(`/api/invitations/${accepted.id}`, { method: "DELETE" })).status).toBe(404);
    expect((await app.admin.send(`/api/users/${accepted.userId}`)).status).toBe(200);
  });

  test("does not make its person the last admin before they come", async () => {
    const { userId, token } = await invite({ grants: [{ role: "admin" }] });
    const root = (await app.admin.api.listUsers()).data.find(({ name }) => name === "root")?.id ?? "";
    const demote = (id: string) => app.admin.send(`/api/users/${id}`, json("PATCH", { grants: [] }));
    expect((await problemOf(await demote(root))).code).toBe("last_admin");
    await accept(token);
    expect((await demote(root)).status).toBe(200);
    expect((await problemOf(await demote(userId))).code).toBe("last_admin");
    await app.admin.send(`/api/users/${root}`, json("PATCH", { grants: [{ role: "admin" }] }));
  });

  test("does not outlast a password that an admin sets, a block or a deletion", async () => {
    for (const body of [{ password }, { active: false }]) {
      const { userId, token } = await invite();
      await app.admin.api.updateUser({ params: { userId }, body });
      expect((await accept(token)).status).toBe(410);
    }
    const { userId, token } = await invite();
    await app.admin.api.deleteUser({ params: { userId } });
    expect((await accept(token)).status).toBe(410);
  });

  test("is refused with a taken name, an address that is none, or a date too far away", async () => {
    const refused = async (body: object) => problemOf(await app.admin.send("/api/invitations", json("POST", body)));
    expect(await refused({ name: "Root" })).toMatchObject({ status: 409, code: "id_taken" });
    const faults: [object, string][] = [
      [{ name: "no spaces" }, "/name"],
      [{ name: "a", email: "no address" }, "/email"],
      [{ name: "a", email: "two@example.com\r\nBcc: x@example.com" }, "/email"],
      [{ name: "a", expiresAt: new Date(time).toISOString() }, "/expiresAt"],
      [{ name: "a", expiresAt: new Date(time + 31 * dayMs).toISOString() }, "/expiresAt"],
      [{ name: "a", grants: [{ role: "viewer", project: "none" }] }, "/grants/0/project"],
    ];
    for (const [body, pointer] of faults) {
      expect(await refused(body)).toMatchObject({ code: "invalid_body", errors: [{ pointer }] });
    }
    expect((await app.admin.api.listUsers()).data.map(({ name }) => name)).not.toContain("a");
  });

  test("has a token that is stored as a hash, and is in no log and no audit entry", async () => {
    const { token, id } = await invite({ email: "secret@example.com" });
    const stored = await app.db.read((reader) => reader.get(sql`select * from access_links where id = ${id}`));
    expect(JSON.stringify(stored)).not.toContain(token);
    const audit = (await app.admin.api.listAudit()).data;
    expect(JSON.stringify(audit)).not.toContain(token);
    await accept(token);
    expect(logged.join("")).not.toContain(token);
  });

  test("cannot be guessed: wrong tokens have to wait, like wrong passwords", async () => {
    const by = stranger();
    const { token } = await invite();
    for (let i = 0; i < 20; i++) expect((await open(`wrong${i}`, by)).status).toBe(410);
    const waits = await open(token, by);
    expect(await problemOf(waits)).toMatchObject({ status: 429, code: "rate_limited" });
    expect(waits.headers.get("retry-after")).toBe("1");
    expect((await accept(token, by)).status).toBe(429);
    expect((await open(token)).status).toBe(200);
  });
});

describe("a mail", () => {
  test("has the link, in the language of whoever sends it, with the name of the shop", async () => {
    const root = await app.person("root");
    const body = { name: newName(), email: "vera@example.com", language: "ru" as const };
    const { link } = (await root.api.createInvitation({ body })).data;
    expect(link.mail).toEqual({ address: "vera@example.com", sent: true, reason: null });
    const taken = mail.mails.at(-1);
    expect(taken).toMatchObject({ to: ["vera@example.com"], subject: "Приглашение: Aurora" });
    expect(taken?.text).toContain("root приглашает вас");
    expect(taken?.text).toContain(link.url ?? "none");
    expect((await accept(/#(\S+)/.exec(taken?.text ?? "")?.[1] ?? "")).status).toBe(201);

    await app.admin.api.createInvitation({ body: { name: newName(), email: "john@example.com" } });
    expect(mail.mails.at(-1)?.subject).toBe("Invitation to Aurora");
  });

  test("that is refused is reported with the reason, and the link works", async () => {
    mail.refusal = "550 no such mailbox";
    const { link, token } = await invite({ email: "nobody@example.com" });
    mail.refusal = undefined;
    expect(link.mail).toMatchObject({ address: "nobody@example.com", sent: false });
    expect(link.mail?.reason).toContain("550 no such mailbox");
    expect(logged.join("")).toContain("a mail was not sent");
    expect(logged.join("")).not.toContain(mailPassword);
    expect((await accept(token)).status).toBe(201);
  });
});

test("a link to a new password ends all sessions and the last link, and works for a day", async () => {
  const userId = await app.addUser("boris", { role: "viewer" });
  const before = await app.person("boris");
  const made = (await app.admin.api.createUserLink({ params: { userId }, body: {} })).data;
  expect(made).toMatchObject({ kind: "reset", expiresAt: new Date(time + dayMs).toISOString() });
  expect(made.path).toMatch(/^\/reset#/);
  expect(await (await open(tokenOf(made))).json()).toMatchObject({ kind: "reset", name: "boris" });
  const next = "nine paper lanterns drift";
  const entered = await accept(tokenOf(made), stranger(), next);
  expect(await entered.json()).toMatchObject({ who: { name: "boris" } });
  expect((await before.send("/api/projects")).status).toBe(401);
  const signIn = (secret: string) => stranger().send("/api/session", json("POST", { name: "boris", password: secret }));
  expect((await signIn(password)).status).toBe(401);
  expect((await signIn(next)).status).toBe(201);
  expect(await auditOf("boris")).toEqual(
    expect.arrayContaining([
      ["password_reset", "boris"],
      ["reset_link_created", expect.stringContaining("key:")],
    ]),
  );
  const late = (await app.admin.api.createUserLink({ params: { userId }, body: {} })).data;
  time += dayMs;
  expect((await accept(tokenOf(late))).status).toBe(410);
});

test("nobody makes a link to a new password for their own account or for a blocked one", async () => {
  const root = await app.person("root");
  const own = (await root.api.getSession()).data.who?.id;
  const refused = await root.send(`/api/users/${own}/link`, json("POST", {}));
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: "not_allowed" });
  const email = await root.send(`/api/users/${own}`, json("PATCH", { email: "thief@example.com" }));
  expect(await problemOf(email)).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/email" }] });
  const blocked = await app.addUser("dora", { role: "viewer" });
  await app.admin.api.updateUser({ params: { userId: blocked }, body: { active: false } });
  expect((await app.admin.send(`/api/users/${blocked}/link`, json("POST", {}))).status).toBe(403);
});
