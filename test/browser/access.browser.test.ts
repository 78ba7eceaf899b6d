import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import type { Locator, Page } from "playwright-core";
import type { Session } from "../../contract/access.ts";
import { createClient } from "../../contract/client.ts";
import { firstUserPath } from "../support/first-user-path.ts";
import { draw } from "./screenshots.ts";
import { password, sessionOf, signUp } from "./signed-in.ts";
import { type Bench, blank, chooseOption, goTo, hasBrowser, startBench, toComments, until } from "./start-bench.ts";

const other = "nine paper lanterns drift";

/** Of this file alone: the first test signs up the first user, and later ones list all people and keys. */
let bench: Bench;
beforeAll(async () => {
  if (hasBrowser) bench = await startBench({ alone: { env: { ACCESS: "required" } } });
});
afterAll(() => bench?.stop());

/** The people that the first test signs up, for a run without it. */
async function addPeople(): Promise<void> {
  const { signIn } = (await (await fetch(`${bench.url}/api/session`)).json()) as Session;
  if (!signIn.firstUser) return;
  const staff = await signUp(bench, "anna");
  await staff.add("boris", [{ role: "editor" }]);
}

const sessions = new Map<string, Promise<string>>();
/** The cookie of one session for each person: to check a password takes 0.2 s. */
const cookieOf = (name: string): Promise<string> => {
  const session = sessions.get(name) ?? addPeople().then(() => sessionOf(bench, name));
  sessions.set(name, session);
  return session;
};

describe.skipIf(!hasBrowser)("signing in in the browser", () => {
  /**
   * Ends the session between the act and its request, which is the first to be refused. Any other request of the page would
   * have brought the sign-in dialog before the act.
   */
  const endSession = async (page: Page, method: string, act: () => Promise<void>) => {
    const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
    await page.route("**/api/{items/*,users}", async (route) => {
      if (route.request().method() === method) {
        sent();
        await isOver;
      }
      await route.continue();
    });
    await act();
    await isSent;
    await page.context().clearCookies();
    over();
  };

  test("the first user signs up with the printed link, adds other users, also when the session ends over the open dialog, whose text stays behind the sign-in dialog, and signs out", async () => {
    const page = await bench.visit("/");
    await page.waitForURL(/sign-in/);
    const link = await firstUserPath(bench);
    await page.goto(bench.url + link);
    await page.getByLabel("Name").fill("anna");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button").click();
    await page.locator(".project-card").first().waitFor();

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "People and keys" }).click();
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("boris");
    await dialog.getByLabel("Password").fill(password);
    await chooseOption(dialog.getByLabel("Role"), "Editor");
    await dialog.getByRole("button", { name: "Add person" }).click();
    await page.locator(".list-line", { hasText: "boris" }).waitFor();

    await page.getByRole("button", { name: "Add person" }).click();
    await dialog.getByLabel("Name").fill("clara");
    await endSession(page, "POST", () => dialog.getByRole("button", { name: "Add person" }).click());
    const signIn = page.locator(".sign-in");
    await signIn.getByLabel("Name").fill("anna");
    await signIn.getByLabel("Password").click();
    await page.keyboard.type(password);
    await signIn.getByRole("button", { name: "Sign in" }).click();
    await dialog.getByRole("button", { name: "Add person" }).click();
    await page.locator(".list-line", { hasText: "clara" }).waitFor();

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/sign-in/);
    expect(bench.errors).toEqual([]);
  });

  test("the bar does not move when the bell comes, so that a click meets the button that it was meant for", async () => {
    const page = await bench.visit(blank, { cookie: await cookieOf("boris") });
    const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
    await page.route("**/assets/bell-*", async (route) => {
      await isLoaded;
      await route.continue();
    });
    await page.goto(`${bench.url}/projects/aurora-market`);
    const button = page.getByRole("button", { name: "What you did" });
    const place = async () => (await button.boundingBox())?.x;
    await button.waitFor();
    // Letters of another width would move it too.
    await page.evaluate(async () => void (await document.fonts.ready));
    const before = await place();
    load();
    await page.getByRole("button", { name: "Mentions" }).waitFor();
    expect(await place()).toBe(before);
  });

  test("an answer from before the sign-in that comes after it does not hide the page again", async () => {
    const page = await bench.visit("/projects/aurora-market?subcategory=laptops", { cookie: await cookieOf("boris") });
    await page.locator(".grid-name").first().click();
    const description = page.getByLabel("Short description", { exact: true });
    await description.waitFor();
    // A search that is answered after the sign-in dialog is there: its 401 makes the page ask for the session once more.
    const { promise: isListed, resolve: list } = Promise.withResolvers<void>();
    const { promise: isSearched, resolve: searched } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.searchParams.has("search"),
      async (route) => {
        searched();
        await isListed;
        await route.continue();
      },
    );
    await page.getByPlaceholder("Search items").fill("laptop");
    await isSearched;
    await endSession(page, "PATCH", () => description.fill("Typed before the sign-in"));
    const signIn = page.locator(".sign-in");
    await signIn.waitFor();
    const { promise: isIn, resolve: enter } = Promise.withResolvers<void>();
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: isLate, resolve: late } = Promise.withResolvers<void>();
    await page.route("**/api/session", async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const response = await route.fetch();
      asked();
      await isIn;
      // The page may have given it up.
      await route.fulfill({ response }).catch(() => {});
      late();
    });
    list();
    await isAsked;
    await signIn.getByLabel("Name").fill("boris");
    await signIn.getByLabel("Password").fill(password);
    await signIn.getByRole("button", { name: "Sign in" }).first().click();
    await description.waitFor();
    enter();
    await isLate;
    await page.evaluate(() => fetch("/healthz"));
    expect([await signIn.count(), await description.isVisible()]).toEqual([0, true]);
    await page.locator('.save-status[data-status="saved"]').waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("a session that ends while someone types shows a sign-in dialog, and the typed text is saved; what they did is in their list after a reload, and not in that of the next user, who does not send their unsent edits: those wait until their owner signs in again", async () => {
    const page = await bench.visit("/projects/aurora-market?subcategory=laptops", { cookie: await cookieOf("boris") });
    const come = async (within: Locator | Page, name: string) => {
      await within.getByLabel("Name").fill(name);
      await within.getByLabel("Password").fill(password);
      await within.getByRole("button", { name: "Sign in" }).first().click();
    };
    await page.locator(".grid-name").first().click();
    const description = page.getByLabel("Short description", { exact: true });
    await description.waitFor();
    await toComments(page);
    await page.getByPlaceholder("Write a comment").fill("Half a comm");
    await endSession(page, "PATCH", () => description.fill("Typed while the session ended"));
    const signIn = page.locator(".sign-in");
    await signIn.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn.getByLabel("Name").fill("boris");
    await signIn.getByLabel("Password").fill("wrong");
    await signIn.getByRole("button", { name: "Sign in" }).click();
    await signIn.getByText("code is wrong").waitFor();
    await signIn.getByLabel("Password").fill(password);
    await signIn.getByRole("button", { name: "Sign in" }).click();
    await page.locator('.save-status[data-status="saved"]').waitFor();
    expect(await page.getByPlaceholder("Write a comment").inputValue()).toBe("Half a comm");
    expect(await description.inputValue()).toBe("Typed while the session ended");
    const opened = () => new URL(page.url()).searchParams.get("item");
    const itemNow = (item: string | null) =>
      page.evaluate(async (id) => (await fetch(`/api/items/${id}`)).json(), item);
    expect(await itemNow(opened())).toMatchObject({ simpleDescription: "Typed while the session ended" });

    const quantity = page.getByLabel("Quantity", { exact: true });
    await quantity.fill("77");
    await page.getByRole("grid").focus();
    await until(async () => (await itemNow(opened())).quantity === 77, "the quantity is stored");
    await page.locator('.save-status[data-status="saved"]').waitFor();
    const openList = async () => {
      await quantity.waitFor();
      await page.getByRole("button", { name: "What you did" }).click();
    };
    const list = page.getByRole("dialog", { name: "What you did" });
    await page.reload();
    await openList();
    await list.getByText("Quantity of").waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });

    const first = opened();
    await page.locator(".grid-name").last().click();
    await page.waitForURL(() => opened() !== first);
    const id = opened();
    const stored = () => itemNow(id);
    const { simpleDescription: before, name } = await stored();
    await page.locator(".panel-head", { hasText: name }).waitFor();
    expect(await description.inputValue()).toBe(before);
    await page.unrouteAll();
    await endSession(page, "PATCH", () => description.fill("Boris was not done"));
    await signIn.waitFor();
    await Promise.all([page.waitForEvent("load"), come(signIn, "anna")]);
    await openList();
    await list.getByText("Nothing to undo yet").waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await description.inputValue()).toBe(before);
    // Anna's edit is sent. It must not send Boris's edit too.
    await page.getByLabel("Name", { exact: true }).fill("Anna was here");
    await until(async () => (await stored()).name === "Anna was here", "Anna's edit is saved");
    expect((await stored()).simpleDescription).toBe(before);

    await page.context().clearCookies();
    await page.goto(`${bench.url}/sign-in`);
    // The page learns who is signed in only after it has looked for stored edits.
    const { promise: hasLooked, resolve: letKnow } = Promise.withResolvers<void>();
    await page.route("**/api/session", async (route) => {
      if (route.request().method() === "GET") await hasLooked;
      await route.continue();
    });
    await Promise.all([page.waitForURL((url) => url.pathname !== "/sign-in"), come(page, "boris")]);
    // A page takes the lock of its tab, then the one for adopting edits. When this test gets the second lock, the page is done.
    await page.waitForFunction(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith("catalog-editor-tab-")),
    );
    await page.evaluate(() => navigator.locks.request("catalog-editor-adopt", () => undefined));
    letKnow();
    await page.locator(".project-card").first().waitFor();
    await until(async () => (await stored()).simpleDescription === "Boris was not done", "Boris's stored edit is sent");
    const history = await page.evaluate(async (item) => (await fetch(`/api/items/${item}/history`)).json(), id);
    expect(history.entries.map(({ actor }: { actor: string }) => actor).slice(0, 2)).toEqual(["boris", "anna"]);
    expect(bench.errors).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("people, keys and the own account in the browser", () => {
  let page: Page;
  beforeAll(async () => {
    const cookie = await cookieOf("anna");
    const admin = await apiAs("anna", password);
    // For the tests of what becomes of a person, and of what the audit log says.
    await admin.createUser({ body: { name: "vlad", password, grants: [] } });
    const { data: gone } = await admin.createUser({ body: { name: "gleb", password, grants: [] } });
    await admin.deleteUser({ params: { userId: gone.id } });
    const { data: key } = await admin.createKey({ body: { name: "revoked", grants: [{ role: "viewer" }] } });
    await admin.revokeKey({ params: { keyId: key.id } });
    page = await bench.visit("/people", { cookie });
  });

  const signIn = async (name: string, secret: string, code?: string) =>
    fetch(`${bench.url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" },
      body: JSON.stringify({ name, password: secret, ...(code && { code }) }),
    });
  const apiAs = async (name: string, secret: string) => {
    const cookie = (await signIn(name, secret)).headers.get("set-cookie")?.split(";")[0] ?? "";
    return createClient(bench.url, (url, init) => {
      const headers = new Headers(init.headers);
      headers.set("cookie", cookie);
      return fetch(url, { ...init, headers });
    });
  };
  const pickBranch = async (name: string) => {
    const branch = page.getByRole("button", { name: "Branch" });
    await branch.click();
    await page.locator(".grant-tree").getByRole("combobox").fill(name);
    await draw(page, `people-branch-${name}`);
    await page.keyboard.press("Enter");
    await page.locator(".grant-tree").waitFor({ state: "detached" });
    await branch.getByText(`/ ${name}`).waitFor();
  };
  const addLanguage = async (name: string) => {
    await page.getByRole("button", { name: "Add language" }).click();
    await page.getByRole("button", { name }).click();
    await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  };
  const line = (name: string) => page.locator(".list-line", { hasText: name });

  test("an admin adds a person with rights to a branch, and changes the rights", async () => {
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("bogdan");
    await dialog.getByLabel("Password").fill(password);
    expect(await dialog.getByLabel("Role").innerText()).toBe("Viewer");
    await chooseOption(dialog.getByLabel("Role"), "Translator");
    await chooseOption(dialog.getByLabel("Where"), "Aurora Market");
    await pickBranch("Smartphones");
    await addLanguage("Russian");
    await addLanguage("German");
    await draw(page, "people-new");
    await dialog.getByRole("button", { name: "Add person" }).click();
    await line("bogdan").waitFor();
    expect(await line("bogdan").innerText()).toContain("Translator (ru, de) · smartphones");

    const bogdan = await apiAs("bogdan", password);
    const { grants } = (await bogdan.getSession()).data;
    expect(grants).toEqual([
      { role: "translator", project: "aurora-market", subtree: "smartphones", languages: ["ru", "de"] },
    ]);

    await page.getByRole("button", { name: "Edit: bogdan" }).click();
    await dialog.getByLabel("Display name").fill("Bogdan Ivanov");
    await dialog.getByRole("button", { name: "Add a right" }).click();
    await chooseOption(dialog.getByRole("group", { name: "Right 2" }).getByLabel("Role"), "Viewer");
    await dialog.getByRole("button", { name: "Save" }).click();
    await line("Bogdan Ivanov").waitFor();
    expect((await bogdan.getSession()).data.grants).toHaveLength(2);
    expect(bench.errors).toEqual([]);
  });

  test("what the service refuses is said at the field that it is about, until someone types there", async () => {
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog");
    const [name, secret] = [dialog.getByLabel("Name"), dialog.getByLabel("Password")];
    const send = () => dialog.getByRole("button", { name: "Add person" }).click();
    const marked = () => dialog.locator("[aria-invalid=true]").evaluateAll((all) => all.map(({ id }) => id));
    const idOf = (field: typeof name) => field.evaluate(({ id }) => id);
    await name.fill("boris");
    await send();
    await dialog.getByText("Another person already has this name.").waitFor();
    expect(await marked()).toEqual([await idOf(name)]);
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill("no spaces");
    expect(await marked()).toEqual([]);
    await send();
    await dialog.getByText("Letters, digits and").waitFor();
    await name.fill("carla");
    await secret.fill("short");
    await send();
    await dialog.getByText("Too easy to guess").waitFor();
    expect(await marked()).toEqual([await idOf(secret)]);
    await secret.fill("");
    await chooseOption(dialog.getByLabel("Where"), "Aurora Market");
    await pickBranch("Laptops");
    // Someone deletes the branch meanwhile, and its trash is emptied: the service does not know it.
    await page.route("**/api/users", (route) =>
      route.request().method() === "POST"
        ? route.continue({ postData: (route.request().postData() ?? "").replace('"laptops"', '"gone"') })
        : route.continue(),
    );
    await send();
    await dialog.getByText("This branch is not in the project any more.").waitFor();
    expect(await dialog.getByRole("button", { name: "Branch" }).getAttribute("aria-invalid")).toBe("true");
    await page.unrouteAll();
    await draw(page, "people-refused");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(bench.errors).toEqual([]);
  });

  test("an admin sets a new password, which ends the sessions; ends one session; blocks and deletes a person", async () => {
    const before = await apiAs("vlad", password);
    await page.getByRole("button", { name: "Edit: vlad" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Firefox · Windows").first().waitFor();
    await dialog.getByLabel("New password").fill("1234");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await dialog.getByText("Too easy to guess").waitFor();
    await dialog.getByLabel("New password").fill(other);
    await dialog.getByRole("button", { name: "Set password" }).click();
    await dialog.getByText("Not signed in anywhere.").waitFor();
    expect((await before.getSession()).data.who).toBeNull();

    const after = await apiAs("vlad", other);
    await page.reload();
    await page.getByRole("button", { name: "Edit: vlad" }).click();
    await dialog.getByRole("button", { name: /Sign out: Firefox/ }).click();
    await dialog.getByText("Not signed in anywhere.").waitFor();
    expect((await after.getSession()).data.who).toBeNull();

    await dialog.getByRole("button", { name: "Block" }).click();
    await dialog.getByText("Blocked. Cannot sign in.").waitFor();
    expect((await signIn("vlad", other)).status).toBe(401);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Yes, delete" }).click();
    await dialog.waitFor({ state: "detached" });
    await until(async () => (await line("vlad").count()) === 0, "the line of Vlad is gone");
    expect(bench.errors).toEqual([]);
  });

  test("an admin creates a key with an expiry, narrows its grants and revokes it", async () => {
    await goTo(page, "/people?show=keys");
    await page.getByText("No keys yet").waitFor();
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What the key is for").fill("import");
    await dialog.getByLabel("Valid until").fill("one day");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByRole("alert").getByText("Write a date").waitFor();
    expect(await dialog.getByLabel("Valid until").evaluate((input) => input === document.activeElement)).toBe(true);
    await dialog.getByLabel("Valid until").press("ArrowDown");
    await page.locator(".day:focus").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".calendar").waitFor({ state: "detached" });
    await dialog.getByLabel("Valid until").fill("2199-12-31");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const secret = await page.locator(".secret code").innerText();
    expect(await line("import").innerText()).toContain("until Dec 31, 2199");
    const ask = () => fetch(`${bench.url}/api/session`, { headers: { authorization: `Bearer ${secret}` } });
    expect(await (await ask()).json()).toMatchObject({ grants: [{ role: "viewer" }] });
    await page.getByRole("button", { name: "Edit: import" }).click();
    await chooseOption(dialog.getByLabel("Where"), "Aurora Market");
    await dialog.getByRole("button", { name: "Save" }).click();
    await line("Viewer · aurora-market").waitFor();
    expect(await (await ask()).json()).toMatchObject({ grants: [{ role: "viewer", project: "aurora-market" }] });
    await page.getByRole("button", { name: "Revoke: import" }).click();
    await page.getByText("No keys yet").waitFor();
    expect((await ask()).status).toBe(401);
    expect(bench.errors).toEqual([]);
  });

  test("an admin reads the audit log, filtered by event and person", async () => {
    await goTo(page, "/people?show=audit");
    await line("Key revoked").first().waitFor();
    await chooseOption(page.getByLabel("What"), "Person deleted");
    await line("gleb").waitFor();
    const others = page.locator(".list-line").filter({ hasNotText: "Person deleted" });
    await until(async () => (await others.count()) === 0, "only these are shown");
    await chooseOption(page.getByLabel("What"), "Everything");
    await page.getByLabel("Who").fill("anna");
    await line("Person added").first().waitFor();
    await page.getByLabel("Who").fill("nobody");
    await page.getByText("Nothing matches").waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("a person changes their password, sets up the second step with recovery codes, and turns it off", async () => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "My account" }).click();
    await page.getByRole("heading", { name: "anna" }).waitFor();
    await page.getByText("This one").waitFor();
    const forms = page.locator(".page form");
    await forms.nth(0).getByLabel("Current password").fill(password);
    await forms.nth(0).getByLabel("New password").fill(other);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed").waitFor();

    await forms.nth(1).getByLabel("Current password").fill(other);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("img", { name: "QR code for the authenticator" }).waitFor();
    const uri = (await page.getByRole("link", { name: "Open the authenticator" }).getAttribute("href")) ?? "";
    const secret = new URL(uri).searchParams.get("secret") ?? "";
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await page.getByLabel("Code from your authenticator app").fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.locator(".page [role=status] code").first().waitFor();
    const recovery = await page.locator(".page [role=status] code").allInnerTexts();
    expect(recovery).toHaveLength(10);
    await page.getByRole("button", { name: "I have stored them" }).click();
    expect((await signIn("anna", other)).status).toBe(401);
    expect((await signIn("anna", other, recovery[0])).status).toBe(201);

    const off = page.locator(".page form").nth(1);
    await off.getByLabel("Current password").fill(other);
    await off.getByLabel("Code from your authenticator app").fill(recovery[1] ?? "");
    await off.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Set up" }).waitFor();
    expect((await signIn("anna", other)).status).toBe(201);
    expect(bench.errors).toEqual([]);
  });

  test("everything fits on a phone, in Russian and in dark mode", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitemradio", { name: "Русский" }).click();
    await page.locator("html[lang=ru]").waitFor();
    for (const [path, ready] of [
      ["/account", ".list-line"],
      ["/people?show=keys", 'button:has-text("Создать ключ")'],
      ["/people?show=audit", 'ol[aria-label="Журнал доступа"] .list-line'],
      ["/people", 'button[aria-label="Изменить: anna"]'],
    ] as const) {
      await goTo(page, path);
      await page.locator(ready).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await page.getByRole("button", { name: "Изменить: anna" }).click();
    await page.getByText("Открытые сеансы").waitFor();
    expect(bench.errors).toEqual([]);
  });
});
