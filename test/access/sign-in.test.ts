import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { hashPassword, ownerOf } from "../../server/people/passwords.ts";
import { updateUserColumns, userByName } from "../../server/people/users.sql.ts";
import { cookieJar } from "../../server/sign-in/cookies.ts";
import { startSession } from "../../server/sign-in/sign-in.ts";
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

let app: AccessApp;
/** The service's time. */
const clock = Date.now();
const now = () => clock;

beforeAll(async () => {
  app = await startAccessApp({ proxies: 1 }, { now });
  await app.addUser("anna", { role: "admin" });
});
afterAll(() => app.stop());

const { newAddress, signIn } = signInTo(() => app);

test("the right password starts a session, in a cookie that scripts cannot read", async () => {
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

test("a password that is changed between its check and the start of the session starts none", async () => {
  await app.addUser("edith", { role: "viewer" });
  const checked = await app.db.read((reader) => userByName(reader, "edith"));
  if (!checked) throw new Error("There is no user edith.");
  const session = () =>
    app.db.write((tx) =>
      startSession(
        tx,
        { jar: cookieJar(false), now },
        { user: checked, request: new Request(app.url), address: newAddress(), how: "password" },
      ),
    );
  expect(await session()).toContain("catalog-session=");
  await app.db.write((tx) => updateUserColumns(tx, checked.key, { password_hash: "another" }));
  expect(await session().catch((error) => error.code)).toBe("sign_in_failed");
});

test("over https, the cookie is bound to the host", async () => {
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

test("a wrong password, an unknown name and a closed account get the same answer after the same work", async () => {
  await app.addUserWithFullHash("known", { role: "viewer" });
  const closed = await app.addUserWithFullHash("closed", { role: "viewer" });
  await app.admin.api.updateUser({ params: { userId: closed }, body: { active: false } });
  const verify = spyOn(Bun.password, "verify");
  /** Checking the hash is nearly all of the work. Its cost parameters are in front of its salt. */
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

test("signing in creates a new token and ends the browser's previous session", async () => {
  const first = cookieOf(await signIn({ name: "anna", password }));
  const second = cookieOf(await signIn({ name: "anna", password }, { cookie: first }));
  expect(second).not.toBe(first);
  expect((await callerWith(app.url, { cookie: first }).send("/api/projects")).status).toBe(401);
  expect((await callerWith(app.url, { cookie: second }).send("/api/projects")).status).toBe(200);
  const planted = cookieOf(await signIn({ name: "anna", password }, { cookie: "catalog-session=planted" }));
  expect(planted).not.toContain("planted");
});

test("an unknown name costs the same work, also after a hash that failed", async () => {
  const hash = spyOn(Bun.password, "hash").mockRejectedValue(new Error("Out of memory."));
  await expect(hashPassword(password)).rejects.toThrow("Out of memory.");
  const verify = spyOn(Bun.password, "verify");
  expect(await ownerOf(password, async () => undefined)).toBeUndefined();
  hash.mockRestore();
  const cost = (text: unknown) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(String(text))?.[0];
  expect(cost(verify.mock.calls[0]?.[1])).toBe(cost(await hashPassword(password)));
  verify.mockRestore();
});
