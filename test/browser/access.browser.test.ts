import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, hasBrowser, startBench } from "./bench.ts";

const password = "three copper kettles sing";

describe.skipIf(!hasBrowser)("signing in, in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required" } });
  });
  afterAll(() => bench?.stop());

  test("the first user comes in by the printed link, adds another, and the door is shut for the rest", async () => {
    const page = await bench.open("/");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const link = /(\/welcome#\S+)/.exec(bench.printed())?.[1] ?? "";
    expect(link).toStartWith("/welcome#");
    await page.goto(bench.url + link);
    await page.getByLabel("Name").fill("anna");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".project-card").first().waitFor();

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "People and keys" }).click();
    await page.getByLabel("Name").fill("boris");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Add person" }).click();
    await page.locator(".history-entry", { hasText: "boris" }).waitFor();
    await page.getByLabel("What the key is for").fill("import");
    await page.getByRole("button", { name: "Make key" }).click();
    const secret = await page.locator(".secret code").innerText();
    const answer = await fetch(`${bench.url}/api/projects`, { headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status).toBe(200);

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel("Name").fill("boris");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("is not right").waitFor();
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".project-card").first().waitFor();
    expect(bench.errors).toEqual([]);
    await page.context().close();
  });
});
