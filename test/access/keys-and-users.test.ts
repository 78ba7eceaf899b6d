import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "../../server/db/sql.ts";
import { apiKeyId } from "../../server/people/api-key.ts";
import { until } from "../support/until.ts";
import { type AccessApp, callerWith, json, password, problemOf, startAccessApp } from "./access-scenario.ts";

let app: AccessApp;
let clock = Date.now();

beforeAll(async () => {
  app = await startAccessApp({}, { now: () => clock });
  await app.addUser("anna", { role: "admin" });
});
afterAll(() => app.stop());

const withKey = (secret: string) => callerWith(app.url, { authorization: `Bearer ${secret}` });

test("a key is shown once and stored as a hash, shows when it was last used, and can be revoked", async () => {
  const { data } = await app.admin.api.createKey({
    body: { name: "nightly import", grants: [{ role: "editor", project: "shop" }] },
  });
  expect(data.secret).toMatch(/^cbk_[0-9a-z]+_[0-9A-Za-z]{46}$/);
  const rows = await app.db.read((reader) => reader.all<Record<string, unknown>>(sql`select * from api_keys`));
  expect(JSON.stringify(rows)).not.toContain(data.secret.slice(-20));
  const program = withKey(data.secret);
  expect((await program.api.listProjects()).data.map(({ id }) => id)).toEqual(["shop"]);
  expect((await program.api.getSession()).data.who).toMatchObject({ kind: "key", id: data.id, name: "nightly import" });
  const shown = async () => (await app.admin.api.listKeys()).data.find(({ id }) => id === data.id);
  await until(async () => (await shown())?.lastUsedAt !== null, "its use is recorded");
  const listed = await shown();
  expect(listed).toMatchObject({ name: "nightly import", lastUsedAt: new Date(clock).toISOString(), expiresAt: null });
  expect(listed).not.toHaveProperty("secret");
  await app.admin.api.revokeKey({ params: { keyId: data.id } });
  expect(await problemOf(await program.send("/api/projects"))).toMatchObject({ status: 401, code: "not_signed_in" });
});

test("the time of last use is written at most once a minute", async () => {
  const key = await app.key({ role: "viewer" });
  const used = async () => (await app.admin.api.listKeys()).data.find(({ id }) => id === key.id)?.lastUsedAt;
  const start = clock;
  for (const step of [0, 10_000, 45_000]) {
    clock = start + step;
    await key.send("/api/projects");
    await until(async () => (await used()) !== null, "its use is recorded");
  }
  expect(await used()).toBe(new Date(start).toISOString());
  clock = start + 61_000;
  await key.send("/api/projects");
  await until(async () => (await used()) === new Date(clock).toISOString(), "its last use is recorded");
});

test("a key expires on time, and its grants can be narrowed before", async () => {
  const { data } = await app.admin.api.createKey({
    body: { name: "for a day", grants: [{ role: "editor" }], expiresAt: new Date(clock + 86_400_000).toISOString() },
  });
  const program = withKey(data.secret);
  expect((await program.send("/api/projects/other/categories")).status).toBe(200);
  await app.admin.api.updateKey({
    params: { keyId: data.id },
    body: { grants: [{ role: "viewer", project: "shop" }] },
  });
  expect((await program.send("/api/projects/other/categories")).status).toBe(404);
  clock += 86_400_000;
  expect((await program.send("/api/projects")).status).toBe(401);
  const past = await app.admin.send(
    "/api/keys",
    json("POST", { name: "late", grants: [{ role: "viewer" }], expiresAt: new Date(clock - 1).toISOString() }),
  );
  expect(past.status).toBe(400);
});

test("a key with a wrong checksum or secret is rejected", async () => {
  const { secret, id } = await app.key({ role: "viewer" });
  expect(apiKeyId(secret)).toBe(id);
  const swapped = secret.endsWith("a") ? `${secret.slice(0, -1)}b` : `${secret.slice(0, -1)}a`;
  expect(apiKeyId(swapped)).toBeUndefined();
  for (const given of [`Bearer ${swapped}`, "Bearer x", "Basic YTpi", "Bearer", secret]) {
    const answer = await callerWith(app.url, { authorization: given }).send("/api/projects");
    expect([given, answer.status]).toEqual([given, 401]);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="catalog"');
  }
  const forged = `cbk_${id}_${"A".repeat(40)}`;
  const { newApiKey } = await import("../../server/people/api-key.ts");
  expect(newApiKey(id)).not.toBe(forged);
  expect((await withKey(newApiKey(id)).send("/api/projects")).status).toBe(401);
});

test("admins add, change and delete users, and sessions end with the account", async () => {
  const created = (
    await app.admin.api.createUser({
      body: { name: "boris@example.com", password, grants: [{ role: "viewer", project: "shop" }] },
    })
  ).data;
  expect(created).toMatchObject({ name: "boris@example.com", active: true, password: true, secondStep: false });
  const boris = await app.person("boris@example.com");
  expect((await boris.api.listProjects()).data.map(({ id }) => id)).toEqual(["shop"]);
  await app.admin.api.updateUser({ params: { userId: created.id }, body: { grants: [{ role: "viewer" }] } });
  expect((await boris.api.listProjects()).data).toHaveLength(2);
  await app.admin.api.updateUser({ params: { userId: created.id }, body: { active: false } });
  expect((await boris.send("/api/projects")).status).toBe(401);
  await app.admin.api.updateUser({ params: { userId: created.id }, body: { active: true } });
  expect((await boris.send("/api/projects")).status).toBe(401);
  await app.admin.api.deleteUser({ params: { userId: created.id } });
  expect((await app.admin.send(`/api/users/${created.id}`)).status).toBe(404);
});

test("a key cannot change how its maker signs in, and neither can a key that it made", async () => {
  const makerId = await app.addUser("maker", { role: "admin" });
  const otherId = await app.addUser("other", { role: "admin" });
  const maker = await app.person("maker");
  const newKey = async (by: typeof app.stranger) =>
    (await by.api.createKey({ body: { name: "key", grants: [{ role: "admin" }] } })).data;
  const first = await newKey(maker);
  const second = await newKey(withKey(first.secret));
  const third = await newKey(withKey(second.secret));
  expect([first, second, third].map(({ createdBy }) => createdBy)).toEqual(["maker", "maker", "maker"]);
  await maker.api.revokeKey({ params: { keyId: second.id } });
  for (const { secret } of [first, third]) {
    const key = withKey(secret);
    for (const change of [
      { password: `new ${password}` },
      { secondStep: false },
      { passkeys: 0 },
      { email: "a@b.c" },
    ]) {
      const refused = await key.send(`/api/users/${makerId}`, json("PATCH", change));
      expect(await problemOf(refused)).toMatchObject({ status: 400, code: "invalid_body" });
    }
    const link = await key.send(`/api/users/${makerId}/link`, json("POST", {}));
    expect(await problemOf(link)).toMatchObject({ status: 403, code: "not_allowed" });
    // Others, and what has nothing to do with signing in.
    expect((await key.send(`/api/users/${otherId}`, json("PATCH", { secondStep: false }))).status).toBe(200);
    expect((await key.send(`/api/users/${otherId}/link`, json("POST", {}))).status).toBe(201);
    expect((await key.send(`/api/users/${makerId}`, json("PATCH", { displayName: "Maker" }))).status).toBe(200);
  }
  // An earlier version noted the key that made a key.
  await app.db.write((tx) => tx.run(sql`update api_keys set created_by = ${`key:${first.id}`} where id = ${third.id}`));
  const refused = await withKey(third.secret).send(`/api/users/${makerId}/link`, json("POST", {}));
  expect(refused.status).toBe(403);
  // After that one is revoked, the key could be anyone's.
  await maker.api.revokeKey({ params: { keyId: first.id } });
  for (const userId of [makerId, otherId]) {
    const link = await withKey(third.secret).send(`/api/users/${userId}/link`, json("POST", {}));
    expect(await problemOf(link)).toMatchObject({ status: 403, code: "not_allowed" });
    const change = await withKey(third.secret).send(`/api/users/${userId}`, json("PATCH", { secondStep: false }));
    expect(await problemOf(change)).toMatchObject({ status: 400, code: "invalid_body" });
  }
  for (const userId of [makerId, otherId]) await app.admin.api.deleteUser({ params: { userId } });
});

test("an invalid user is refused, and the answer lists every fault", async () => {
  const twice = await app.admin.send("/api/users", json("POST", { name: "ANNA" }));
  expect(await problemOf(twice)).toMatchObject({ status: 409, code: "id_taken" });
  const grants = [
    { role: "viewer", project: "nowhere" },
    { role: "viewer", languages: ["ru"] },
    { role: "editor", subtree: "nothing", project: "shop" },
  ];
  const answer = await app.admin.send("/api/users", json("POST", { name: "carl", grants }));
  const { errors } = (await problemOf(answer)) as unknown as { errors: { pointer: string }[] };
  expect(errors.map(({ pointer }) => pointer)).toEqual([
    "/grants/0/project",
    "/grants/1/languages",
    "/grants/2/subtree",
  ]);
  expect((await app.admin.api.listUsers()).data.map(({ name }) => name)).toEqual(["anna"]);
});

test("the last admin cannot be removed", async () => {
  const anna = (await app.admin.api.listUsers()).data[0]?.id ?? "";
  for (const init of [
    json("PATCH", { active: false }),
    json("PATCH", { grants: [{ role: "admin", project: "shop" }] }),
    { method: "DELETE" },
  ]) {
    const answer = await app.admin.send(`/api/users/${anna}`, init);
    expect(await problemOf(answer)).toMatchObject({ status: 409, code: "last_admin" });
  }
  expect((await app.admin.api.getUser({ params: { userId: anna } })).data).toMatchObject({
    active: true,
    grants: [{ role: "admin" }],
  });
});

test("no user can have a name that the history uses for callers that are not users", async () => {
  const create = (name: string) => app.admin.send("/api/users", json("POST", { name, password: `good ${password}` }));
  for (const name of ["anonymous", "Anonymous", "ａｎｏｎｙｍｏｕｓ", "demo", "Provider"]) {
    const problem = await problemOf(await create(name));
    expect(problem).toMatchObject({ status: 400, errors: [{ pointer: "/name", code: "not_allowed" }] });
  }
  expect((await create("anonymous.fan")).status).toBe(201);
});
