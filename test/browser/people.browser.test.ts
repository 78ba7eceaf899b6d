import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { createClient } from "../../contract/client.ts";
import { accessibilityFaults } from "./axe.ts";
import { draw } from "./screenshots.ts";
import { password, signUp } from "./signed-in.ts";
import { type Bench, chooseOption, hasBrowser, startBench, until } from "./start-bench.ts";

const other = "nine paper lanterns drift";

describe.skipIf(!hasBrowser)("people, keys and the own account in the browser", () => {
  let bench: Bench;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required" } });
    page = await bench.open("about:blank", { cookie: (await signUp(bench, "anna")).cookie });
  });
  afterAll(() => bench?.stop());

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
    await page.goto(`${bench.url}/people`);
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("boris");
    await dialog.getByLabel("Password").fill(password);
    expect(await dialog.getByLabel("Role").innerText()).toBe("Viewer");
    await chooseOption(dialog.getByLabel("Role"), "Translator");
    await chooseOption(dialog.getByLabel("Where"), "Aurora Market");
    await pickBranch("Smartphones");
    await addLanguage("Russian");
    await addLanguage("German");
    expect(await accessibilityFaults(page)).toEqual([]);
    await draw(page, "people-new");
    await dialog.getByRole("button", { name: "Add person" }).click();
    await line("boris").waitFor();
    expect(await line("boris").innerText()).toContain("Translator (ru, de) · smartphones");

    const boris = await apiAs("boris", password);
    const { grants } = (await boris.getSession()).data;
    expect(grants).toEqual([
      { role: "translator", project: "aurora-market", subtree: "smartphones", languages: ["ru", "de"] },
    ]);

    await page.getByRole("button", { name: "Edit: boris" }).click();
    await dialog.getByLabel("Display name").fill("Boris Ivanov");
    await dialog.getByRole("button", { name: "Add a right" }).click();
    await chooseOption(dialog.getByRole("group", { name: "Right 2" }).getByLabel("Role"), "Viewer");
    await dialog.getByRole("button", { name: "Save" }).click();
    await line("Boris Ivanov").waitFor();
    expect((await boris.getSession()).data.grants).toHaveLength(2);
    expect(bench.errors).toEqual([]);
  });

  test("what the service refuses is said at the field that it is about, until someone types there", async () => {
    await page.goto(`${bench.url}/people`);
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
    expect(await accessibilityFaults(page, { part: "overlays" })).toEqual([]);
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill("no spaces");
    expect(await marked()).toEqual([]);
    await send();
    await dialog.getByText("Letters, digits and").waitFor();
    await name.fill("clara");
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
    const before = await apiAs("boris", password);
    await page.goto(`${bench.url}/people`);
    await page.getByRole("button", { name: "Edit: boris" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Firefox · Windows").first().waitFor();
    expect(await accessibilityFaults(page, { part: "overlays" })).toEqual([]);
    await dialog.getByLabel("New password").fill("1234");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await dialog.getByText("Too easy to guess").waitFor();
    await dialog.getByLabel("New password").fill(other);
    await dialog.getByRole("button", { name: "Set password" }).click();
    await dialog.getByText("Not signed in anywhere.").waitFor();
    expect((await before.getSession()).data.who).toBeNull();

    const after = await apiAs("boris", other);
    await page.reload();
    await page.getByRole("button", { name: "Edit: boris" }).click();
    await dialog.getByRole("button", { name: /Sign out: Firefox/ }).click();
    await dialog.getByText("Not signed in anywhere.").waitFor();
    expect((await after.getSession()).data.who).toBeNull();

    await dialog.getByRole("button", { name: "Block" }).click();
    await dialog.getByText("Blocked. Cannot sign in.").waitFor();
    expect((await signIn("boris", other)).status).toBe(401);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Yes, delete" }).click();
    await dialog.waitFor({ state: "detached" });
    await until(async () => (await line("Boris Ivanov").count()) === 0, "the line of Boris is gone");
    expect(bench.errors).toEqual([]);
  });

  test("an admin creates a key with an expiry, narrows its grants and revokes it", async () => {
    await page.goto(`${bench.url}/people?show=keys`);
    await page.getByText("No keys yet").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
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
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Revoke: import" }).click();
    await page.getByText("No keys yet").waitFor();
    expect((await ask()).status).toBe(401);
    expect(bench.errors).toEqual([]);
  });

  test("an admin reads the audit log, filtered by event and person", async () => {
    await page.goto(`${bench.url}/people?show=audit`);
    await line("Key revoked").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await chooseOption(page.getByLabel("What"), "Person deleted");
    await line("boris").waitFor();
    expect(await page.locator(".list-line").count()).toBe(1);
    expect(await page.locator(".list-line").innerText()).toContain("boris");
    await chooseOption(page.getByLabel("What"), "Everything");
    await page.getByLabel("Who").fill("anna");
    await line("Person added").first().waitFor();
    await page.getByLabel("Who").fill("nobody");
    await page.getByText("Nothing matches").waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("a person changes their password, sets up the second step with recovery codes, and turns it off", async () => {
    await page.goto(bench.url);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "My account" }).click();
    await page.getByRole("heading", { name: "anna" }).waitFor();
    await page.getByText("This one").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const forms = page.locator(".page form");
    await forms.nth(0).getByLabel("Current password").fill(password);
    await forms.nth(0).getByLabel("New password").fill(other);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed").waitFor();

    await forms.nth(1).getByLabel("Current password").fill(other);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("img", { name: "QR code for the authenticator" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const uri = (await page.getByRole("link", { name: "Open the authenticator" }).getAttribute("href")) ?? "";
    const secret = new URL(uri).searchParams.get("secret") ?? "";
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await page.getByLabel("Code from your authenticator app").fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.locator(".page [role=status] code").first().waitFor();
    const recovery = await page.locator(".page [role=status] code").allInnerTexts();
    expect(recovery).toHaveLength(10);
    expect(await accessibilityFaults(page)).toEqual([]);
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
    const small = await bench.open("/account", {
      viewport: { width: 390, height: 844 },
      locale: "ru-RU",
      colorScheme: "dark",
      reducedMotion: "reduce",
      storageState: await page.context().storageState(),
    });
    for (const [path, ready] of [
      ["/account", ".list-line"],
      ["/people?show=keys", 'button:has-text("Создать ключ")'],
      ["/people?show=audit", 'ol[aria-label="Журнал доступа"] .list-line'],
      ["/people", 'button[aria-label="Изменить: anna"]'],
    ] as const) {
      await small.evaluate((to) => history.pushState(null, "", to), path);
      await small.locator(ready).first().waitFor();
      expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await accessibilityFaults(small)).toEqual([]);
    }
    await small.getByRole("button", { name: "Изменить: anna" }).click();
    await small.getByText("Открытые сеансы").waitFor();
    expect(await accessibilityFaults(small, { part: "overlays" })).toEqual([]);
    expect(bench.errors).toEqual([]);
    await small.context().close();
  });
});
