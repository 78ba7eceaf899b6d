import sharp from "sharp";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { sql } from "../../server/db/sql.ts";
import { newId } from "../../server/http/ids.ts";
import { createItem } from "../../server/items/items.sql.ts";
import type { Author } from "../../server/log/changes.sql.ts";
import { createCategory } from "../../server/tree/categories.sql.ts";
import { createInCategory, createInSubcategory } from "../../server/tree/subcategories.sql.ts";
import { until } from "../support/until.ts";
import { type AccessApp, json, type Shelf } from "./access-scenario.ts";

/** The data for one request. It is new after each that writes, because some delete what they act on. */
export type World = Shelf & { app: AccessApp };

export type Request = { path: string; init?: RequestInit };
type Make = (world: World) => Request | Promise<Request>;

/**
 * `where` the endpoint needs the grant: on the thing (the default), in any one project, or in the whole service.
 * `permission` is that for the thing of someone else, if it is more than the endpoint's.
 */
export type Row = {
  request: Make;
  where?: "anywhere" | "service";
  outsider?: number;
  permission?: "edit";
  /** A translator gets further than the viewer, whatever the body holds. */
  translator?: "yes";
};

const get = (path: (world: World) => string): Row => ({ request: (world) => ({ path: path(world) }) });
const send = (method: string, path: (world: World) => string, body?: (world: World) => unknown): Row => ({
  request: (world) => ({ path: path(world), init: body ? json(method, body(world)) : { method } }),
});
const service = (row: Row): Row => ({ ...row, where: "service" });

async function picture(): Promise<Blob> {
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: "image/png" });
}

async function upload(part: string): Promise<RequestInit> {
  const form = new FormData();
  form.append(part, await picture(), "red.png");
  return { method: "POST", body: form };
}

async function newComment({ app, item }: World): Promise<string> {
  return (await app.admin.api.createComment({ params: { itemId: item }, body: { text: "Good" } })).data.id;
}

async function newUser({ app }: World): Promise<string> {
  return (await app.admin.api.createUser({ body: { name: `u${crypto.randomUUID()}` } })).data.id;
}

async function newKey({ app }: World): Promise<string> {
  return (await app.key({ role: "viewer" })).id;
}

async function newWebhook({ app }: World): Promise<string> {
  const body = { url: "https://example.com/hook", events: [] };
  const webhook = await app.admin.api.createWebhook({ params: { projectId: "shop" }, body });
  await app.admin.api.updateWebhook({ params: { webhookId: webhook.data.id }, body: { paused: true } });
  return webhook.data.id;
}

const webhook = (method: string, rest: string, body?: unknown): Row => ({
  request: async (world) => ({
    path: `/api/webhooks/${await newWebhook(world)}${rest}`,
    init: body === undefined ? { method } : json(method, body),
  }),
});

async function newView({ app }: World): Promise<string> {
  const body = { name: "Shared", shared: true };
  return (await app.admin.api.createView({ params: { projectId: "shop" }, body })).data.id;
}

const table = (name: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "text/csv" },
  body: `name\n${name}\n`,
});

let checked: Promise<string> | undefined;

async function checkNewImport({ app }: World): Promise<string> {
  const sent = await app.admin.send("/api/projects/shop/imports?dryRun=true", table("Checked"));
  return ((await sent.json()) as { id: string }).id;
}

/** The same import each time, because reading a file starts a thread. It is checked again after what was done with it. */
async function checkedImport(world: World): Promise<string> {
  const { app } = world;
  checked ??= checkNewImport(world);
  const id = await checked;
  const path = `/api/imports/${id}`;
  await until(async () => {
    const { state } = (await (await app.admin.send(path)).json()) as { state: string };
    return !["checking", "running", "undoing"].includes(state);
  }, "the import is at rest");
  await app.db.write((tx) => tx.run(sql`update imports set state = 'checked', position = 0 where id = ${id}`));
  return path;
}

/** For an import that was checked. */
const ofImport = (method: string, rest: string, body?: unknown): Row => ({
  request: async (world) => ({
    path: (await checkedImport(world)) + rest,
    init: body === undefined ? { method } : json(method, body),
  }),
});

/** For the item, by a key of its own. */
const keyed = (method: string, body?: unknown): Row => ({
  request: async ({ app, item }) => {
    await app.admin.send(`/api/items/${item}`, {
      ...json("PATCH", {}),
      headers: { "content-type": "application/json", "item-key": item },
    });
    const path = `/api/projects/shop/items/by-key/${item}`;
    return { path, init: body === undefined ? { method } : json(method, body) };
  },
});

/** For a thing whose German and Russian names are stale. */
const confirmation = (path: (world: World) => string): Row => ({
  request: async (world) => {
    const thing = path(world);
    await world.app.admin.send(thing, json("PATCH", { translations: { de: { name: "Neu" }, ru: { name: "Новое" } } }));
    await world.app.admin.send(thing, json("PATCH", { name: "Newer" }));
    return {
      path: `${thing}/stale-translations/confirmation`,
      init: json("POST", { language: "de", field: "name" }),
    };
  },
});

/** An answer of a browser to a challenge, which fits none. */
const noPasskey = {
  id: "none",
  rawId: "none",
  type: "public-key",
  response: { clientDataJSON: "e30", attestationObject: "none", authenticatorData: "none", signature: "none" },
};

/** For every endpoint, a request that succeeds. */
export const matrix: Record<EndpointName, Row> = {
  listProjects: { ...get(() => "/api/projects"), outsider: 200 },
  listCategories: get(() => "/api/projects/shop/categories"),
  getCategory: get(({ category }) => `/api/categories/${category}`),
  createCategory: send(
    "POST",
    () => "/api/projects/shop/categories",
    () => ({ name: "New" }),
  ),
  updateCategory: send(
    "PATCH",
    ({ category }) => `/api/categories/${category}`,
    () => ({ name: "New" }),
  ),
  deleteCategory: send("DELETE", ({ category }) => `/api/categories/${category}`),
  listSubcategories: get(({ category }) => `/api/categories/${category}/subcategories`),
  getSubcategory: get(({ branch }) => `/api/subcategories/${branch}`),
  createSubcategory: {
    ...send(
      "POST",
      ({ category }) => `/api/categories/${category}/subcategories`,
      () => ({ name: "New" }),
    ),
    outsider: 400,
  },
  createNestedSubcategory: send(
    "POST",
    ({ branch }) => `/api/subcategories/${branch}/subcategories`,
    () => ({ name: "N" }),
  ),
  updateSubcategory: send(
    "PATCH",
    ({ branch }) => `/api/subcategories/${branch}`,
    () => ({ name: "New" }),
  ),
  deleteSubcategory: send("DELETE", ({ branch }) => `/api/subcategories/${branch}`),
  listItems: get(({ leaf }) => `/api/subcategories/${leaf}/items`),
  getItem: get(({ item }) => `/api/items/${item}`),
  createItem: send(
    "POST",
    ({ leaf }) => `/api/subcategories/${leaf}/items`,
    () => ({ name: "New" }),
  ),
  getItemByKey: keyed("GET"),
  putItemByKey: keyed("PUT", { price: 7 }),
  deleteItemByKey: keyed("DELETE"),
  bulkUpdateItems: send(
    "PATCH",
    () => "/api/items/bulk",
    ({ item }) => ({ itemIds: [item], data: { price: 7 } }),
  ),
  bulkDeleteItems: send(
    "POST",
    () => "/api/items/bulk/delete",
    ({ item }) => ({ itemIds: [item] }),
  ),
  bulkCopyItems: send(
    "POST",
    () => "/api/items/bulk/copy",
    ({ item, leaf }) => ({ itemIds: [item], subcategoryId: leaf }),
  ),
  // Each row is decided for itself: whoever may write anything gets an answer, and the row of another is refused in it.
  saveItemRows: {
    ...send(
      "PATCH",
      () => "/api/items/rows",
      ({ item }) => ({ rows: [{ id: item, data: { price: 7 } }] }),
    ),
    where: "anywhere",
    translator: "yes",
  },
  updateItem: send(
    "PATCH",
    ({ item }) => `/api/items/${item}`,
    () => ({ price: 7 }),
  ),
  deleteItem: send("DELETE", ({ item }) => `/api/items/${item}`),
  createComment: send(
    "POST",
    ({ item }) => `/api/items/${item}/comments`,
    () => ({ text: "Good" }),
  ),
  updateComment: {
    request: async (world) => ({
      path: `/api/items/${world.item}/comments/${await newComment(world)}`,
      init: json("PATCH", { text: "Better" }),
    }),
  },
  deleteComment: {
    request: async (world) => ({
      path: `/api/items/${world.item}/comments/${await newComment(world)}`,
      init: { method: "DELETE" },
    }),
  },

  listCommentStates: get(({ item }) => `/api/items/${item}/comment-states`),
  setCommentState: {
    request: async (world) => ({
      path: `/api/items/${world.item}/comment-states/${await newComment(world)}`,
      init: json("PATCH", { resolved: true }),
    }),
  },
  listPeople: get(({ item }) => `/api/items/${item}/people?search=v`),
  listComments: get(() => "/api/projects/shop/comments"),
  countOpenComments: get(({ item }) => `/api/projects/shop/comments/counts?items=${item}`),
  listNotices: get(() => "/api/notices"),
  markNoticesRead: send(
    "POST",
    () => "/api/notices/read",
    () => ({}),
  ),

  uploadImage: {
    request: async () => ({ path: "/api/upload", init: await upload("image") }),
    where: "anywhere",
  },
  uploadImages: {
    request: async () => ({ path: "/api/uploads", init: await upload("images") }),
    where: "anywhere",
  },
  uploadImageFromUrl: {
    ...send(
      "POST",
      () => "/api/uploads/from-url",
      () => ({ url: "http://127.0.0.1:1/red.png" }),
    ),
    where: "anywhere",
  },
  getImageUsage: {
    request: async ({ app }) => {
      const sent = await app.admin.send("/api/upload", await upload("image"));
      const { url } = (await sent.json()) as { url: string };
      return { path: `/api/images/${/([0-9a-f]{64})/.exec(url)?.[1]}/usage` };
    },
    where: "anywhere",
    outsider: 200,
  },

  categoryHistory: get(({ category }) => `/api/categories/${category}/history`),
  subcategoryHistory: get(({ branch }) => `/api/subcategories/${branch}/history`),
  itemHistory: get(({ item }) => `/api/items/${item}/history`),
  listChanges: get(() => "/api/projects/shop/changes"),
  undoChanges: {
    request: async ({ app, item }) => {
      const saved = await app.admin.send(`/api/items/${item}`, json("PATCH", { price: 7 }));
      return { path: `/api/changes/${saved.headers.get("change-set")}/undo`, init: { method: "POST" } };
    },
  },
  listTrash: get(() => "/api/projects/shop/trash"),
  resolveAddress: get(({ category, branch, leaf }) => `/api/resolve?path=/${category}/${branch}/${leaf}`),

  find: get(() => "/api/projects/shop/find?q=phone"),
  createImport: {
    request: () => ({ path: "/api/projects/shop/imports", init: table(crypto.randomUUID()) }),
    translator: "yes",
  },
  listImports: get(() => "/api/projects/shop/imports"),
  listMappings: get(() => "/api/projects/shop/mappings"),
  putMapping: {
    ...send(
      "PUT",
      () => "/api/projects/shop/mappings/Supplier",
      () => ({ columns: { Nr: "key" } }),
    ),
  },
  deleteMapping: {
    request: async ({ app }) => {
      const path = "/api/projects/shop/mappings/Gone";
      await app.admin.send(path, json("PUT", { columns: {} }));
      return { path, init: { method: "DELETE" } };
    },
  },
  getImport: ofImport("GET", ""),
  updateImport: ofImport("PATCH", "", {}),
  stopImport: ofImport("DELETE", ""),
  resumeImport: ofImport("POST", "/resume"),
  undoImport: ofImport("POST", "/undo"),
  listImportRows: ofImport("GET", "/rows"),
  listImportFaults: ofImport("GET", "/faults"),
  listImportChanges: ofImport("GET", "/changes"),
  exportRefusedRows: ofImport("GET", "/refused"),
  exportItems: get(() => "/api/projects/shop/export"),
  searchItems: get(() => "/api/projects/shop/items"),
  listTags: get(() => "/api/projects/shop/tags"),
  listBadges: get(() => "/api/projects/shop/badges"),
  getTranslationProgress: get(() => "/api/projects/shop/translations/progress"),
  listTranslations: get(() => "/api/projects/shop/translations?language=ru"),
  categoryStaleTranslations: get(({ category }) => `/api/categories/${category}/stale-translations`),
  subcategoryStaleTranslations: get(({ branch }) => `/api/subcategories/${branch}/stale-translations`),
  itemStaleTranslations: get(({ item }) => `/api/items/${item}/stale-translations`),
  confirmCategoryTranslation: confirmation(({ category }) => `/api/categories/${category}`),
  confirmSubcategoryTranslation: confirmation(({ branch }) => `/api/subcategories/${branch}`),
  confirmItemTranslation: confirmation(({ item }) => `/api/items/${item}`),

  streamEvents: get(() => "/api/projects/shop/events"),
  getPresence: get(() => "/api/projects/shop/presence"),
  signalPresence: send(
    "POST",
    () => "/api/projects/shop/presence",
    () => ({ clientId: "c", name: "N" }),
  ),
  leavePresence: send("DELETE", () => "/api/projects/shop/presence/c"),

  listViews: get(() => "/api/projects/shop/views"),
  createView: send(
    "POST",
    () => "/api/projects/shop/views",
    () => ({ name: "Mine" }),
  ),
  updateView: {
    request: async (world) => ({
      path: `/api/views/${await newView(world)}`,
      init: json("PATCH", { name: "Ours" }),
    }),
    permission: "edit",
  },
  deleteView: {
    request: async (world) => ({ path: `/api/views/${await newView(world)}`, init: { method: "DELETE" } }),
    permission: "edit",
  },

  listWebhooks: get(() => "/api/projects/shop/webhooks"),
  createWebhook: send(
    "POST",
    () => "/api/projects/shop/webhooks",
    () => ({ url: "https://example.com/hook" }),
  ),
  getWebhook: webhook("GET", ""),
  updateWebhook: webhook("PATCH", "", { description: "Mine" }),
  deleteWebhook: webhook("DELETE", ""),
  rotateWebhookSecret: webhook("POST", "/rotate", {}),
  testWebhook: webhook("POST", "/test"),
  replayWebhook: webhook("POST", "/replay", { since: "2020-01-01T00:00:00.000Z" }),
  listWebhookDeliveries: webhook("GET", "/deliveries"),

  getSession: get(() => "/api/session"),
  signIn: send(
    "POST",
    () => "/api/session",
    () => ({ name: "guessed", password: "none" }),
  ),
  signOut: send("DELETE", () => "/api/session"),
  startPasskeySignIn: send("POST", () => "/api/session/passkey/options"),
  signInWithPasskey: send(
    "POST",
    () => "/api/session/passkey",
    () => ({ passkey: noPasskey }),
  ),
  createFirstUser: send(
    "POST",
    () => "/api/first-user",
    () => ({ token: "none", name: "n", password: "none" }),
  ),
  startProviderSignIn: get(() => "/api/oidc/start"),
  finishProviderSignIn: get(() => "/api/oidc/callback"),
  getAccount: get(() => "/api/account"),
  changeEmail: send(
    "POST",
    () => "/api/account/email",
    () => ({ password: "none", email: null }),
  ),
  startPasskey: send(
    "POST",
    () => "/api/account/passkeys/options",
    () => ({ password: "none" }),
  ),
  addPasskey: send(
    "POST",
    () => "/api/account/passkeys",
    () => ({ name: "none", passkey: noPasskey }),
  ),
  renamePasskey: send(
    "PATCH",
    () => "/api/account/passkeys/none",
    () => ({ name: "none" }),
  ),
  removePasskey: send("DELETE", () => "/api/account/passkeys/none"),
  changePassword: send(
    "POST",
    () => "/api/account/password",
    () => ({ current: "none", next: "none" }),
  ),
  startSecondStep: send(
    "POST",
    () => "/api/account/second-step",
    () => ({ password: "none" }),
  ),
  confirmSecondStep: send(
    "POST",
    () => "/api/account/second-step/confirmation",
    () => ({ code: "000000" }),
  ),
  removeSecondStep: send(
    "POST",
    () => "/api/account/second-step/removal",
    () => ({ password: "none", code: "000000" }),
  ),
  listSessions: get(() => "/api/sessions"),
  revokeSession: send("DELETE", () => "/api/sessions/none"),

  createProject: service(
    send(
      "POST",
      () => "/api/admin/projects",
      () => ({ id: `p${crypto.randomUUID()}`, displayName: "P" }),
    ),
  ),
  updateProject: service(
    send(
      "PATCH",
      () => "/api/admin/projects/shop",
      () => ({ displayName: "Shop" }),
    ),
  ),
  listUsers: service(get(() => "/api/users")),
  createUser: service(
    send(
      "POST",
      () => "/api/users",
      () => ({ name: `u${crypto.randomUUID()}` }),
    ),
  ),
  getUser: service({ request: async (world) => ({ path: `/api/users/${await newUser(world)}` }) }),
  updateUser: service({
    request: async (world) => ({
      path: `/api/users/${await newUser(world)}`,
      init: json("PATCH", { displayName: "N" }),
    }),
  }),
  deleteUser: service({
    request: async (world) => ({ path: `/api/users/${await newUser(world)}`, init: { method: "DELETE" } }),
  }),
  createUserLink: service({
    request: async (world) => ({ path: `/api/users/${await newUser(world)}/link`, init: json("POST", {}) }),
  }),
  listInvitations: service(get(() => "/api/invitations")),
  createInvitation: service(
    send(
      "POST",
      () => "/api/invitations",
      () => ({ name: `u${crypto.randomUUID()}` }),
    ),
  ),
  revokeInvitation: service({
    request: async ({ app }) => {
      const { data } = await app.admin.api.createInvitation({ body: { name: `u${crypto.randomUUID()}` } });
      return { path: `/api/invitations/${data.id}`, init: { method: "DELETE" } };
    },
  }),
  openLink: send(
    "POST",
    () => "/api/link",
    () => ({ token: "none" }),
  ),
  requestReset: send(
    "POST",
    () => "/api/password-resets",
    () => ({ name: "nobody" }),
  ),
  startPasskeyByLink: send(
    "POST",
    () => "/api/link/passkey/options",
    () => ({ token: "none" }),
  ),
  addPasskeyByLink: send(
    "POST",
    () => "/api/link/passkey",
    () => ({ token: "none", name: "none", passkey: noPasskey }),
  ),
  setPasswordByLink: send(
    "POST",
    () => "/api/link/password",
    () => ({ token: "none", password: "none" }),
  ),
  listKeys: service(get(() => "/api/keys")),
  createKey: service(
    send(
      "POST",
      () => "/api/keys",
      () => ({ name: "k", grants: [{ role: "viewer" }] }),
    ),
  ),
  updateKey: service({
    request: async (world) => ({ path: `/api/keys/${await newKey(world)}`, init: json("PATCH", { name: "N" }) }),
  }),
  revokeKey: service({
    request: async (world) => ({ path: `/api/keys/${await newKey(world)}`, init: { method: "DELETE" } }),
  }),
  listAudit: service(get(() => "/api/audit")),
};

/** As `newShelf`, in one transaction: the matrix needs hundreds. */
export async function newWorld(app: AccessApp): Promise<World> {
  const author: Author = { actor: "test", set: newId(), at: Date.now() };
  return app.db.write(async (tx) => {
    const category = await createCategory(tx, "shop", { name: "Category" }, author);
    const branch = await createInCategory(tx, category.id, { name: "Branch" }, author);
    const leaf = await createInSubcategory(tx, branch.id, { name: "Leaf" }, author);
    const item = await createItem(tx, leaf.id, { name: "Item", price: 5 }, author);
    return { app, category: category.id, branch: branch.id, leaf: leaf.id, item: item.id };
  });
}

/** The same request with only a Russian text, which a translator may write. */
export function inRussian(endpoint: Endpoint, body: string): string {
  if (endpoint.path.endsWith("/confirmation")) return JSON.stringify({ language: "ru", field: "name" });
  const russian = { translations: { ru: { name: "Новое" } } };
  if (endpoint.path.endsWith("/rows")) {
    const { rows } = JSON.parse(body) as { rows: object[] };
    return JSON.stringify({ rows: rows.map((row) => ({ ...row, data: russian })) });
  }
  if (!endpoint.path.endsWith("/bulk")) return JSON.stringify(russian);
  return JSON.stringify({ ...(JSON.parse(body) as object), data: russian });
}
