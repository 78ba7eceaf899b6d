import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, hasBrowser, startBench } from "./bench.ts";

const password = "three copper kettles sing";

describe.skipIf(!hasBrowser)("signing in, in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required" } });
  });
  afterAll(() => bench?.stop());

  test("the first user comes in by the printed link, lets another in, and goes out again", async () => {
    const page = await bench.open("/");
    await page.waitForURL(/sign-in/);
    const link = /(\/welcome#\S+)/.exec(bench.printed())?.[1] ?? "";
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
    await dialog.getByRole("button", { name: "Add person" }).click();
    await page.locator(".history-entry", { hasText: "boris" }).waitFor();

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/sign-in/);
    await page.context().close();
  });

  test("a session that ends while someone types opens a door in place, and the words are saved behind it", async () => {
    const page = await bench.open("/sign-in");
    await page.getByLabel("Name").fill("boris");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button").first().click();
    await page.locator(".project-card").first().waitFor();
    await page.goto(`${bench.url}/projects/aurora-market?subcategory=laptops`);
    await page.locator(".grid-name").first().click();
    await page.getByLabel("Short description", { exact: true }).waitFor();
    await page.context().clearCookies();
    await page.getByLabel("Short description", { exact: true }).fill("Typed while the session was gone");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel("Name").fill("boris");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("is not right").waitFor();
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator('.save-status[data-status="saved"]').waitFor();
    expect(await page.getByLabel("Short description", { exact: true }).inputValue()).toBe(
      "Typed while the session was gone",
    );
    const item = new URL(page.url()).searchParams.get("item");
    const stored = await page.evaluate(async (id) => (await fetch(`/api/items/${id}`)).json(), item);
    expect(stored).toMatchObject({ simpleDescription: "Typed while the session was gone" });
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });
});
