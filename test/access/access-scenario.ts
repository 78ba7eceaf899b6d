import type { Grant } from "../../contract/access.ts";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import { insertKey } from "../../server/people/keys.sql.ts";
import { hashPassword } from "../../server/people/passwords.ts";
import { insertUser } from "../../server/people/users.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";

export const password = "the quick brown fox of the test";

/**
 * All users of a test run share one cheap hash. The parameters of the check are part of the hash, and checking one with
 * the service's own parameters takes a fifth of a second. Tests that compare this work use `addUserWithFullHash`.
 */
let cheapHash: Promise<string> | undefined;
let fullHash: Promise<string> | undefined;
const makeCheapHash = () => Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 1_024, timeCost: 1 });

export type Caller = { api: CatalogClient; send(path: string, init?: RequestInit): Promise<Response> };

export type AccessApp = TestApp & {
  admin: Caller & { secret: string };
  /** A new key with these grants. */
  key(...grants: Grant[]): Promise<Caller & { id: string; secret: string }>;
  addUser(name: string, ...grants: Grant[]): Promise<string>;
  /** A user whose password takes as much work to check as in production. */
  addUserWithFullHash(name: string, ...grants: Grant[]): Promise<string>;
  /** A user who has signed in. */
  person(name: string): Promise<Caller & { cookie: string }>;
  stranger: Caller;
};

export function callerWith(url: string, headers: Record<string, string>): Caller {
  const send = (path: string, init: RequestInit = {}) => {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return fetch(path.startsWith("http") ? path : url + path, { ...init, headers: all, redirect: "manual" });
  };
  return { api: createClient(url, send), send };
}

/** The service as it runs on a network: everyone signs in. `admin` is a key with every right. */
export async function startAccessApp(...options: Parameters<typeof startApp>): Promise<AccessApp> {
  const [config, more] = options;
  const app = await startApp({ access: "required", ...config }, more);
  const now = more?.now ?? more?.clock?.now ?? Date.now;
  const key = async (...grants: Grant[]) => {
    const { row, secret } = await app.db.write((tx) =>
      insertKey(tx, { name: "test", grants, expiresAt: null, createdBy: "test" }, now()),
    );
    return { ...callerWith(app.url, { authorization: `Bearer ${secret}` }), id: row.id, secret };
  };
  const insert = async (name: string, grants: Grant[], passwordHash: string) => {
    const user = { name, displayName: name, passwordHash, providerSubject: null, grants };
    return (await app.db.write((tx) => insertUser(tx, user, now()))).id;
  };
  return {
    ...app,
    key,
    admin: await key({ role: "admin" }),
    stranger: callerWith(app.url, {}),
    async addUser(name, ...grants) {
      cheapHash ??= makeCheapHash();
      return insert(name, grants, await cheapHash);
    },
    async addUserWithFullHash(name, ...grants) {
      fullHash ??= hashPassword(password);
      return insert(name, grants, await fullHash);
    },
    async person(name) {
      const answer = await fetch(`${app.url}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, password }),
      });
      if (answer.status !== 201) throw new Error(await answer.text());
      const cookie = cookieOf(answer);
      return { ...callerWith(app.url, { cookie }), cookie };
    },
  };
}

/** Signs in over HTTP, each time from a new address, so that failures of one sign-in do not delay the next. */
export function signInTo(app: () => TestApp) {
  let lastAddress = 0;
  const newAddress = () => `192.0.2.${++lastAddress}`;
  const signIn = (body: unknown, headers: Record<string, string> = {}, address = newAddress()) =>
    fetch(`${app().url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address, ...headers },
      body: JSON.stringify(body),
    });
  return { newAddress, signIn };
}

/** What a browser would send back. */
export const cookieOf = (answer: Response): string => (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";

export type Shelf = { category: string; branch: string; leaf: string; item: string };

/** A category, a subcategory in it, a leaf below that, and an item. */
export async function newShelf({ api }: Caller, projectId = "shop"): Promise<Shelf> {
  const category = (await api.createCategory({ params: { projectId }, body: { name: "Category" } })).data.id;
  const branch = (await api.createSubcategory({ params: { categoryId: category }, body: { name: "Branch" } })).data.id;
  const leaf = (await api.createNestedSubcategory({ params: { parentSubcategoryId: branch }, body: { name: "Leaf" } }))
    .data.id;
  const item = (await api.createItem({ params: { subcategoryId: leaf }, body: { name: "Item", price: 5 } })).data.id;
  return { category, branch, leaf, item };
}

export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export async function problemOf(
  answer: Response,
): Promise<{ status: number; code: string; [member: string]: unknown }> {
  return (await answer.json()) as { status: number; code: string };
}
