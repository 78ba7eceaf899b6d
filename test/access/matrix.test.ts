import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import { type AccessApp, type Caller, startAccessApp } from "./access-scenario.ts";
import { inRussian, matrix, newWorld, type Request, type Row } from "./matrix-requests.ts";

const callers = ["stranger", "outsider", "viewer", "translator", "editor", "projectAdmin", "admin", "person"] as const;
type CallerName = (typeof callers)[number];

let app: AccessApp;
const by = {} as Record<CallerName, Caller>;

beforeAll(async () => {
  app = await startAccessApp({ webhooks: { allow: [], timeoutMs: 500, retryMs: [50] } });
  by.stranger = app.stranger;
  by.outsider = await app.key({ role: "viewer", project: "other" });
  by.viewer = await app.key({ role: "viewer", project: "shop" });
  by.translator = await app.key({ role: "translator", project: "shop", languages: ["ru"] });
  by.editor = await app.key({ role: "editor", project: "shop" });
  by.projectAdmin = await app.key({ role: "admin", project: "shop" });
  by.admin = app.admin;
  await app.addUser("root", { role: "admin" });
  await app.addUser("vera", { role: "viewer", project: "shop" });
  by.person = await app.person("vera");
  // For attempts to sign in: checking a password for a name that nobody has takes as much work as in production.
  await app.addUser("guessed");
});
afterAll(() => app.stop());

const table = Object.entries(endpoints) as [EndpointName, Endpoint][];

/** The status that each caller must get. `yes` means that access was granted, whatever the endpoint then answers. */
const statuses = ({ success, otherSuccess }: Endpoint): (number | undefined)[] => [success, otherSuccess?.status];

function expected(endpoint: Endpoint, row: Row): Record<CallerName, number | "yes"> {
  const { where, outsider, permission } = row;
  const out = outsider ?? (where === "anywhere" ? 403 : 404);
  const everyone = Object.fromEntries(callers.map((name) => [name, "yes"])) as Record<CallerName, number | "yes">;
  switch (permission ?? endpoint.permission) {
    case "public":
      return everyone;
    case "own":
      return {
        ...(Object.fromEntries(callers.map((name) => [name, 403])) as typeof everyone),
        stranger: 401,
        person: "yes",
      };
    case "view":
      return { ...everyone, stranger: 401, outsider: out };
    case "translate":
    case "edit":
      return { ...everyone, stranger: 401, outsider: out, viewer: 403, translator: row.translator ?? 403, person: 403 };
    case "admin": {
      const projectAdmin = where === "service" ? 403 : "yes";
      return {
        stranger: 401,
        outsider: 403,
        viewer: 403,
        translator: 403,
        editor: 403,
        projectAdmin,
        admin: "yes",
        person: 403,
      };
    }
  }
}

async function statusOf(caller: Caller, path: string, init?: RequestInit): Promise<{ status: number; code: string }> {
  const answer = await caller.send(path, init);
  if (answer.status >= 400) return { status: answer.status, code: ((await answer.json()) as { code: string }).code };
  // An event stream never ends by itself.
  await answer.body?.cancel();
  return { status: answer.status, code: "" };
}

/** They find nothing of the caller's own with this id. */
const ofTheOwnAccount: EndpointName[] = ["revokeSession", "renamePasskey", "removePasskey"];
const refusals = ["not_signed_in", "not_allowed", "access_is_open"];

describe("every role on every route", () => {
  test.each(table)("%s", async (name, endpoint) => {
    const row = matrix[name];
    // A request that reads or is refused changes nothing, so the next caller sends the same one.
    let request: Request | undefined;
    for (const [caller, wanted] of Object.entries(expected(endpoint, row)) as [CallerName, number | "yes"][]) {
      request ??= await row.request(await newWorld(app));
      const { path, init } = request;
      const { status, code } = await statusOf(by[caller], path, init);
      if (wanted === "yes" && endpoint.method !== "GET") request = undefined;
      if (wanted === "yes") {
        const refused =
          refusals.includes(code) || (code === "not_found" && !ofTheOwnAccount.includes(name)) || status >= 500;
        expect([name, caller, refused, `${status} ${code}`]).toEqual([name, caller, false, `${status} ${code}`]);
        if (endpoint.permission !== "public" && endpoint.permission !== "own" && code === "") {
          expect([name, caller, statuses(endpoint)]).toEqual([name, caller, expect.arrayContaining([status])]);
        }
      } else {
        expect([name, caller, status]).toEqual([name, caller, wanted]);
      }
    }
    if (name === "signOut") by.person = await app.person("vera");
  });
});

describe("a translator on every route that takes texts", () => {
  const texts = table.filter(([, { permission, background }]) => permission === "translate" && !background);
  test.each(texts)("%s", async (name, endpoint) => {
    const { path, init } = await matrix[name].request(await newWorld(app));
    const russian = {
      ...init,
      headers: { "content-type": `application/${endpoint.mergeBody ? "merge-patch+" : ""}json` },
    };
    const body = inRussian(endpoint, String(init?.body));
    expect(statuses(endpoint)).toContain((await statusOf(by.translator, path, { ...russian, body })).status);
    expect((await statusOf(by.viewer, path, { ...russian, body })).status).toBe(403);
  });
});

describe("the route list", () => {
  test("every route declares its permission, and the matrix covers it", async () => {
    const document = (await (await app.stranger.send("/openapi.json")).json()) as { paths: Record<string, object> };
    const served = Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
      .sort();
    const known = table.map(([, { method, path }]) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(served).toEqual(known.sort());
    const permissions = ["public", "own", "view", "translate", "edit", "admin"];
    for (const [name, { permission }] of table) expect([name, permissions.includes(permission)]).toEqual([name, true]);
    expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
  });

  test("every route that writes needs more than the right to view, except presence, views and sign-in", () => {
    const lenient = table
      .filter(([, { method, permission }]) => method !== "GET" && (permission === "view" || permission === "public"))
      .map(([name]) => name);
    expect(lenient.map(String).sort()).toEqual([
      "addPasskeyByLink",
      "createFirstUser",
      "createView",
      "deleteView",
      "leavePresence",
      "openLink",
      "requestReset",
      "setPasswordByLink",
      "signIn",
      "signInWithPasskey",
      "signOut",
      "signalPresence",
      "startPasskeyByLink",
      "startPasskeySignIn",
      "updateView",
    ]);
  });
});
