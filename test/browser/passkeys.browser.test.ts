import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { freePort } from "../support/free-port.ts";
import { accessibilityFaults } from "./axe.ts";
import { draw } from "./screenshots.ts";
import { password, type Staff, sessionOf, signUp } from "./signed-in.ts";
import { type Bench, hasBrowser, startBench, until } from "./start-bench.ts";

/** A device in the browser that has passkeys, and whose owner always gives their finger. */
async function virtualDevice(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

describe.skipIf(!hasBrowser)("passkeys in the browser", () => {
  let bench: Bench;
  let staff: Staff;
  beforeAll(async () => {
    // Browsers have passkeys only for a host with a name, and without https only for localhost.
    const port = await freePort();
    const address = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
    bench = await startBench({ env: { ACCESS: "required", SHOP_NAME: "Aurora", ...address } });
    staff = await signUp(bench, "anna");
  });
  afterAll(() => bench?.stop());

  test("a person adds a passkey, signs in with it, renames and removes it", async () => {
    const page = await bench.open("/account", { cookie: staff.cookie });
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
    expect(await accessibilityFaults(page)).toEqual([]);
    await draw(page, "account-passkeys");

    // As in a browser that cannot offer passkeys in the list of a field.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await page.context().clearCookies();
    await page.goto(`${bench.url}/sign-in`);
    const button = page.getByRole("button", { name: "Sign in with a passkey" });
    await button.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await draw(page, "sign-in-passkey");
    await button.click();
    await page.locator(".project-card").first().waitFor();

    await page.goto(`${bench.url}/account`);
    await page.getByRole("button", { name: "Rename: Laptop" }).click();
    await page.locator(".list-line").getByLabel("Name of the passkey").fill("Old laptop");
    await page.locator(".list-line").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove: Old laptop" }).click();
    await page.locator(".list-line", { hasText: "Old laptop" }).waitFor({ state: "detached" });
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });

  test("the list of the name field offers passkeys, without a click on the button", async () => {
    const page = await bench.open("/account", { cookie: await sessionOf(bench, "anna") });
    const device = await virtualDevice(page);
    await page.getByLabel("Name of the passkey").fill("Phone");
    const form = page.locator("form", { hasText: "Name of the passkey" });
    await form.getByLabel("Current password").fill(password);
    await form.getByRole("button", { name: "Add passkey" }).click();
    await page.locator(".list-line", { hasText: "Phone" }).waitFor();
    expect(await device.credentials()).toHaveLength(1);
    await page.context().clearCookies();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await page.route("**/api/session/passkey", (route) => {
      resolve();
      return route.continue();
    });
    await page.goto(`${bench.url}/sign-in`);
    await asked;
    await page.locator(".project-card").first().waitFor();
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });

  test("an invited person takes a passkey instead of a password, and later sets one", async () => {
    const { link } = (await staff.admin.createInvitation({ body: { name: "boris" } })).data;
    const page = await bench.open("about:blank");
    const device = await virtualDevice(page);
    await page.goto(bench.url + link.path);
    await page.getByText("anna invites you").waitFor();
    await page.getByRole("button", { name: "Use a passkey instead of a password" }).click();
    await page.getByRole("heading", { name: "Projects" }).waitFor();
    await until(async () => (await device.credentials()).length === 1, "the device has the passkey");
    await page.goto(`${bench.url}/account`);
    await page.getByRole("button", { name: /^Remove: / }).click();
    await page.getByText("At least one way to sign in must remain.").waitFor();
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed").waitFor();
    expect(await sessionOf(bench, "boris")).toContain("catalog-session=");
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });

  test("the sign-in over the open editor takes a passkey too", async () => {
    await staff.add("clara", [{ role: "viewer" }]);
    const page = await bench.open("/account", { cookie: await sessionOf(bench, "clara") });
    await virtualDevice(page);
    const form = page.locator("form", { hasText: "Name of the passkey" });
    await form.getByLabel("Name of the passkey").fill("Phone");
    await form.getByLabel("Current password").fill(password);
    await form.getByRole("button", { name: "Add passkey" }).click();
    await page.locator(".list-line", { hasText: "Phone" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Rename: Phone" }).click();
    await page.locator(".list-line").getByRole("button", { name: "Save" }).click();
    const dialog = page.locator(".sign-in");
    await dialog.getByRole("button", { name: "Sign in with a passkey" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });
});
