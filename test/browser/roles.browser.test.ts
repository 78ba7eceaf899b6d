import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Grant } from "../../contract/access.ts";
import { settled } from "./screenshots.ts";
import { password, type Staff, signUp } from "./signed-in.ts";
import { type Bench, blank, hasBrowser, projectId, startBench } from "./start-bench.ts";

const project = projectId;

const people: Record<string, Grant[]> = {
  viewer: [{ role: "viewer", project }],
  translator: [{ role: "translator", project, languages: ["de"] }],
  "translator-of-a-branch": [{ role: "translator", project, subtree: "laptops" }],
  "editor-of-a-branch": [{ role: "editor", project, subtree: "laptops" }],
  "editor-of-a-branch-who-sees-all": [
    { role: "viewer", project },
    { role: "editor", project, subtree: "laptops" },
  ],
  editor: [{ role: "editor", project }],
  "admin-of-a-project": [{ role: "admin", project }],
  admin: [{ role: "admin" }],
};

describe.skipIf(!hasBrowser)("each role in the browser", () => {
  let bench: Bench;
  let staff: Staff;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required" } });
    staff = await signUp(bench, "anna");
  });
  afterAll(() => bench?.stop());

  /** Everything that the service refused, and everything that the page wrote to its console. */
  const watch = (page: Page) => {
    const wrong: string[] = [];
    page.on("response", (answer) => {
      const { pathname, search } = new URL(answer.url());
      if (answer.status() >= 400) wrong.push(`${answer.status()} ${answer.request().method()} ${pathname}${search}`);
    });
    page.on("console", (message) => wrong.push(`${message.type()}: ${message.text()}`));
    return wrong;
  };

  for (const [name, grants] of Object.entries(people)) {
    test(`nothing is refused on any screen to: ${name}`, async () => {
      const page = await bench.visit(blank, { cookie: await staff.add(name, grants) });
      const wrong = watch(page);
      const at = async (path: string, drawn: string) => {
        await page.goto(bench.url + path);
        await page.locator(drawn).first().waitFor();
        await settled(page);
      };
      await at("/", ".content");
      await at(`/projects/${project}`, ".tree-row, .board-branches");
      await at(`/projects/${project}?all=true`, ".grid-name");
      await at(`/projects/${project}?subcategory=laptops`, ".grid-name");
      await page.locator(".grid-name").first().click();
      await page.locator(".panel-body").waitFor();
      await page.getByRole("button", { name: "Show history" }).click();
      await page.locator(".panel .list-line").first().waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("lap");
      await page.locator("[role=option]").first().waitFor();
      await settled(page);
      await page.keyboard.press("Escape");
      await at(`/projects/${project}?subcategory=laptops&details=true`, ".panel-body");
      await at(`/projects/${project}/translations?state=all`, ".board-row");
      await at(`/projects/${project}/translations?lang=de&state=all`, ".board-row");
      await at(`/projects/${project}/history`, ".list-line");
      await at(`/projects/${project}/history?trash=true`, ".content");
      await at(`/projects/${project}/import`, ".page h2");
      await at("/account", ".list-line");
      await at("/people", ".content");
      expect(wrong).toEqual([]);
    }, 120_000);
  }

  const enter = async (name: string, grants: Grant[], path: string) => {
    const page = await bench.visit(blank, { cookie: await staff.add(name, grants) });
    await page.goto(bench.url + path);
    return page;
  };

  test("a translator begins on the board, in a language that they may write, and can go to the catalog", async () => {
    const page = await enter("theo", [{ role: "translator", project, languages: ["de"] }], "/");
    await page.waitForURL(`**/projects/${project}/translations?lang=de`);
    await page.locator(".board-row textarea").first().waitFor();
    await page.getByRole("link", { name: "Catalog" }).click();
    await page.locator(".tree-row").first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/projects/${project}`);
    await page.reload();
    await page.locator(".tree-row").first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/projects/${project}`);
    await page.getByRole("link", { name: "All projects" }).click();
    await page.locator(".project-card").click();
    await page.waitForURL(`**/projects/${project}/translations?lang=de`);
    await page.goto(`${bench.url}/projects/${project}?subcategory=laptops`);
    await page.locator(".grid-name").first().waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("a translator writes names in the list when it is shown in their language, and only then", async () => {
    const page = await enter("tessa", [{ role: "translator", project, languages: ["fr"] }], "/healthz");
    const wrong = watch(page);
    await page.goto(`${bench.url}/projects/${project}?subcategory=laptops`);
    await page.locator(".grid-name").first().waitFor();
    const edit = async () => {
      await page.getByRole("grid").focus();
      await page.keyboard.press("F2");
    };
    await edit();
    expect(await page.locator(".cell-input").count()).toBe(0);
    await page.getByRole("button", { name: /^Language of the catalog/ }).click();
    await page.getByRole("menuitemradio", { name: "French" }).click();
    await page.getByRole("columnheader", { name: "Name · FR" }).waitFor();
    await edit();
    await page.locator(".cell-input").fill("Un portable");
    await page.keyboard.press("Enter");
    await page.locator('.save-status[data-status="saved"]').waitFor();
    await page.locator(".grid-name", { hasText: "Un portable" }).waitFor();
    await page.reload();
    await page.locator(".grid-name", { hasText: "Un portable" }).waitFor();
    expect(wrong).toEqual([]);
  });

  test("a translator who looked at another language begins in one of their own", async () => {
    const page = await enter("tim", [{ role: "translator", project, languages: ["de"] }], "/");
    await page.getByRole("button", { name: /^Russian/ }).click();
    await page.locator(".board-row .plain-value").first().waitFor();
    await page.goto(`${bench.url}/projects/${project}`);
    await page.waitForURL(`**/projects/${project}/translations?lang=de`);
    await page.locator(".board-row textarea").first().waitFor();
  });

  const firstScreens: [string, Grant[], string, string][] = [
    [
      "a translator of one branch",
      [{ role: "translator", project, subtree: "laptops" }],
      "/",
      "/translations?branch=laptops",
    ],
    ["an editor of one branch", [{ role: "editor", project, subtree: "laptops" }], "/", "?subcategory=laptops"],
    [
      "an editor of one branch who sees all",
      people["editor-of-a-branch-who-sees-all"] ?? [],
      `/projects/${project}`,
      "?subcategory=laptops",
    ],
    ["an editor", [{ role: "editor", project }], "/", ""],
    ["a viewer", [{ role: "viewer", project }], "/", ""],
    [
      "someone who edits one branch and translates all",
      [{ role: "translator" }, { role: "editor", project, subtree: "laptops" }],
      `/projects/${project}`,
      "?subcategory=laptops",
    ],
  ];
  for (const [at, [who, grants, from, to]] of firstScreens.entries())
    test(`${who} who comes to ${from} begins at ${to || "the catalog"}`, async () => {
      const page = await enter(`first${at}`, grants, from);
      await page.waitForURL(`${bench.url}/projects/${project}${to}`);
      await page.locator(".tree-row, .board-branches").first().waitFor();
      expect(page.url()).toBe(`${bench.url}/projects/${project}${to}`);
    });

  const signIn = async (page: Page, name: string) => {
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).first().click();
  };

  test("a link goes where it says after sign-in, and never to another site", async () => {
    await staff.add("lena", [{ role: "translator", project }]);
    const page = await bench.visit(`/projects/${project}?subcategory=laptops`);
    await page.waitForURL("**/sign-in?to=*");
    await signIn(page, "lena");
    await page.locator(".grid-name").first().waitFor();
    expect(page.url()).toBe(`${bench.url}/projects/${project}?subcategory=laptops`);
    for (const to of [
      "//example.com/",
      "/\\example.com",
      "/\t/example.com",
      "https://example.com",
      "javascript:alert(1)",
    ]) {
      await page.context().clearCookies();
      await page.goto(`${bench.url}/sign-in?${new URLSearchParams({ to })}`);
      await signIn(page, "lena");
      await page.locator(".board-branches").waitFor();
      expect(new URL(page.url()).origin).toBe(bench.url);
    }
  });

  test("whoever has several projects chooses one", async () => {
    const page = await enter("sam", [{ role: "editor" }], "/");
    await page.locator(".project-card").nth(1).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("rights that are taken away while someone types are told once, the text stays to be copied, and no field is live", async () => {
    const page = await enter("rita", [{ role: "editor", project }], `/projects/${project}?subcategory=laptops`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".grid-name").first().click();
    const description = page.getByRole("textbox", { name: "Short description", exact: true });
    await description.waitFor();
    let refused = 0;
    page.on("response", (answer) => {
      if (answer.status() === 403) refused++;
    });
    const rita = (await staff.admin.listUsers({})).data.find(({ name }) => name === "rita");
    // The page does not hear of it before the edit is refused.
    await page.route("**/api/session", (route) => (refused > 0 ? route.continue() : route.abort()));
    await staff.admin.updateUser({ params: { userId: rita?.id ?? "" }, body: { grants: people.viewer ?? [] } });
    await description.fill("Typed too late");
    const field = page.getByRole("group", { name: "Short description", exact: true });
    await field.getByText("You can no longer change this").waitFor();
    expect(await field.locator(".plain-value").innerText()).toBe("Typed too late");
    expect(await page.locator(".panel-body input").count()).toBe(0);
    expect(await field.getByRole("button").allInnerTexts()).toEqual(["Copy my text", "Discard my edit"]);
    await field.getByRole("button", { name: "Copy my text" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Typed too late");
    expect(refused).toBe(1);
    await field.getByRole("button", { name: "Discard my edit" }).click();
    await page.locator(".view-only").waitFor();
    expect(await field.locator(".plain-value").innerText()).not.toBe("Typed too late");
    expect(refused).toBe(1);
    expect(bench.errors).toEqual([]);
  });

  test("the editor follows a change of rights without a reload", async () => {
    const page = await enter("rosa", people.viewer ?? [], `/projects/${project}?subcategory=laptops`);
    await page.locator(".grid-name").first().click();
    await page.getByRole("group", { name: "Name", exact: true }).waitFor();
    const rosa = (await staff.admin.listUsers({})).data.find(({ name }) => name === "rosa");
    const grant = (grants: Grant[]) => staff.admin.updateUser({ params: { userId: rosa?.id ?? "" }, body: { grants } });
    await grant([{ role: "editor", project }]);
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    await page.getByRole("button", { name: "Add item" }).waitFor();
    await grant([{ role: "translator", project, languages: ["ru"] }]);
    await page.getByRole("group", { name: "Name", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Name · RU", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Add item" }).count()).toBe(0);
  });

  for (const who of ["viewer", "translator"])
    test(`no key and no menu of a ${who} changes the tree or the list`, async () => {
      const page = await enter(`keys-${who}`, people[who] ?? [], `/projects/${project}?subcategory=laptops`);
      await page.locator(".grid-name").first().waitFor();
      await page.locator(".tree-row", { hasText: "Laptops" }).click({ button: "right" });
      await page.locator(".tree-row", { hasText: "Laptops" }).dblclick();
      await page.getByRole("tree").focus();
      for (const key of ["F2", "Delete", "Shift+F10", "Alt+ArrowUp", "Alt+n", "Alt+Shift+n", "Alt+Shift+c", "Alt+e"])
        await page.keyboard.press(key);
      await page.getByRole("grid").focus();
      for (const key of ["F2", "Space", "x", "Alt+ArrowDown", "Alt+m"]) await page.keyboard.press(key);
      await settled(page);
      expect(await page.locator(".tree-input, .cell-input, .grid-new, .tree-more, .fill-handle").count()).toBe(0);
      expect(
        await page.locator('[role="menu"], [role="dialog"], [role="toolbar"], [draggable="true"]:visible').count(),
      ).toBe(0);
      await page.keyboard.press("Control+/");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sheet.getByText("Next item").waitFor();
      expect(await sheet.innerText()).not.toMatch(/Add|Rename|Delete|Fill|paste/);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      const commands = page.getByRole("group", { name: "Commands" });
      await commands.waitFor();
      expect(await commands.innerText()).not.toMatch(/Add|Rename|Delete|Move|Change|Undo/);
      expect(bench.errors).toEqual([]);
    });

  test("an editor of a branch can move what is in it, but not the branch itself", async () => {
    const page = await enter(
      "mona",
      [{ role: "viewer" }, { role: "editor", project, subtree: "audio" }],
      `/projects/${project}?subcategory=headphones`,
    );
    const menuOf = async (name: string) => {
      await page.locator(".tree-row", { hasText: name }).click({ button: "right" });
      const menu = page.getByRole("menu");
      await menu.getByRole("menuitem", { name: "Rename" }).waitFor();
      const items = await menu.innerText();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
      return items;
    };
    expect(await menuOf("Headphones")).toMatch(/Move down/);
    expect(await menuOf("Headphones")).not.toMatch(/Move out/);
    expect(await menuOf("Audio")).not.toMatch(/Move/);
  });

  test("the history offers to undo only what the person may write", async () => {
    const { items } = (await staff.admin.listItems({ params: { subcategoryId: "laptops" } })).data;
    const params = { itemId: items[0]?.id ?? "" };
    await staff.admin.updateItem({ params, body: { quantity: 41 } });
    await staff.admin.updateItem({ params, body: { translations: { de: { name: "Rechner" } } }, merge: true } as never);
    const page = await enter("uma", people.translator ?? [], `/projects/${project}/history`);
    const lines = page.locator(".list-line");
    await lines.nth(1).waitFor();
    expect(await lines.first().innerText()).toContain("Rechner");
    expect(await lines.first().getByRole("button", { name: /^Undo/ }).count()).toBe(1);
    expect(await lines.nth(1).innerText()).toContain("41");
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(1);
    await lines.first().getByRole("button", { name: /^Undo/ }).click();
    await page.locator(".toast", { hasText: "undone" }).waitFor();
  });
});
