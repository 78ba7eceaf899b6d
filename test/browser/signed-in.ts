import type { Grant, Session } from "../../contract/access.ts";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import { firstUserPath } from "../support/first-user-path.ts";
import type { Service } from "../support/start-service.ts";

export const password = "three copper kettles sing";

export type Staff = {
  /** The first user, an admin. */
  admin: CatalogClient;
  /** The cookie of the admin's session. */
  cookie: string;
  /**
   * Adds a person, or gives a known one these grants and no others, and gives the cookie of a session, the same one while it
   * lasts: to hash and to check a password take 0.2 s each.
   */
  add(name: string, grants: Grant[]): Promise<string>;
};

/** Sends a form of the sign-in pages, and gives the cookie of the session. */
async function enter(service: Service, path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** The cookie of a new session. */
export const sessionOf = (service: Service, name: string) => enter(service, "/api/session", { name, password });

const staffs = new Map<string, Promise<Staff>>();

/**
 * Signs up the first user over the API, for tests that are not about signing in: the forms take seconds of CPU time. On a
 * service that files share, the first of them does it for all.
 */
export function signUp(service: Service, name: string): Promise<Staff> {
  // A later service may get the port of an earlier one.
  const key = `${service.url} ${service.pid}`;
  const staff = staffs.get(key) ?? signUpFirst(service, name);
  staffs.set(key, staff);
  return staff;
}

async function signUpFirst(service: Service, name: string): Promise<Staff> {
  const token = (await firstUserPath(service)).slice("/welcome#".length);
  const cookie = await enter(service, "/api/first-user", { token, name, password });
  const admin = createClient(service.url, (url, init) => {
    const headers = new Headers(init.headers);
    headers.set("cookie", cookie);
    return fetch(url, { ...init, headers });
  });
  const sessions = new Map<string, string>();
  const lasts = async (session: string) => {
    const answer = await fetch(`${service.url}/api/session`, { headers: { cookie: session } });
    return ((await answer.json()) as Session).who !== null;
  };
  return {
    admin,
    cookie,
    async add(name, grants) {
      const known = (await admin.listUsers({})).data.find((user) => user.name === name);
      if (known) await admin.updateUser({ params: { userId: known.id }, body: { grants } });
      else await admin.createUser({ body: { name, password, grants } });
      const last = sessions.get(name);
      if (last && (await lasts(last))) return last;
      const session = await sessionOf(service, name);
      sessions.set(name, session);
      return session;
    },
  };
}
