import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { TOTP } from "otpauth";
import { cookieJar } from "../../server/accounts/cookies.ts";
import { hashPassword, ownerOf, weakness } from "../../server/accounts/passwords.ts";
import { startSession } from "../../server/accounts/sign-in.ts";
import { mostFailures } from "../../server/accounts/sign-in-throttle.sql.ts";
import { updateUserColumns, userByName } from "../../server/accounts/users.sql.ts";
import { composed, sql } from "../../server/db/sql.ts";
import { prune } from "../../server/history/retention.ts";
import { until } from "../support/until.ts";
import { type AccessApp, callerWith, cookieOf, json, password, problemOf, startAccessApp } from "./access-scenario.ts";

let app: AccessApp;
/** The time of the service; a test may move it on. */
let clock = Date.now();
const now = () => clock;

beforeAll(async () => {
  app = await startAccessApp({ proxies: 1 }, { now });
  await app.addUser("anna", { role: "admin" });
  await app.addUser("boris", { role: "viewer" });
});
afterAll(() => app.stop());

const hour = 60 * 60 * 1000;
/** Each test comes from an address of its own, so that none waits for the failures of another. */
let lastAddress = 0;
const newAddress = () => `192.0.2.${++lastAddress}`;

const signIn = (body: unknown, headers: Record<string, string> = {}, address = newAddress()) =>
  fetch(`${app.url}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address, ...headers },
    body: JSON.stringify(body),
  });

test("a session opens with the right password, in a cookie that scripts cannot read", async () => {
  const answer = await signIn({ name: "Anna", password });
  expect(answer.status).toBe(201);
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^catalog-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const who = await callerWith(app.url, { cookie: cookieOf(answer) }).api.getSession();
  expect(who.data).toMatchObject({
    access: "required",
    who: { kind: "user", name: "anna" },
    grants: [{ role: "admin" }],
  });
  expect((await app.stranger.send("/api/projects")).status).toBe(401);
  expect((await app.stranger.api.getSession()).data).toMatchObject({ who: null, grants: [] });
});

test("a password that is changed between its check and the session opens none", async () => {
  await app.addUser("edith", { role: "viewer" });
  const checked = await app.db.read((reader) => userByName(reader, "edith"));
  if (!checked) throw new Error("There is no edith.");
  const session = () =>
    app.db.write((tx) =>
      startSession(tx, { jar: cookieJar(false), now }, checked, new Request(app.url), newAddress(), "password"),
    );
  expect(await session()).toContain("catalog-session=");
  await app.db.write((tx) => updateUserColumns(tx, checked.key, { password_hash: "another" }));
  expect(await session().catch((error) => error.code)).toBe("sign_in_failed");
});

test("where the service is reached by https, the cookie is bound to it", async () => {
  const secure = await startAccessApp({ publicUrl: "https://catalog.example.com" });
  try {
    await secure.addUser("anna", { role: "admin" });
    const answer = await fetch(`${secure.url}/api/session`, json("POST", { name: "anna", password }));
    expect(answer.headers.get("set-cookie")).toMatch(
      /^__Host-catalog-session=.*; Path=\/; HttpOnly; SameSite=Lax; Secure;/,
    );
  } finally {
    await secure.stop();
  }
});

test("a wrong password, an unknown name and a closed account answer alike, after the same work", async () => {
  await app.addUserInEarnest("known", { role: "viewer" });
  const closed = await app.addUserInEarnest("closed", { role: "viewer" });
  await app.admin.api.updateUser({ params: { userId: closed }, body: { active: false } });
  const verify = spyOn(Bun.password, "verify");
  /** The hash is nearly all of the time that an answer takes; what it costs stands before its salt. */
  const refused = async (body: unknown) => {
    verify.mockClear();
    const { requestId: _, ...problem } = await problemOf(await signIn(body));
    return {
      problem,
      work: verify.mock.calls.map(([, hash]) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+/.exec(String(hash))?.[0]),
    };
  };
  const wrong = await refused({ name: "known", password: "not the password" });
  expect(wrong.problem).toMatchObject({ status: 401, code: "sign_in_failed" });
  expect(wrong.work).toEqual([expect.any(String)]);
  expect(await refused({ name: "nobody", password })).toEqual(wrong);
  expect(await refused({ name: "closed", password })).toEqual(wrong);
  verify.mockRestore();
});

test("guesses at an account have to wait, known or not, however many come at once", async () => {
  for (const name of ["boris", "no-such-person"]) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn({ name, password: "a guess of mine" }, {}, newAddress())),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect([name, ...statuses]).toEqual([name, 401, 401, 401, 401, 401, 429, 429, 429]);
    const throttled = answers.find(({ status }) => status === 429);
    expect(Number(throttled?.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await signIn({ name: "boris", password })).status).toBe(429);
  clock += hour;
  expect((await signIn({ name: "boris", password })).status).toBe(201);
});

test("guesses from one address have to wait, whoever they are at", async () => {
  const address = newAddress();
  const { beginAttempt } = await import("../../server/accounts/sign-in-throttle.sql.ts");
  for (let i = 0; i < 20; i++) await app.db.write((tx) => beginAttempt(tx, `victim-${i}`, address, clock));
  expect((await signIn({ name: "anna", password }, {}, address)).status).toBe(429);
  expect((await signIn({ name: "anna", password })).status).toBe(201);
});

test("signing in gives a new token and ends the session that the browser came with", async () => {
  const first = cookieOf(await signIn({ name: "anna", password }));
  const second = cookieOf(await signIn({ name: "anna", password }, { cookie: first }));
  expect(second).not.toBe(first);
  expect((await callerWith(app.url, { cookie: first }).send("/api/projects")).status).toBe(401);
  expect((await callerWith(app.url, { cookie: second }).send("/api/projects")).status).toBe(200);
  const planted = cookieOf(await signIn({ name: "anna", password }, { cookie: "catalog-session=planted" }));
  expect(planted).not.toContain("planted");
});

test("sessions are listed, revoked one by one, and end by themselves", async () => {
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

test("a new password ends the other sessions, and is refused where attackers would try it", async () => {
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

const countedFailures = () =>
  app.db.read((reader) =>
    reader.all<{ bucket: string }>(sql`select bucket, failures, wait_until, at from sign_in_failures order by bucket`),
  );

/** Every password is wrong, and it takes no time to find that out. */
const refusingAll = () => spyOn(Bun.password, "verify").mockResolvedValue(false);

test("a sign-in that has to wait writes nothing, whatever name it gives", async () => {
  const verify = refusingAll();
  const address = newAddress();
  for (let guess = 0; guess < 20; guess++) {
    await signIn({ name: `made-up-${guess}`, password: "a guess of mine" }, {}, address);
  }
  const counted = await countedFailures();
  const write = spyOn(app.db, "write");
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => signIn({ name: `another-${i}`, password: "a guess of mine" }, {}, address)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
  verify.mockRestore();
  expect(await countedFailures()).toEqual(counted);
});

test("of many guesses at once those that are too many leave nothing behind", async () => {
  const verify = refusingAll();
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => signIn({ name: `at-once-${i}`, password: "a guess of mine" }, {}, address)),
  );
  verify.mockRestore();
  const tried = answers.filter(({ status }) => status === 401).length;
  expect(tried).toBe(20);
  expect(answers.filter(({ status }) => status === 429).length).toBe(20);
  const names = (await countedFailures()).filter(({ bucket }) => bucket.startsWith("account at-once-"));
  expect(names).toHaveLength(tried);
});

test("a sign-in that finds no place to be checked in is counted as none", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<boolean>();
  const verify = spyOn(Bun.password, "verify").mockImplementation(() => held);
  const statuses: number[] = [];
  const guess = async (i: number) =>
    statuses.push((await signIn({ name: `waits-${i}`, password: "a guess of mine" })).status);
  const guesses = Array.from({ length: 60 }, (_, i) => guess(i));
  await until(() => statuses.length === 8, "two are checked, fifty wait, and the others are told to come again");
  expect(new Set(statuses)).toEqual(new Set([503]));
  // Counted just before the password is checked, which may be after the last was refused.
  await until(() => verify.mock.calls.length === 2, "two are being checked");
  expect((await countedFailures()).filter(({ bucket }) => bucket.startsWith("account waits-"))).toHaveLength(2);
  release(false);
  await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(52);
  verify.mockRestore();
});

test("failures are forgotten after an hour, and the oldest when there are too many", async () => {
  const forever = Number.POSITIVE_INFINITY;
  const keep = { trashMs: hour, historyMs: forever, historyBytes: forever, auditMs: forever };
  await signIn({ name: "forgotten", password: "a guess of mine" });
  const buckets = async () => (await countedFailures()).map(({ bucket }) => bucket);
  await prune(app.db, keep, clock + hour - 1);
  expect(await buckets()).toContain("account forgotten");
  clock += hour + 1;
  await signIn({ name: "remembered", password: "a guess of mine" });
  expect((await prune(app.db, keep, clock)).signIns).toBeGreaterThan(0);
  expect((await buckets()).filter((bucket) => bucket.startsWith("account"))).toEqual(["account remembered"]);

  clock += 1;
  await app.db.write((tx) =>
    tx.run(
      composed(
        `insert into sign_in_failures (bucket, failures, wait_until, at)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
          select 'account flood-' || n, 1, 0, cast(? as bigint) from numbers`,
        [mostFailures, clock],
      ),
    ),
  );
  await prune(app.db, keep, clock);
  const left = await buckets();
  expect(left).toHaveLength(mostFailures);
  expect(left).not.toContain("account remembered");
});

test("whoever has no account waits for the same work, also after a hash that failed", async () => {
  const hash = spyOn(Bun.password, "hash").mockRejectedValue(new Error("Out of memory."));
  await expect(hashPassword(password)).rejects.toThrow("Out of memory.");
  const verify = spyOn(Bun.password, "verify");
  expect(await ownerOf(password, async () => undefined)).toBeUndefined();
  hash.mockRestore();
  const cost = (text: unknown) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(String(text))?.[0];
  expect(cost(verify.mock.calls[0]?.[1])).toBe(cost(await hashPassword(password)));
  verify.mockRestore();
});

test("weak passwords are named as what they are", async () => {
  const weak = [
    "short",
    "1234567890",
    "aaaaaaaaaaaa",
    "abababababab",
    "qwertyuiop",
    "password123",
    "P@ssw0rd2024!",
    "iloveyou2",
    "anna-anna1",
    "basketball1",
  ];
  for (const candidate of weak)
    expect([candidate, await weakness(candidate, "anna")]).not.toEqual([candidate, undefined]);
  for (const good of ["correct horse battery staple", "Зимой в Праге тихо", "xT9#pL2vQ8"]) {
    expect([good, await weakness(good, "anna")]).toEqual([good, undefined]);
  }
});

test("an authenticator is the second step; a code opens once, and so does a recovery code", async () => {
  await app.addUser("dora", { role: "viewer" });
  const dora = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "dora", password })) });
  expect((await dora.send("/api/account/second-step", json("POST", { password: "wrong guess" }))).status).toBe(401);
  const { secret, uri } = (await dora.api.startSecondStep({ body: { password } })).data;
  expect(uri).toStartWith("otpauth://totp/");
  const code = () => new TOTP({ secret }).generate({ timestamp: clock });
  expect((await signIn({ name: "dora", password })).status).toBe(201);
  expect((await dora.send("/api/account/second-step/confirmation", json("POST", { code: "000000" }))).status).toBe(401);
  const { recoveryCodes } = (await dora.api.confirmSecondStep({ body: { code: code() } })).data;
  expect(recoveryCodes).toHaveLength(10);
  expect(await problemOf(await signIn({ name: "dora", password }))).toMatchObject({ code: "second_step_needed" });
  expect(await problemOf(await signIn({ name: "dora", password, code: code() }))).toMatchObject({
    code: "sign_in_failed",
  });
  clock += 60_000;
  const next = code();
  expect((await signIn({ name: "dora", password, code: next })).status).toBe(201);
  expect((await signIn({ name: "dora", password, code: next })).status).toBe(401);
  expect((await signIn({ name: "dora", password, code: recoveryCodes[0] })).status).toBe(201);
  expect((await signIn({ name: "dora", password, code: recoveryCodes[0] })).status).toBe(401);
  clock += hour;
  expect((await dora.send("/api/account/second-step/removal", json("POST", { password, code: "123456" }))).status).toBe(
    401,
  );
  clock += 60_000;
  expect((await dora.send("/api/account/second-step/removal", json("POST", { password, code: code() }))).status).toBe(
    204,
  );
  expect((await signIn({ name: "dora", password })).status).toBe(201);
});

test("a session and the password do not put another authenticator in the place of the first", async () => {
  await app.addUser("fred", { role: "viewer" });
  const fred = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "fred", password })) });
  const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock });
  const start = (code?: string) =>
    fred.send("/api/account/second-step", json("POST", { password, ...(code ? { code } : {}) }));
  const first = (await fred.api.startSecondStep({ body: { password } })).data.secret;
  await fred.api.confirmSecondStep({ body: { code: codeOf(first) } });
  clock += 60_000;
  expect((await problemOf(await start())).code).toBe("second_step_needed");
  expect((await problemOf(await start("000000"))).code).toBe("sign_in_failed");
  const answer = await start(codeOf(first));
  expect(answer.status).toBe(201);
  const { secret } = (await answer.json()) as { secret: string };
  await fred.api.confirmSecondStep({ body: { code: codeOf(secret) } });
  clock += 60_000;
  expect((await signIn({ name: "fred", password, code: codeOf(first) })).status).toBe(401);
  expect((await signIn({ name: "fred", password, code: codeOf(secret) })).status).toBe(201);
});

test("a second step that is set up while the password is checked is neither replaced nor removed without its code", async () => {
  await app.addUser("hugo", { role: "viewer" });
  const hugo = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "hugo", password })) });
  const { key } = (await app.db.read((reader) => userByName(reader, "hugo"))) ?? { key: 0 };
  /** Sends a request, and has the second step set up right before the write that would change it. */
  const overtaken = async (path: string, body: unknown) => {
    const { write } = app.db;
    let left = 3;
    const hold = spyOn(app.db, "write").mockImplementation(async (work) => {
      if (--left === 0) {
        hold.mockRestore();
        await write.call(app.db, (tx) => updateUserColumns(tx, key, { totp_secret: "JBSWY3DPEHPK3PXP" }));
      }
      return write.call(app.db, work) as never;
    });
    const problem = await problemOf(await hugo.send(path, json("POST", body)));
    expect(left).toBe(0);
    return problem.code;
  };
  for (const [path, body] of [
    ["/api/account/second-step", { password }],
    ["/api/account/second-step/removal", { password, code: "123456" }],
  ] as const) {
    expect([path, await overtaken(path, body)]).toEqual([path, "second_step_needed"]);
    const after = await app.db.read((reader) => userByName(reader, "hugo"));
    expect(after).toMatchObject({ totp_secret: "JBSWY3DPEHPK3PXP", totp_pending: null });
    await app.db.write((tx) => updateUserColumns(tx, key, { totp_secret: null }));
  }
});

test("an admin's session alone does not take the admin's own second step away, nor set the password", async () => {
  const id = await app.addUser("ines", { role: "admin" });
  const ines = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "ines", password })) });
  const { secret } = (await ines.api.startSecondStep({ body: { password } })).data;
  await ines.api.confirmSecondStep({ body: { code: new TOTP({ secret }).generate({ timestamp: clock }) } });
  for (const [field, value] of [
    ["secondStep", false],
    ["password", "another good long one"],
  ] as const) {
    const answer = await problemOf(await ines.send(`/api/users/${id}`, json("PATCH", { [field]: value })));
    expect(answer).toMatchObject({ status: 400, errors: [{ pointer: `/${field}`, code: "not_allowed" }] });
  }
  expect((await ines.send(`/api/users/${id}`, json("PATCH", { displayName: "Ines" }))).status).toBe(200);
  expect(await problemOf(await signIn({ name: "ines", password }))).toMatchObject({ code: "second_step_needed" });
});

test("of many sign-ins at once with the same code one is let in, and no recovery code comes back", async () => {
  await app.addUser("gina", { role: "viewer" });
  const gina = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "gina", password })) });
  const { secret } = (await gina.api.startSecondStep({ body: { password } })).data;
  const code = () => new TOTP({ secret }).generate({ timestamp: clock });
  const { recoveryCodes } = (await gina.api.confirmSecondStep({ body: { code: code() } })).data;
  const statuses = async (codes: string[]) =>
    (await Promise.all(codes.map((one) => signIn({ name: "gina", password, code: one })))).map(({ status }) => status);
  for (let round = 0; round < 5; round++) {
    clock += hour;
    expect((await statuses([code(), code(), code(), code()])).filter((status) => status === 201)).toHaveLength(1);
    clock += hour;
    const two = recoveryCodes.slice(2 * round, 2 * round + 2);
    expect(await statuses(two)).toEqual([201, 201]);
    expect(await statuses(two)).toEqual([401, 401]);
  }
});

test("a known password does not clear the count of guessed codes", async () => {
  await app.addUser("emil", { role: "viewer" });
  const emil = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "emil", password })) });
  const { secret } = (await emil.api.startSecondStep({ body: { password } })).data;
  await emil.api.confirmSecondStep({ body: { code: new TOTP({ secret }).generate({ timestamp: clock }) } });
  const statuses = [];
  for (const code of ["111111", undefined, "222222", undefined, "333333", "444444"]) {
    statuses.push((await signIn({ name: "emil", password, ...(code ? { code } : {}) })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});
