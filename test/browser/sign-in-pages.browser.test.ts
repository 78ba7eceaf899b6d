import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "./axe.ts";
import { coloured, draw, settled } from "./screenshots.ts";
import { password, sessionOf } from "./signed-in.ts";
import { type Bench, hasBrowser, startBench } from "./start-bench.ts";

const looks = [
  ["light", 1280],
  ["dark", 1280, "colours"],
  ["dark", 390, "colours"],
  ["light", 390],
] as const;

/** What axe finds on a page in every colour scheme and width, and whether the page is wider than the screen. */
async function faultsOf(page: Page, name: string): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const [colorScheme, width, which] of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await coloured(page, colorScheme);
    await settled(page);
    await draw(page, `${name}-${colorScheme}-${width}`);
    const found = await accessibilityFaults(page, { which });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (found.length > 0 || wide > width) faults[`${name}, ${colorScheme}, ${width} px, ${wide} wide`] = found;
  }
  return faults;
}

describe.skipIf(!hasBrowser)("the sign-in pages and the account page", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required" } });
  });
  afterAll(() => bench?.stop());

  test("have no accessibility faults: light and dark, wide and on a phone", async () => {
    const link = /(\/welcome#\S+)/.exec(bench.output())?.[1] ?? "";
    const page = await bench.visit(link);
    await page.getByLabel("Name").waitFor();
    const faults = await faultsOf(page, "welcome");
    await page.getByLabel("Name").fill("anna");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button").click();
    await page.getByRole("alert").waitFor();
    Object.assign(faults, await faultsOf(page, "welcome-refused"));
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button").click();
    await page.locator(".project-card").first().waitFor();

    await page.goto(`${bench.url}/account`);
    await page.getByRole("heading", { name: "Open sessions" }).waitFor();
    await page.locator(".list-line").first().waitFor();
    Object.assign(faults, await faultsOf(page, "account"));

    const guest = await bench.visit("/sign-in");
    await guest.getByLabel("Name").waitFor();
    Object.assign(faults, await faultsOf(guest, "sign-in"));
    await guest.getByLabel("Name").fill("anna");
    await guest.getByLabel("Password").fill("wrong");
    await guest.getByRole("button").first().click();
    await guest.getByRole("alert").waitFor();
    Object.assign(faults, await faultsOf(guest, "sign-in-refused"));
    expect(faults).toEqual({});
    expect(bench.errors).toEqual([]);
  });

  test("the pages of an invitation, a forgotten password and an error have none either, in Russian", async () => {
    const page = await bench.open("about:blank", { locale: "ru-RU" });
    const faults = {};
    for (const [name, path, words] of [
      ["forgot", "/forgot", "Новый пароль"],
      ["link-gone", "/invitation#none", "Ссылка не работает"],
      ["missing", "/nowhere", "Здесь ничего нет"],
      ["sign-in-ru", "/sign-in", "Войти"],
    ] as const) {
      await page.goto(bench.url + path);
      await page.getByRole("heading", { name: words }).waitFor();
      Object.assign(faults, await faultsOf(page, name));
    }
    expect(faults).toEqual({});
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });

  test("the pages speak the language that was chosen in the editor", async () => {
    const page = await bench.visit("/", { cookie: await sessionOf(bench, "anna") });
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitemradio", { name: "Русский" }).click();
    await page.getByRole("heading", { name: "Проекты" }).waitFor();
    await page.goto(`${bench.url}/nowhere`);
    await page.getByRole("heading", { name: "Здесь ничего нет" }).waitFor();
    await page.getByRole("link", { name: "К каталогу" }).click();
    await page.getByRole("heading", { name: "Проекты" }).waitFor();
  });

  test("the sign-in dialog over the open editor has none either", async () => {
    const page = await bench.visit("/", { cookie: await sessionOf(bench, "anna") });
    await page.locator(".project-card").first().waitFor();
    await page.context().clearCookies();
    await page.locator(".project-card").first().click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await faultsOf(page, "sign-in")).toEqual({});
  });
});
