import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "./axe.ts";
import { draw } from "./screenshots.ts";
import { password, type Staff, signUp } from "./signed-in.ts";
import { type Bench, chooseOption, hasBrowser, startBench } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("invitations in the browser", () => {
  let bench: Bench;
  let staff: Staff;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required", SHOP_NAME: "Aurora & Söhne" } });
    staff = await signUp(bench, "anna");
    page = await bench.open("about:blank", { cookie: staff.cookie });
  });
  afterAll(() => bench?.stop());

  const line = (name: string) => page.locator(".list-line", { hasText: name });
  /** The link that is shown once. */
  const shownLink = async () => page.locator(".secret code").innerText();

  async function invite(name: string): Promise<string> {
    await page.goto(`${bench.url}/people`);
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Invite person" }).click();
    await line(name).getByText("invited until").waitFor();
    return shownLink();
  }

  test("an admin invites a person, who sets a password and is in the editor", async () => {
    await page.goto(`${bench.url}/people`);
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("boris");
    await dialog.getByLabel("Mail address").fill("not an address");
    await chooseOption(dialog.getByLabel("Where"), "Aurora Market");
    expect(await accessibilityFaults(page, { part: "overlays" })).toEqual([]);
    await draw(page, "invite-dialog");
    await dialog.getByRole("button", { name: "Invite person" }).click();
    await dialog.getByText("This is not a mail address.").waitFor();
    await dialog.getByLabel("Mail address").fill("boris@example.com");
    await dialog.getByRole("button", { name: "Invite person" }).click();
    await line("boris").getByText("invited until").waitFor();
    const link = await shownLink();
    expect(link).toStartWith(`${bench.url}/invitation#`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await draw(page, "invited");

    const guest = await bench.visit("/healthz", { person: "boris" });
    await guest.goto(link);
    await guest.getByRole("heading", { name: "Welcome to Aurora & Söhne" }).waitFor();
    await guest.getByText("anna invites you to work on the catalog. Your name here is boris.").waitFor();
    expect(new URL(guest.url()).hash).toBe("");
    await guest.getByLabel("Password").fill("boris boris");
    await guest.getByRole("button").click();
    await guest.getByRole("alert").getByText("too easy to guess").waitFor();
    await guest.getByLabel("Password").fill(password);
    await guest.getByRole("button").click();
    await guest.waitForURL("**/projects/**");
    await page.reload();
    await line("boris").waitFor();
    expect(await line("boris").innerText()).not.toContain("Invited");

    await guest.context().clearCookies();
    await guest.goto(link);
    await guest.getByRole("heading", { name: "This link does not work" }).waitFor();
    expect(await accessibilityFaults(guest)).toEqual([]);
    expect(bench.errors).toEqual([]);
  });

  test("a new link replaces the last one, and a revoked invitation is gone from the list", async () => {
    const first = await invite("clara");
    await page.getByRole("button", { name: "New link: clara" }).click();
    await page.waitForFunction((old) => document.querySelector(".secret code")?.textContent !== old, first);
    const second = await shownLink();
    const guest = await bench.visit("/healthz", { person: "clara" });
    await guest.goto(first);
    await guest.getByRole("heading", { name: "This link does not work" }).waitFor();
    await guest.goto("about:blank");
    await guest.goto(second);
    await guest.getByText("Your name here is clara.").waitFor();
    const small = await bench.open("/people", {
      cookie: staff.cookie,
      viewport: { width: 390, height: 844 },
      locale: "ru-RU",
    });
    await small.getByRole("button", { name: "Отозвать: clara" }).waitFor();
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await draw(small, "invited-ru-390");
    await small.context().close();
    await page.getByRole("button", { name: "Revoke: clara" }).click();
    await line("clara").waitFor({ state: "detached" });
    await guest.getByLabel("Password").fill(password);
    await guest.getByRole("button").click();
    await guest.getByRole("heading", { name: "This link does not work" }).waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("an admin makes a link to a new password, and the page speaks the reader's language", async () => {
    await staff.add("dora", [{ role: "viewer" }]);
    await page.goto(`${bench.url}/people`);
    await page.getByRole("button", { name: "Edit: dora" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await dialog.getByText("Link to a new password for dora.").waitFor();
    expect(await accessibilityFaults(page, { part: "overlays" })).toEqual([]);
    const link = await shownLink();
    const guest = await bench.open("about:blank", {
      locale: "ru-RU",
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    await guest.goto(link);
    await guest.getByText("Задайте новый пароль для dora.").waitFor();
    await draw(guest, "reset-ru-dark-390");
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityFaults(guest)).toEqual([]);
    await guest.getByLabel("Новый пароль").fill(password);
    await guest.getByRole("button").click();
    await guest.locator(".project-card").first().waitFor();
    expect(bench.errors).toEqual([]);
    await guest.context().close();
  });
});
