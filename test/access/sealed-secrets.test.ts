import { afterAll, beforeAll, expect, test } from "bun:test";
import { TOTP } from "otpauth";
import { sql } from "../../server/db/sql.ts";
import { Sealing } from "../../server/sealing/sealing.ts";
import { startApp } from "../start-app.ts";
import { type AccessApp, callerWith, cookieOf, json, password, problemOf, startAccessApp } from "./access-scenario.ts";

let app: AccessApp;
let clock = Date.now();
const now = () => clock;
beforeAll(async () => {
  app = await startAccessApp({}, { now });
});
afterAll(() => app.stop());

const signIn = (url: string, body: unknown) => fetch(`${url}/api/session`, json("POST", body));
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock });
const target = "https://example.com/hook";

async function withSecondStep(name: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  await app.addUser(name, { role: "viewer" });
  const { api } = await app.person(name);
  const { secret } = (await api.startSecondStep({ body: { password } })).data;
  const { recoveryCodes } = (await api.confirmSecondStep({ body: { code: codeOf(secret) } })).data;
  clock += 60_000;
  return { secret, recoveryCodes };
}

test("secrets of second steps and webhooks are stored sealed, and work", async () => {
  const { secret } = await withSecondStep("anna");
  const { api } = await callerOf("anna", secret);
  clock += 60_000;
  const pending = (await api.startSecondStep({ body: { password, code: codeOf(secret) } })).data.secret;
  const webhook = (await app.admin.api.createWebhook({ params: { projectId: "shop" }, body: { url: target } })).data;
  const rotated = await app.admin.api.rotateWebhookSecret({ params: { webhookId: webhook.id }, body: {} });
  const stored = JSON.stringify([
    await app.db.single.all(sql`select totp_secret, totp_pending from users`),
    await app.db.single.all(sql`select secret, previous_secret from webhooks`),
  ]);
  const shown = [secret, pending, webhook.secret, rotated.data.secret];
  expect(new Set(shown).size).toBe(4);
  for (const one of shown) expect(stored).not.toContain(one);
  expect(stored.match(/"sealed:/g)).toHaveLength(4);
  clock += 60_000;
  await callerOf("anna", secret);
});

/** A user who has signed in with a code. */
async function callerOf(name: string, secret: string) {
  const answer = await signIn(app.url, { name, password, code: codeOf(secret) });
  expect(answer.status).toBe(201);
  return callerWith(app.url, { cookie: cookieOf(answer) });
}

test("a sealed secret that is copied into another row cannot be used there", async () => {
  const { secret } = await withSecondStep("boris");
  await withSecondStep("clara");
  await app.db.write((tx) =>
    tx.run(
      sql`update users set totp_secret = (select totp_secret from users where name = 'boris') where name = 'clara'`,
    ),
  );
  const answer = await signIn(app.url, { name: "clara", password, code: codeOf(secret) });
  expect(await problemOf(answer)).toMatchObject({ status: 503, code: "unavailable" });
  expect(answer.headers.get("retry-after")).toBe("10");
});

test("a node with another key accepts no codes and signs no messages, but still accepts recovery codes", async () => {
  const { secret, recoveryCodes } = await withSecondStep("dora");
  const sealing = new Sealing([Buffer.alloc(32, "another key")]);
  const database = { db: app.db, remove: async () => {} };
  const other = await startApp(
    { access: "required" },
    { now, sealing, database: { ...database, db: withoutClose(app.db) } },
  );
  try {
    const byCode = await problemOf(await signIn(other.url, { name: "dora", password, code: codeOf(secret) }));
    expect(byCode).toMatchObject({ status: 503, code: "unavailable" });
    expect(JSON.stringify(byCode)).not.toContain("sealed:");
    const byRecovery = await signIn(other.url, { name: "dora", password, code: recoveryCodes[0] });
    expect(byRecovery.status).toBe(201);
    const [webhook] = (await app.admin.api.listWebhooks({ params: { projectId: "shop" } })).data;
    const admin = callerWith(other.url, { authorization: `Bearer ${app.admin.secret}` });
    const tested = (await admin.api.testWebhook({ params: { webhookId: webhook?.id ?? "" } })).data;
    expect(tested).toMatchObject({
      delivered: false,
      error: expect.stringMatching(/sealed with the key [0-9a-f]{12}/),
    });
  } finally {
    await other.stop();
  }
});

/** The same database for a second app, which must not close it. */
function withoutClose(db: AccessApp["db"]): AccessApp["db"] {
  return new Proxy(db, {
    get: (of, name) => {
      if (name === "close") return async () => {};
      const value = Reflect.get(of, name, of);
      return typeof value === "function" ? value.bind(of) : value;
    },
  });
}

test("without a key no secret is stored, and the answer says that the key is missing", async () => {
  const own = await startAccessApp({}, { now, sealing: new Sealing([]) });
  try {
    await own.addUser("emil", { role: "viewer" });
    const { send } = await own.person("emil");
    const missing = { status: 409, code: "secrets_key_missing", detail: expect.stringContaining("SECRETS_KEY") };
    expect(await problemOf(await send("/api/account/second-step", json("POST", { password })))).toMatchObject(missing);
    const hooks = "/api/projects/shop/webhooks";
    expect(await problemOf(await own.admin.send(hooks, json("POST", { url: target })))).toMatchObject(missing);
    expect((await own.admin.api.listWebhooks({ params: { projectId: "shop" } })).data).toEqual([]);
  } finally {
    await own.stop();
  }
});
