import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { audit } from "../../server/cli/audit.command.ts";
import { keys } from "../../server/cli/keys.command.ts";
import { users } from "../../server/cli/users.command.ts";
import { readConfig } from "../../server/config/config.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { accessAtStart } from "../../server/sign-in/access-at-start.ts";
import { firstUserPath } from "../support/first-user-path.ts";
import { runCommand } from "../support/run-command.ts";
import { runProgram } from "../support/run-program.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callerWith, cookieOf, json, password, problemOf } from "./access-scenario.ts";

let open: Service;
let closed: Service;
beforeAll(async () => {
  open = await startService();
  closed = await startService({ ACCESS: "required", LOG_LEVEL: "debug" });
});
afterAll(async () => {
  await open?.stop();
  await closed?.stop();
});

/** A service that listens on all addresses can be reached on this machine too. */
const onLoopback = ({ url }: Service) => url.replace("0.0.0.0", "127.0.0.1");

test("on loopback the service is open, and users cannot be administered over HTTP", async () => {
  const stranger = callerWith(open.url, {});
  expect((await stranger.send("/api/projects")).status).toBe(200);
  expect((await stranger.api.getSession()).data).toMatchObject({ access: "open", who: null });
  for (const [path, init] of [
    ["/api/users"],
    ["/api/users", json("POST", { name: "mallory", password, grants: [{ role: "admin" }] })],
    ["/api/keys", json("POST", { name: "planted", grants: [{ role: "admin" }] })],
    ["/api/audit"],
    ["/api/session", json("POST", { name: "anna", password })],
  ] as [string, RequestInit?][]) {
    expect([path, (await problemOf(await stranger.send(path, init))).code]).toEqual([path, "access_is_open"]);
  }
});

describe("on a network address", () => {
  const dataDir = temporaryFolder();
  const settings = { HOST: "0.0.0.0", DATA_DIR: dataDir };
  let refused: () => void;
  let added: Awaited<ReturnType<typeof runProgram>>;
  let service: Service;
  beforeAll(async () => {
    // It creates the catalog, though it does not start.
    const error = await startService(settings).then(
      () => undefined,
      (reason: Error) => reason,
    );
    refused = () => {
      if (error) throw error;
    };
    const args = ["users", "add", "anna", "--password-stdin"];
    added = await runProgram("cli.ts", args, { DATA_DIR: dataDir }, `${password}\n`);
    service = await startService({ ...settings, SEED: "demo" });
  });
  afterAll(() => service?.stop());

  const signIn = async (name: string, given: string | undefined) =>
    (await fetch(`${onLoopback(service)}/api/session`, json("POST", { name, password: given }))).status;

  test("the service does not start without users, and says what to do", async () => {
    expect(refused).toThrow(/npx catalog users add/);
    expect(refused).toThrow(/ACCESS=off/);
    expect(() => readConfig({ ...settings, ACCESS: "open" })).toThrow(/ACCESS=off/);
    expect(added).toEqual({ code: 0, output: "Added anna, admin of everything.\n" });
    expect((await fetch(`${onLoopback(service)}/api/projects`)).status).toBe(401);
    expect(await signIn("anna", password)).toBe(201);
    expect(service.output()).toContain("unencrypted");
  });

  test("users, keys and the audit log can be managed from the command line", async () => {
    const user = (...args: string[]) => runCommand(users, args, settings);
    const key = (...args: string[]) => runCommand(keys, args, settings);
    expect(await user("add", "a b")).toMatchObject({ code: 1 });
    expect((await user("add", "boris")).output).toContain("--role");
    const grant = ["--role", "translator", "--project", "aurora-market", "--languages", "ru,de"];
    const boris = await user("add", "boris", ...grant);
    expect(await signIn("boris", /shown only once: (\S+)/.exec(boris.output)?.[1])).toBe(201);
    expect((await user("grant", "boris", "--role", "viewer", "--project", "nowhere")).output).toContain(
      "is not a known project",
    );
    expect((await user("list")).output).toBe(
      "anna\tactive\tadmin of everything\nboris\tactive\ttranslator of aurora-market for ru, de\n",
    );
    expect(await user("revoke", "anna")).toMatchObject({ code: 1 });
    const added = await key("add", "import", "--role", "viewer", "--days", "3");
    const secret = /shown only once: (\S+)/i.exec(added.output)?.[1];
    const program = callerWith(onLoopback(service), { authorization: `Bearer ${secret}` });
    expect((await program.send("/api/projects")).status).toBe(200);
    const id = secret?.split("_")[1] ?? "";
    expect((await key("list")).output).toContain(`${id}\timport\tviewer of everything\tuntil 20`);
    expect((await key("revoke", id)).code).toBe(0);
    expect((await program.send("/api/projects")).status).toBe(401);
    const record = (await runCommand(audit, ["--limit", "2"], settings)).output.trim().split("\n");
    expect(record.map((line) => line.split("\t")[1])).toEqual(["key_revoked", "key_created"]);
  });

  test("ACCESS=off opens the service", async () => {
    expect(() => readConfig({ HOST: "0.0.0.0", ACCESS: "no" })).toThrow(/ACCESS is "no"/);
    const off = await startService({ HOST: "0.0.0.0", ACCESS: "off" });
    expect((await fetch(`${onLoopback(off)}/api/projects`)).status).toBe(200);
    await off.stop();
  });
});

test("a service that others reach through a proxy on the same machine also requires sign-in", async () => {
  const published = { PUBLIC_URL: "https://catalog.example.com" };
  const db = new SqliteDb(join(temporaryFolder(), "catalog.db"));
  const refused = accessAtStart(readConfig(published), db, Date.now());
  await expect(refused).rejects.toThrow(/PUBLIC_URL is "https:\/\/catalog.example.com", which others/);
  await db.close();
  expect(() => readConfig({ ...published, ACCESS: "open" })).toThrow(/ACCESS=off/);
  const local = await startService({ PUBLIC_URL: "http://localhost:8080" });
  expect(local.url).toBe("http://localhost:8080");
  await local.stop();
});

test("the link for the first user is printed, works once, and is not in the log", async () => {
  const token = (await firstUserPath(closed)).slice("/welcome#".length);
  expect(token).toHaveLength(43);
  const create = (body: object) => fetch(`${closed.url}/api/first-user`, json("POST", body));
  expect((await callerWith(closed.url, {}).api.getSession()).data.signIn.firstUser).toBe(true);
  expect((await create({ token: "x".repeat(43), name: "mallory", password })).status).toBe(401);
  expect((await create({ token, name: "anna", password: "password123" })).status).toBe(400);
  const created = await create({ token, name: "anna", password });
  expect(created.status).toBe(201);
  const anna = callerWith(closed.url, { cookie: cookieOf(created) });
  expect((await anna.api.getSession()).data.grants).toEqual([{ role: "admin" }]);
  expect((await create({ token, name: "mallory", password })).status).toBe(401);
  expect((await callerWith(closed.url, {}).api.getSession()).data.signIn.firstUser).toBe(false);
  const { secret } = (await anna.api.createKey({ body: { name: "import", grants: [{ role: "viewer" }] } })).data;
  await fetch(`${closed.url}/api/projects?key=${secret}`, { headers: { authorization: `Bearer ${secret}` } });
  await fetch(`${closed.url}/api/session`, json("POST", { name: "anna", password: "a guess of mine" }));
  const log = closed.output().replace(`#${token}`, "");
  expect(log).toContain('"path":"/api/projects"');
  for (const hidden of [token, secret, cookieOf(created).split("=")[1] ?? "?", password, "a guess of mine"]) {
    expect(log).not.toContain(hidden);
  }
});

test("the editor requires sign-in and has a strict content security policy", async () => {
  const away = await fetch(`${closed.url}/`, { redirect: "manual" });
  expect([away.status, away.headers.get("location")]).toEqual([302, "/sign-in"]);
  const deep = await fetch(`${closed.url}/projects/shop?item=1&details=true`, { redirect: "manual" });
  expect(deep.headers.get("location")).toBe("/sign-in?to=%2Fprojects%2Fshop%3Fitem%3D1%26details%3Dtrue");
  const page = await fetch(`${closed.url}/sign-in`);
  expect(await page.text()).toContain("Sign in");
  const { headers } = await fetch(`${open.url}/`);
  expect(headers.get("content-type")).toStartWith("text/html");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'/);
  expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
});
