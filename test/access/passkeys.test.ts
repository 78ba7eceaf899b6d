import { afterAll, beforeAll, expect, test } from "bun:test";
import { TOTP } from "otpauth";
import type { Db } from "../../server/db/db.ts";
import { composed, sql } from "../../server/db/sql.ts";
import { mostChallenges } from "../../server/sign-in/passkey-challenges.sql.ts";
import {
  type AccessApp,
  type Caller,
  callerWith,
  cookieOf,
  json,
  password,
  problemOf,
  startAccessApp,
} from "./access-scenario.ts";
import { SoftAuthenticator } from "./soft-authenticator.ts";

let app: AccessApp;
let time = Date.now();
const origin = "http://localhost:8080";
const minuteMs = 60_000;

beforeAll(async () => {
  app = await startAccessApp({ proxies: 1, publicUrl: origin, shopName: "Aurora" }, { now: () => time });
  await app.addUser("root", { role: "admin" });
});
afterAll(() => app.stop());

let lastAddress = 0;
const stranger = (address = `198.51.100.${++lastAddress}`) => callerWith(app.url, { "x-forwarded-for": address });
const post = (by: Caller, path: string, body: object) => by.send(path, json("POST", body));

/** The options of a challenge. */
const challengeFor = async (by: Caller = stranger()) =>
  (await (await post(by, "/api/session/passkey/options", {})).json()) as { challenge: string };

async function enter(device: SoftAuthenticator, by = stranger(), flags = {}): Promise<Response> {
  device.counter++;
  return post(by, "/api/session/passkey", { passkey: device.get(await challengeFor(by), flags) });
}

async function add(by: Caller, device: SoftAuthenticator, name = "Phone"): Promise<Response> {
  const options = (await by.api.startPasskey({ body: { password } })).data;
  return post(by, "/api/account/passkeys", { name, passkey: device.create(options) });
}

async function personWithPasskey(name: string) {
  const userId = await app.addUser(name, { role: "viewer" });
  const person = await app.person(name);
  const device = new SoftAuthenticator(origin);
  expect((await add(person, device)).status).toBe(201);
  return { userId, person, device };
}

const failed = async (answer: Response) => expect(await problemOf(answer)).toMatchObject({ code: "sign_in_failed" });

test("a passkey is added with the password, named, used to sign in, renamed and removed", async () => {
  const { person, device } = await personWithPasskey("anna");
  const [listed] = (await person.api.getAccount()).data.passkeys;
  expect(listed).toMatchObject({ name: "Phone", lastUsedAt: null });
  const entered = await enter(device);
  expect([entered.status, await entered.json()]).toMatchObject([201, { who: { name: "anna" } }]);
  const session = callerWith(app.url, { cookie: cookieOf(entered) });
  expect((await session.send("/api/projects")).status).toBe(200);
  expect((await person.api.getAccount()).data.passkeys[0]?.lastUsedAt).toBe(new Date(time).toISOString());

  const passkeyId = listed?.id ?? "";
  const renamed = await person.api.renamePasskey({ params: { passkeyId }, body: { name: "Old phone" } });
  expect(renamed.data.name).toBe("Old phone");
  await person.api.removePasskey({ params: { passkeyId } });
  await failed(await enter(device));
  expect((await person.send(`/api/account/passkeys/${passkeyId}`, { method: "DELETE" })).status).toBe(404);
  const { entries } = (await app.admin.api.listAudit({ query: { who: "anna" } })).data;
  expect(entries.map(({ event, detail }) => [event, detail])).toEqual([
    ["passkey_removed", { name: "Old phone" }],
    ["sign_in", { how: "passkey" }],
    ["passkey_added", { name: "Phone" }],
    ["sign_in", { how: "password" }],
  ]);
});

test("a session is not enough to add a passkey: it takes the password and the code, or another passkey", async () => {
  await app.addUser("boris", { role: "viewer" });
  const boris = await app.person("boris");
  const start = (body: object) => post(boris, "/api/account/passkeys/options", body);
  await failed(await start({}));
  await failed(await start({ password: "wrong guess" }));
  const { secret } = (await boris.api.startSecondStep({ body: { password } })).data;
  const code = () => new TOTP({ secret }).generate({ timestamp: time });
  await boris.api.confirmSecondStep({ body: { code: code() } });
  time += minuteMs;
  expect((await problemOf(await start({ password }))).code).toBe("second_step_needed");
  const options = (await (await start({ password, code: code() })).json()) as { challenge: string };
  const device = new SoftAuthenticator(origin);
  expect((await post(boris, "/api/account/passkeys", { name: "Key", passkey: device.create(options) })).status).toBe(
    201,
  );

  device.counter++;
  expect((await start({ passkey: device.get(await challengeFor()) })).status).toBe(201);
  const { device: other } = await personWithPasskey("boris2");
  other.counter++;
  await failed(await start({ passkey: other.get(await challengeFor()) }));
  // It asks for a finger or a PIN, so no code is needed.
  expect((await enter(device)).status).toBe(201);
});

test("a challenge works once, for ten minutes, for what it was made for", async () => {
  const { person, device } = await personWithPasskey("carl");
  const by = stranger();
  const options = await challengeFor(by);
  device.counter++;
  const answer = device.get(options);
  expect((await post(by, "/api/session/passkey", { passkey: answer })).status).toBe(201);
  await failed(await post(by, "/api/session/passkey", { passkey: answer }));
  device.counter++;
  await failed(await post(by, "/api/session/passkey", { passkey: device.get(options) }));
  await failed(await post(by, "/api/session/passkey", { passkey: device.get({ challenge: "invented" }) }));

  const late = await challengeFor(by);
  time += 10 * minuteMs;
  await failed(await post(by, "/api/session/passkey", { passkey: device.get(late) }));

  const adding = (await person.api.startPasskey({ body: { password } })).data;
  await failed(await post(by, "/api/session/passkey", { passkey: device.get(adding) }));
  const second = new SoftAuthenticator(origin);
  const invalid = async (by: Caller, passkey: object) =>
    expect(await problemOf(await post(by, "/api/account/passkeys", { name: "x", passkey }))).toMatchObject({
      code: "passkey_not_valid",
    });
  await invalid(person, second.create(await challengeFor()));
  await app.addUser("carla", { role: "viewer" });
  const carla = await app.person("carla");
  await invalid(carla, second.create((await person.api.startPasskey({ body: { password } })).data));
});

test("answers of another site, without a finger or PIN, of a copy or of a blocked person are refused", async () => {
  const { userId, device } = await personWithPasskey("dora");
  const by = () => stranger();
  await failed(await enter(new SoftAuthenticator(origin)));
  const elsewhere = Object.assign(new SoftAuthenticator("http://evil.example", "localhost"), { id: device.id });
  await failed(await enter(elsewhere));
  await failed(await enter(device, by(), { verified: false }));
  expect((await enter(device)).status).toBe(201);
  // A copy of the device counts from where it was copied.
  device.counter -= 2;
  await failed(await enter(device));
  device.counter = 10;
  await app.admin.api.updateUser({ params: { userId }, body: { active: false } });
  await failed(await enter(device));

  await app.addUser("dan", { role: "viewer" });
  const dan = await app.person("dan");
  const weak = new SoftAuthenticator(origin);
  const options = (await dan.api.startPasskey({ body: { password } })).data;
  const refused = await post(dan, "/api/account/passkeys", {
    name: "x",
    passkey: weak.create(options, { verified: false }),
  });
  expect((await problemOf(refused)).code).toBe("passkey_not_valid");
});

test("an invited person can take a passkey instead of a password, and keeps one way to sign in", async () => {
  const { data } = await app.admin.api.createInvitation({ body: { name: "emma" } });
  const token = data.link.path.split("#")[1] ?? "";
  const options = (await (await post(stranger(), "/api/link/passkey/options", { token })).json()) as {
    challenge: string;
    rp: object;
    user: object;
  };
  expect(options).toMatchObject({ rp: { name: "Aurora", id: "localhost" }, user: { name: "emma" } });
  const device = new SoftAuthenticator(origin);
  const accepted = await post(stranger(), "/api/link/passkey", { token, name: "Mac", passkey: device.create(options) });
  expect([accepted.status, await accepted.json()]).toMatchObject([201, { who: { name: "emma" } }]);
  expect((await post(stranger(), "/api/link/passkey/options", { token })).status).toBe(410);
  const emma = callerWith(app.url, { cookie: cookieOf(accepted) });
  const { passkeys, password: hasPassword } = (await emma.api.getAccount()).data;
  expect([passkeys.length, hasPassword]).toEqual([1, false]);
  const remove = () => emma.send(`/api/account/passkeys/${passkeys[0]?.id}`, { method: "DELETE" });
  expect(await problemOf(await remove())).toMatchObject({ status: 409, code: "last_credential" });
  // With the passkey they set a first password.
  device.counter++;
  const set = { passkey: device.get(await challengeFor()), next: "nine paper lanterns drift" };
  expect((await post(emma, "/api/account/password", set)).status).toBe(204);
  expect((await remove()).status).toBe(204);
});

test("a challenge of an invitation is worth nothing without it, and dies with it", async () => {
  const { data } = await app.admin.api.createInvitation({ body: { name: "ella" } });
  const startWith = async (path: string) => {
    const token = path.split("#")[1] ?? "";
    const options = await (await post(stranger(), "/api/link/passkey/options", { token })).json();
    return { token, options: options as { challenge: string; user: object } };
  };
  const old = await startWith(data.link.path);
  const fresh = await startWith(
    (await app.admin.api.createUserLink({ params: { userId: data.userId }, body: {} })).data.path,
  );
  const take = (token: string, challenge: object) => {
    const passkey = new SoftAuthenticator(origin).create(challenge as { challenge: string });
    return post(stranger(), "/api/link/passkey", { token, name: "Mac", passkey });
  };
  expect((await take(old.token, old.options)).status).toBe(410);
  expect((await problemOf(await take(fresh.token, old.options))).code).toBe("passkey_not_valid");
  const accepted = await post(stranger(), "/api/link/password", { token: fresh.token, password });
  expect(accepted.status).toBe(201);
  const ella = callerWith(app.url, { cookie: cookieOf(accepted) });
  // Adding a passkey to an account takes the password, which the challenge of the link did not ask for.
  const passkey = new SoftAuthenticator(origin).create(fresh.options);
  expect((await problemOf(await post(ella, "/api/account/passkeys", { name: "x", passkey }))).code).toBe(
    "passkey_not_valid",
  );
});

test("a link to a new password gives no passkey, which would stand for the second step too", async () => {
  const { userId } = await personWithPasskey("fred");
  const { data } = await app.admin.api.createUserLink({ params: { userId }, body: {} });
  expect(data.kind).toBe("reset");
  const token = data.path.split("#")[1] ?? "";
  expect((await post(stranger(), "/api/link/passkey/options", { token })).status).toBe(410);
});

test("an admin removes the passkeys of a stolen device, which ends the sessions", async () => {
  const { userId, device } = await personWithPasskey("gina");
  const session = callerWith(app.url, { cookie: cookieOf(await enter(device)) });
  expect((await app.admin.api.getUser({ params: { userId } })).data.passkeys).toBe(1);
  const { data } = await app.admin.api.updateUser({ params: { userId }, body: { passkeys: 0 } });
  expect(data.passkeys).toBe(0);
  await failed(await enter(device));
  expect((await session.send("/api/projects")).status).toBe(401);
  const root = await app.person("root");
  const own = (await root.api.getSession()).data.who?.id;
  const refused = await root.send(`/api/users/${own}`, json("PATCH", { passkeys: 0 }));
  expect(await problemOf(refused)).toMatchObject({ errors: [{ pointer: "/passkeys" }] });
});

test("wrong answers have to wait, by address", async () => {
  const by = stranger();
  const { device } = await personWithPasskey("hugo");
  for (let i = 0; i < 20; i++) {
    await failed(await post(by, "/api/session/passkey", { passkey: device.get({ challenge: "invented" }) }));
  }
  expect((await enter(device, by)).status).toBe(429);
  expect((await enter(device)).status).toBe(201);
});

test("challenges are stored as hashes, at most twenty of an address and ten thousand of all", async () => {
  const stored = () =>
    app.db.read((reader) => reader.all<{ challenge_hash: string }>(sql`select challenge_hash from passkey_challenges`));
  time += 10 * minuteMs;
  const by = stranger();
  const { device } = await personWithPasskey("ines");
  const first = await challengeFor(by);
  expect(JSON.stringify(await stored())).not.toContain(first.challenge);
  const before = (await stored()).length;
  for (let i = 0; i < 25; i++) await challengeFor(by);
  expect((await stored()).length).toBe(before + 19);
  device.counter++;
  await failed(await post(by, "/api/session/passkey", { passkey: device.get(first) }));

  await app.db.write((tx) =>
    tx.run(
      composed(
        `insert into passkey_challenges (challenge_hash, purpose, address, expires_at)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
          select 'old' || n, 'sign-in', 'a' || n, cast(? as bigint) + n from numbers`,
        [mostChallenges, time],
      ),
    ),
  );
  await challengeFor();
  expect((await stored()).length).toBe(mostChallenges);
});

test("a person has at most twenty passkeys", async () => {
  const { person } = await personWithPasskey("jan");
  for (let i = 1; i < 20; i++) expect((await add(person, new SoftAuthenticator(origin), `Key ${i}`)).status).toBe(201);
  const refused = await post(person, "/api/account/passkeys/options", { password });
  expect(await problemOf(refused)).toMatchObject({ status: 409, code: "too_many_passkeys" });
});

/** The same database for another node, which does not close it when it stops. */
const kept = (db: Db): Db =>
  new Proxy(db, {
    get: (target, name) => {
      const value = target[name as keyof Db];
      if (name === "close") return async () => undefined;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

test("a challenge of one node is answered on another, once", async () => {
  const { device } = await personWithPasskey("kai");
  const config = { proxies: 1, publicUrl: origin };
  const other = await startAccessApp(config, {
    now: () => time,
    database: { db: kept(app.db), remove: async () => {} },
  });
  const options = await challengeFor();
  device.counter++;
  const answer = json("POST", { passkey: device.get(options) });
  expect((await other.stranger.send("/api/session/passkey", answer)).status).toBe(201);
  await failed(await stranger().send("/api/session/passkey", answer));
  await other.stop();
});
