import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { TOTP } from "otpauth";
import { updateUserColumns, userByName } from "../../server/people/users.sql.ts";
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
});
afterAll(() => app.stop());

const { signIn } = signInTo(() => app);

test("an authenticator is the second step; each code and each recovery code works once", async () => {
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

test("a session and the password are not enough to replace the authenticator", async () => {
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

test("a second step that is set up during the password check is neither replaced nor removed without its code", async () => {
  await app.addUser("hugo", { role: "viewer" });
  const hugo = callerWith(app.url, { cookie: cookieOf(await signIn({ name: "hugo", password })) });
  const { key } = (await app.db.read((reader) => userByName(reader, "hugo"))) ?? { key: 0 };
  /** Sends a request, and sets up the second step right before the write that would change it. */
  const overtaken = async (path: string, body: unknown) => {
    const { write } = app.db;
    let isOvertaken = false;
    const hold = spyOn(app.db, "write").mockImplementation(async (work) => {
      // The service writes other things too, at times of its own.
      if (!isOvertaken && `${work}`.includes("refuseOtherSecondStep")) {
        isOvertaken = true;
        await write.call(app.db, (tx) => updateUserColumns(tx, key, { totp_secret: "JBSWY3DPEHPK3PXP" }));
      }
      return write.call(app.db, work) as never;
    });
    const problem = await problemOf(await hugo.send(path, json("POST", body)));
    hold.mockRestore();
    expect(isOvertaken).toBe(true);
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

test("an admin's session alone cannot remove their own second step or set their own password", async () => {
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

test("of many sign-ins at once with the same code one succeeds, and no used recovery code becomes valid again", async () => {
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
