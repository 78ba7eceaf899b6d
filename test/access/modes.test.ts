import { afterEach, expect, test } from "bun:test";
import { runProgram } from "../support/run-program.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callerWith, cookieOf, json, password, problemOf } from "./access-scenario.ts";

const running: Service[] = [];

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

async function start(environment: Record<string, string>): Promise<Service> {
  const service = await startService(environment);
  running.push(service);
  // A service that listens on all addresses can be reached on this machine too.
  return { ...service, url: service.url.replace("0.0.0.0", "127.0.0.1") };
}

const catalog = (dataDir: string, args: string[], input?: string) =>
  runProgram("cli.ts", args, { DATA_DIR: dataDir }, input);

test("on loopback the service is open, and users cannot be administered over HTTP", async () => {
  const { url } = await start({});
  const stranger = callerWith(url, {});
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

test("the service does not start on a network address without users, and says what to do", async () => {
  const dataDir = temporaryFolder();
  const refused = start({ HOST: "0.0.0.0", DATA_DIR: dataDir });
  await expect(refused).rejects.toThrow(/npx catalog users add/);
  await expect(refused).rejects.toThrow(/ACCESS=off/);
  await expect(start({ HOST: "0.0.0.0", ACCESS: "open" })).rejects.toThrow(/ACCESS=off/);
  const added = await catalog(dataDir, ["users", "add", "anna", "--password-stdin"], `${password}\n`);
  expect(added).toEqual({ code: 0, output: "Added anna, admin of everything.\n" });
  const service = await start({ HOST: "0.0.0.0", DATA_DIR: dataDir });
  expect((await fetch(`${service.url}/api/projects`)).status).toBe(401);
  const signedIn = await fetch(`${service.url}/api/session`, json("POST", { name: "anna", password }));
  expect(signedIn.status).toBe(201);
  expect(service.output()).toContain("unencrypted");
});

test("a service that others reach through a proxy on the same machine also requires sign-in", async () => {
  const published = { PUBLIC_URL: "https://catalog.example.com" };
  await expect(start(published)).rejects.toThrow(/PUBLIC_URL is "https:\/\/catalog.example.com", which others/);
  await expect(start({ ...published, ACCESS: "open" })).rejects.toThrow(/ACCESS=off/);
  const { url } = await start({ PUBLIC_URL: "http://localhost:8080" });
  expect(url).toBe("http://localhost:8080");
});

test("ACCESS=off opens the service on any address", async () => {
  await expect(start({ HOST: "0.0.0.0", ACCESS: "no" })).rejects.toThrow(/ACCESS is "no"/);
  const { url } = await start({ HOST: "0.0.0.0", ACCESS: "off" });
  expect((await fetch(`${url}/api/projects`)).status).toBe(200);
});

test("the link for the first user is printed, works once, and is not in the log", async () => {
  const service = await start({ ACCESS: "required", LOG_LEVEL: "debug" });
  const token = /\/welcome#(\S+)/.exec(service.output())?.[1] ?? "";
  expect(token).toHaveLength(43);
  const create = (body: object) => fetch(`${service.url}/api/first-user`, json("POST", body));
  expect((await callerWith(service.url, {}).api.getSession()).data.signIn.firstUser).toBe(true);
  expect((await create({ token: "x".repeat(43), name: "mallory", password })).status).toBe(401);
  expect((await create({ token, name: "anna", password: "password123" })).status).toBe(400);
  const created = await create({ token, name: "anna", password });
  expect(created.status).toBe(201);
  const anna = callerWith(service.url, { cookie: cookieOf(created) });
  expect((await anna.api.getSession()).data.grants).toEqual([{ role: "admin" }]);
  expect((await create({ token, name: "mallory", password })).status).toBe(401);
  expect((await callerWith(service.url, {}).api.getSession()).data.signIn.firstUser).toBe(false);
  const { secret } = (await anna.api.createKey({ body: { name: "import", grants: [{ role: "viewer" }] } })).data;
  await fetch(`${service.url}/api/projects?key=${secret}`, { headers: { authorization: `Bearer ${secret}` } });
  await fetch(`${service.url}/api/session`, json("POST", { name: "anna", password: "a guess of mine" }));
  const log = service.output().replace(`#${token}`, "");
  expect(log).toContain('"path":"/api/projects"');
  for (const hidden of [token, secret, cookieOf(created).split("=")[1] ?? "?", password, "a guess of mine"]) {
    expect(log).not.toContain(hidden);
  }
});

test("the editor requires sign-in and has a strict content security policy", async () => {
  const service = await start({ ACCESS: "required" });
  const away = await fetch(`${service.url}/`, { redirect: "manual" });
  expect([away.status, away.headers.get("location")]).toEqual([302, "/sign-in"]);
  const deep = await fetch(`${service.url}/projects/shop?item=1&details=true`, { redirect: "manual" });
  expect(deep.headers.get("location")).toBe("/sign-in?to=%2Fprojects%2Fshop%3Fitem%3D1%26details%3Dtrue");
  const page = await fetch(`${service.url}/sign-in`);
  expect(await page.text()).toContain("Sign in");
  const open = await start({});
  const { headers } = await fetch(`${open.url}/`);
  expect(headers.get("content-type")).toStartWith("text/html");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'/);
  expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
});

test("users, keys and the audit log can be managed from the command line", async () => {
  const dataDir = temporaryFolder();
  const service = await start({ ACCESS: "required", DATA_DIR: dataDir, SEED: "demo" });
  expect(await catalog(dataDir, ["users", "add", "a b"])).toMatchObject({ code: 1 });
  const first = await catalog(dataDir, ["users", "add", "anna"]);
  const generated = /shown only once: (\S+)/.exec(first.output)?.[1];
  expect((await fetch(`${service.url}/api/session`, json("POST", { name: "anna", password: generated }))).status).toBe(
    201,
  );
  expect((await catalog(dataDir, ["users", "add", "boris"])).output).toContain("--role");
  const boris = ["users", "add", "boris", "--role", "translator", "--project", "aurora-market", "--languages", "ru,de"];
  expect((await catalog(dataDir, boris)).code).toBe(0);
  expect(
    (await catalog(dataDir, ["users", "grant", "boris", "--role", "viewer", "--project", "nowhere"])).output,
  ).toContain("is not a known project");
  expect((await catalog(dataDir, ["users", "list"])).output).toBe(
    "anna\tactive\tadmin of everything\nboris\tactive\ttranslator of aurora-market for ru, de\n",
  );
  expect(await catalog(dataDir, ["users", "revoke", "anna"])).toMatchObject({ code: 1 });
  const key = await catalog(dataDir, ["keys", "add", "import", "--role", "viewer", "--days", "3"]);
  const secret = /shown only once: (\S+)/i.exec(key.output)?.[1];
  const program = callerWith(service.url, { authorization: `Bearer ${secret}` });
  expect((await program.send("/api/projects")).status).toBe(200);
  const id = secret?.split("_")[1] ?? "";
  expect((await catalog(dataDir, ["keys", "list"])).output).toContain(`${id}\timport\tviewer of everything\tuntil 20`);
  expect((await catalog(dataDir, ["keys", "revoke", id])).code).toBe(0);
  expect((await program.send("/api/projects")).status).toBe(401);
  const record = (await catalog(dataDir, ["audit", "--limit", "2"])).output.trim().split("\n");
  expect(record.map((line) => line.split("\t")[1])).toEqual(["key_revoked", "key_created"]);
});
