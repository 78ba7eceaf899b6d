import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { password, sessionOf } from "./signed-in.ts";
import { type Bench, chooseOption, hasBrowser, startBench, toComments, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("signing in in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required" } });
  });
  afterAll(() => bench?.stop());

  test("the first user signs up with the printed link, adds another user, and signs out", async () => {
    const page = await bench.visit("/");
    await page.waitForURL(/sign-in/);
    const link = /(\/welcome#\S+)/.exec(bench.output())?.[1] ?? "";
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

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/sign-in/);
  });

  test("a session that ends while someone types shows a sign-in dialog, and the typed text is saved", async () => {
    const page = await bench.visit("/projects/aurora-market?subcategory=laptops", {
      cookie: await sessionOf(bench, "boris"),
    });
    await page.locator(".grid-name").first().click();
    await page.getByLabel("Short description", { exact: true }).waitFor();
    await toComments(page);
    await page.getByPlaceholder("Write a comment").fill("Half a comm");
    await page.context().clearCookies();
    await page.getByLabel("Short description", { exact: true }).fill("Typed while the session was gone");
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
    expect(await page.getByLabel("Short description", { exact: true }).inputValue()).toBe(
      "Typed while the session was gone",
    );
    const item = new URL(page.url()).searchParams.get("item");
    const stored = await page.evaluate(async (id) => (await fetch(`/api/items/${id}`)).json(), item);
    expect(stored).toMatchObject({ simpleDescription: "Typed while the session was gone" });
    expect(bench.errors).toEqual([]);
  });

  test("unsent edits of one user are not sent by another, and wait until their owner signs in again", async () => {
    const page = await bench.visit("/projects/aurora-market?subcategory=laptops", {
      cookie: await sessionOf(bench, "boris"),
    });
    const come = async (within: Locator | Page, name: string) => {
      await within.getByLabel("Name").fill(name);
      await within.getByLabel("Password").fill(password);
      await within.getByRole("button", { name: "Sign in" }).first().click();
    };
    await page.locator(".grid-name").last().click();
    const description = page.getByLabel("Short description", { exact: true });
    await description.waitFor();
    const before = await description.inputValue();
    const id = new URL(page.url()).searchParams.get("item");
    const stored = () => page.evaluate(async (item) => (await fetch(`/api/items/${item}`)).json(), id);
    await page.context().clearCookies();
    await description.fill("Boris was not done");
    await page.locator(".sign-in").waitFor();
    await Promise.all([page.waitForEvent("load"), come(page.locator(".sign-in"), "anna")]);
    await description.waitFor();
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

  test("a dialog that is open when the session ends keeps its text behind the sign-in dialog", async () => {
    const page = await bench.visit("/people", { cookie: await sessionOf(bench, "anna") });
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("clara");
    await page.context().clearCookies();
    await dialog.getByRole("button", { name: "Add person" }).click();
    const signIn = page.locator(".sign-in");
    await signIn.getByLabel("Name").fill("anna");
    await signIn.getByLabel("Password").click();
    await page.keyboard.type(password);
    await signIn.getByRole("button", { name: "Sign in" }).click();
    await dialog.getByRole("button", { name: "Add person" }).click();
    await page.locator(".list-line", { hasText: "clara" }).waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("what one user did is not in the list of the next, and is there after a reload by the same", async () => {
    const page = await bench.visit("/projects/aurora-market?subcategory=laptops", {
      cookie: await sessionOf(bench, "boris"),
    });
    await page.locator(".grid-name").first().click();
    const quantity = page.getByLabel("Quantity", { exact: true });
    await quantity.fill("77");
    await page.getByRole("grid").focus();
    await page.locator('.save-status[data-status="saved"]').waitFor();
    const openList = async () => {
      await quantity.waitFor();
      await page.getByRole("button", { name: "What you did" }).click();
    };
    const list = page.getByRole("dialog", { name: "What you did" });
    await page.reload();
    await openList();
    await list.getByText("Quantity of").waitFor();
    await page.context().clearCookies();
    const [name = "", value = ""] = (await sessionOf(bench, "anna")).split("=");
    await page.context().addCookies([{ name, value, url: bench.url }]);
    await page.reload();
    await openList();
    await list.getByText("Nothing to undo yet").waitFor();
    expect(bench.errors).toEqual([]);
  });
});
