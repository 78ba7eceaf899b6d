import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { freePort } from "../support/free-port.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { draw } from "./screenshots.ts";
import { password, type Staff, sessionOf, signUp } from "./signed-in.ts";
import { type Bench, blank, chooseOption, hasBrowser, startBench, until } from "./start-bench.ts";
import { virtualDevice } from "./virtual-device.ts";

/** A service that has a public address with a name and sends mails. */
let bench: Bench;
let mail: MailServer;
let staff: Staff;
beforeAll(async () => {
  if (!hasBrowser) return;
  mail = await startMailServer();
  // Browsers have passkeys only for a host with a name, and without https only for localhost.
  const port = await freePort();
  const env = {
    ACCESS: "required",
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: "catalog@example.com",
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SHOP_NAME: "Aurora & Söhne",
  };
  bench = await startBench({ alone: { env } });
  staff = await signUp(bench, "anna");
});
afterAll(async () => {
  await bench?.stop();
  await mail?.stop();
});

/** Someone else, who is not signed in. */
const visitAsGuest = () => bench.visit(blank, { person: "guest" });
/** Sends the form of a page before the editor. */
const send = (page: Page) => page.locator("form button:not(#passkey)").click();

describe.skipIf(!hasBrowser)("invitations in the browser", () => {
  let page: Page;
  beforeAll(async () => {
    page = await bench.visit("/people", { cookie: staff.cookie });
  });

  const line = (name: string) => page.locator(".list-line", { hasText: name });
  /** The link that is shown once. */
  const shownLink = async () => page.locator(".secret code").innerText();

  test("an admin invites a person, who sets a password and is in the editor", async () => {
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("boris");
    await dialog.getByLabel("Mail address").fill("not an address");
    await chooseOption(dialog.getByLabel("Where"), "Aurora Market");
    await draw(page, "invite-dialog");
    await dialog.getByRole("button", { name: "Invite person" }).click();
    await dialog.getByText("This is not a mail address.").waitFor();
    await dialog.getByLabel("Mail address").fill("boris@example.com");
    await dialog.getByRole("button", { name: "Invite person" }).click();
    await line("boris").getByText("invited until").waitFor();
    const link = await shownLink();
    expect(link).toStartWith(`${bench.url}/invitation#`);
    await draw(page, "invited");

    const guest = await visitAsGuest();
    await guest.goto(link);
    await guest.getByRole("heading", { name: "Welcome to Aurora & Söhne" }).waitFor();
    await guest.getByText("anna invites you to work on the catalog. Your name here is boris.").waitFor();
    expect(new URL(guest.url()).hash).toBe("");
    await guest.getByLabel("Password").fill("boris boris");
    await send(guest);
    await guest.getByRole("alert").getByText("too easy to guess").waitFor();
    await guest.getByLabel("Password").fill(password);
    await send(guest);
    await guest.waitForURL("**/projects/**");
    await page.reload();
    await line("boris").waitFor();
    expect(await line("boris").innerText()).not.toContain("Invited");

    await guest.context().clearCookies();
    await guest.goto(link);
    await guest.getByRole("heading", { name: "This link does not work" }).waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("a new link replaces the last one, and a revoked invitation is gone from the list, which fits on a phone, in Russian", async () => {
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("clara");
    await dialog.getByRole("button", { name: "Invite person" }).click();
    await line("clara").getByText("invited until").waitFor();
    const first = await shownLink();
    await page.getByRole("button", { name: "New link: clara" }).click();
    await page.waitForFunction((old) => document.querySelector(".secret code")?.textContent !== old, first);
    const second = await shownLink();
    const guest = await visitAsGuest();
    await guest.goto(first);
    await guest.getByRole("heading", { name: "This link does not work" }).waitFor();
    // The same page with another hash would not be loaded.
    await guest.goto(bench.url + blank);
    await guest.goto(second);
    await guest.getByText("Your name here is clara.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => localStorage.setItem("editor-language", "ru"));
    await page.reload();
    const revoke = page.getByRole("button", { name: "Отозвать: clara" });
    await revoke.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await draw(page, "invited-ru-390");
    await revoke.click();
    await line("clara").waitFor({ state: "detached" });
    await guest.getByLabel("Password").fill(password);
    await send(guest);
    await guest.getByRole("heading", { name: "This link does not work" }).waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("an admin makes a link to a new password, and the page speaks the reader's language", async () => {
    await staff.admin.createUser({ body: { name: "dora", password, grants: [{ role: "viewer" }] } });
    page = await bench.visit("/people", { cookie: staff.cookie });
    await page.getByRole("button", { name: "Edit: dora" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await dialog.getByText("Link to a new password for dora.").waitFor();
    const link = await shownLink();
    const guest = await visitAsGuest();
    await guest.setViewportSize({ width: 390, height: 844 });
    await guest.emulateMedia({ colorScheme: "dark" });
    // As a Russian browser asks.
    await guest.route("**/reset", (route) =>
      route.continue({ headers: { ...route.request().headers(), "accept-language": "ru-RU,ru;q=0.9" } }),
    );
    await guest.goto(link);
    await guest.getByText("Задайте новый пароль для dora.").waitFor();
    await draw(guest, "reset-ru-dark-390");
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await guest.getByLabel("Новый пароль").fill(password);
    await send(guest);
    await guest.locator(".project-card").first().waitFor();
    expect(bench.errors).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("passkeys in the browser", () => {
  test("an invited person takes a passkey instead of a password, and later sets one", async () => {
    const { link } = (await staff.admin.createInvitation({ body: { name: "emil" } })).data;
    const page = await visitAsGuest();
    const device = await virtualDevice(page);
    await page.goto(bench.url + link.path);
    await page.getByText("anna invites you").waitFor();
    await page.getByRole("button", { name: "Use a passkey instead of a password" }).click();
    await page.getByRole("heading", { name: "Projects" }).waitFor();
    await until(async () => (await device.credentials()).length === 1, "the device has the passkey");
    await page.evaluate(() => history.pushState(null, "", "/account"));
    await page.getByRole("button", { name: /^Remove: / }).click();
    await page.getByText("At least one way to sign in must remain.").waitFor();
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed").waitFor();
    expect(await sessionOf(bench, "emil")).toContain("catalog-session=");
    expect(bench.errors).toEqual([]);
  });

  test("a person adds a passkey, signs in with it over the open editor, from the list of the name field and with the button, renames and removes it", async () => {
    const page = await bench.visit("/account", { cookie: await sessionOf(bench, "anna") });
    const device = await virtualDevice(page);
    const form = page.locator("form", { hasText: "Name of the passkey" });
    await form.getByLabel("Name of the passkey").fill("Laptop");
    await form.getByLabel("Current password").fill("wrong");
    await form.getByRole("button", { name: "Add passkey" }).click();
    await form.getByText("This is not your password.").waitFor();
    await form.getByLabel("Current password").fill(password);
    await form.getByRole("button", { name: "Add passkey" }).click();
    const line = page.locator(".list-line", { hasText: "Laptop" });
    await line.waitFor();
    expect(await device.credentials()).toHaveLength(1);
    await draw(page, "account-passkeys");

    // The session ends after the click and before its request.
    await page.route("**/api/**", async (route) => {
      if (route.request().method() === "PATCH") await page.context().clearCookies();
      await route.continue();
    });
    await page.getByRole("button", { name: "Rename: Laptop" }).click();
    await page.locator(".list-line").getByRole("button", { name: "Save" }).click();
    const dialog = page.locator(".sign-in");
    await dialog.getByRole("button", { name: "Sign in with a passkey" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.unrouteAll();

    // The list of the name field offers it, without a click on the button.
    await page.goto(bench.url + blank);
    await page.context().clearCookies();
    const asked = page.waitForRequest("**/api/session/passkey");
    await page.goto(`${bench.url}/sign-in`);
    await asked;
    await page.locator(".project-card").first().waitFor();

    // As in a browser that cannot offer passkeys in the list of a field.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await page.goto(bench.url + blank);
    await page.context().clearCookies();
    await page.goto(`${bench.url}/sign-in`);
    const button = page.getByRole("button", { name: "Sign in with a passkey" });
    await button.waitFor();
    await draw(page, "sign-in-passkey");
    await button.click();
    await page.locator(".project-card").first().waitFor();

    await page.evaluate(() => history.pushState(null, "", "/account"));
    await page.getByRole("button", { name: "Rename: Laptop" }).click();
    await page.locator(".list-line").getByLabel("Name of the passkey").fill("Old laptop");
    await page.locator(".list-line").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove: Old laptop" }).click();
    await page.locator(".list-line", { hasText: "Old laptop" }).waitFor({ state: "detached" });
    expect(bench.errors).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("a forgotten password in the browser", () => {
  test("a person with a mail address gets a link on the sign-in page, and sets a new password", async () => {
    const page = await bench.visit("/account", { cookie: await sessionOf(bench, "anna") });
    const form = page.locator("form", { hasText: "Mail address" });
    await form.getByLabel("Mail address").fill("anna@example.com");
    await form.getByLabel("Current password").fill("wrong");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("This is not your password.").waitFor();
    await draw(page, "account-email");
    await form.getByLabel("Current password").fill(password);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Mail address saved").waitFor();

    await page.goto(bench.url + blank);
    await page.context().clearCookies();
    await page.goto(`${bench.url}/sign-in`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "New password" }).waitFor();
    await page.getByLabel("Name").fill("anna");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("status").getByText("the link is on its way").waitFor();
    await draw(page, "forgot-sent");
    const sent = () => mail.mails.find(({ to }) => to.some((one) => one.includes("anna@example.com")));
    await until(() => sent() !== undefined, "the mail has come");
    const link = /http:\S+\/reset#\S+/.exec(sent()?.text ?? "")?.[0] ?? "";
    expect(link).toStartWith(bench.url);
    await page.goto(link);
    await page.getByLabel("New password").fill("nine paper lanterns drift");
    await send(page);
    await page.locator(".project-card").first().waitFor();
    expect(bench.errors).toEqual([]);
  });
});
