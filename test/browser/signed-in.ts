import type { Grant } from "../../contract/access.ts";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import type { Bench } from "./start-bench.ts";

export const password = "three copper kettles sing";

export type Staff = {
  /** The first user, an admin. */
  admin: CatalogClient;
  /** The cookie of the admin's session. */
  cookie: string;
  /** Adds a person, and gives the cookie of their session. */
  add(name: string, grants: Grant[]): Promise<string>;
};

/** Sends a form of the sign-in pages, and gives the cookie of the session. */
async function enter(bench: Bench, path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(bench.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** The cookie of a new session. */
export const sessionOf = (bench: Bench, name: string) => enter(bench, "/api/session", { name, password });

/** Signs up the first user over the API, for tests that are not about signing in: the forms take seconds of CPU time. */
export async function signUp(bench: Bench, name: string): Promise<Staff> {
  const token = /\/welcome#(\S+)/.exec(bench.output())?.[1] ?? "";
  const cookie = await enter(bench, "/api/first-user", { token, name, password });
  const admin = createClient(bench.url, (url, init) => {
    const headers = new Headers(init.headers);
    headers.set("cookie", cookie);
    return fetch(url, { ...init, headers });
  });
  return {
    admin,
    cookie,
    async add(name, grants) {
      await admin.createUser({ body: { name, password, grants } });
      return sessionOf(bench, name);
    },
  };
}
