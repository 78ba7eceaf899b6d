import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Grant } from "../../contract/access.ts";
import { settled } from "./screenshots.ts";
import { password, type Staff } from "./signed-in.ts";
import { type Bench, blank, demoId, hasBrowser, startSignedInBench } from "./start-bench.ts";

/** Smaller than the demo catalog, because most tests draw all screens. */
const project = "roles";

type Person = {
  grants: Grant[];
  /** The address that they come to, and where they begin. */
  from?: string;
  begins: string;
  /** They may not change the tree or the list. */
  onlyLooks?: true;
};

const catalog = `/projects/${project}`;
const ofABranch = { project, subtree: "slates" };

const people = {
  "a viewer": { grants: [{ role: "viewer", project }], begins: catalog, onlyLooks: true },
  "a translator of one branch": {
    grants: [{ role: "translator", ...ofABranch }],
    begins: `${catalog}/translations?branch=slates`,
  },
  "an editor of one branch": {
    grants: [{ role: "editor", ...ofABranch }],
    begins: `${catalog}?subcategory=slates`,
  },
  "an editor of one branch who sees all": {
    grants: [
      { role: "viewer", project },
      { role: "editor", ...ofABranch },
    ],
    from: catalog,
    begins: `${catalog}?subcategory=slates`,
  },
  "an editor": { grants: [{ role: "editor", project }], begins: catalog },
  "an admin of a project": { grants: [{ role: "admin", project }], begins: catalog },
} satisfies Record<string, Person>;

describe.skipIf(!hasBrowser)("each role in the browser", () => {
  let bench: Bench;
  let staff: Staff;
  beforeAll(async () => {
    const signedIn = await startSignedInBench({ projectId: project });
    bench = signedIn;
    staff = signedIn.staff;
    const { api } = bench;
    const { category } = await bench.makeLeaf("Phones", ["Pocket phone"]);
    const leaf = { name: "Slates", id: "slates" };
    await api.createSubcategory({ params: { categoryId: category.id }, body: leaf });
    const body = { name: "Light slate", price: 900, translations: { de: { name: "Leichte Tafel" } } };
    await api.createItem({ params: { subcategoryId: leaf.id }, body });
  });
  afterAll(() => bench?.stop());

  /** Everything that the service refused, and everything that the page wrote to its console. */
  const watch = (page: Page) => {
    const wrong: string[] = [];
    page.on("response", (answer) => {
      const { pathname, search } = new URL(answer.url());
      if (answer.status() >= 400) wrong.push(`${answer.status()} ${answer.request().method()} ${pathname}${search}`);
    });
    page.on("console", (message) => {
      // Of the window that the tests share, not of the page.
      if (!message.text().includes("blocked by Playwright")) wrong.push(`${message.type()}: ${message.text()}`);
    });
    return wrong;
  };

  /** The same person each time, with these grants: to add one takes longer. */
  const come = async (grants: Grant[]) => bench.visit(blank, { cookie: await staff.add("roland", grants) });
  const enter = async (grants: Grant[], path: string) => {
    const page = await come(grants);
    await page.goto(bench.url + path);
    return page;
  };

  /** Waits until the page is at this address, and stays there. */
  const isAt = async (page: Page, path: string, drawn: string) => {
    await page.waitForURL(bench.url + path);
    await page.locator(drawn).first().waitFor();
    expect(page.url()).toBe(bench.url + path);
  };

  /** Goes through all screens, each time to one that has something that the last one has not. */
  const walk = async (page: Page, { onlyLooks }: { onlyLooks?: true } = {}) => {
    const at = async (path: string, ...drawn: string[]) => {
      await page.evaluate((to) => history.pushState(null, "", to), path);
      for (const one of drawn) await page.locator(one).first().waitFor();
      await settled(page);
    };
    await at(`${catalog}/history`, ".list-line");
    await at(catalog, ".tree-row");
    await at(`${catalog}/translations?state=all`, ".board-row");
    await at(`${catalog}?all=true`, ".grid-name");
    await at(`${catalog}/history?trash=true`, "text=The trash is empty");
    await at(`${catalog}?subcategory=slates`, ".grid-name");
    if (onlyLooks) await changesNothing(page);
    await page.locator(".grid-name").first().click();
    await page.locator(".panel-body").waitFor();
    await page.getByRole("button", { name: "Show history" }).click();
    await page.locator(".panel .list-line").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("sla");
    await page.locator("[role=option]").first().waitFor();
    await settled(page);
    await page.keyboard.press("Escape");
    await at(`${catalog}/translations?lang=de&state=all`, ".board-row");
    await at(`${catalog}?subcategory=slates&details=true`, ".panel-body");
    await at(`${catalog}/import`, ".page h2");
    await at("/account", ".list-line");
    await at("/people", "text=/^(Add person|Page not found)/");
  };

  /** No key and no menu changes the tree or the list. */
  const changesNothing = async (page: Page) => {
    await page.locator(".tree-row", { hasText: "Slates" }).click({ button: "right" });
    await page.locator(".tree-row", { hasText: "Slates" }).dblclick();
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
    await page.keyboard.press("Escape");
    await commands.waitFor({ state: "detached" });
  };

  for (const [who, { grants, from = "/", begins, onlyLooks }] of Object.entries<Person>(people)) {
    const more = onlyLooks ? ", and no key and no menu changes the tree or the list" : "";
    test(`${who} who comes to ${from} begins at ${begins}, and is refused nothing on any screen${more}`, async () => {
      const page = await come(grants);
      const wrong = watch(page);
      await page.goto(bench.url + from);
      await isAt(page, begins, ".tree-row, .board-branches");
      await walk(page, onlyLooks && { onlyLooks });
      expect(wrong).toEqual([]);
      expect(bench.errors).toEqual([]);
    });
  }

  test("an admin of all, who has several projects, chooses one, and is refused nothing on any screen", async () => {
    const page = await come([{ role: "admin" }]);
    const wrong = watch(page);
    await page.goto(bench.url);
    await page.locator(".project-card").nth(1).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await walk(page);
    expect(wrong).toEqual([]);
    expect(bench.errors).toEqual([]);
  });

  test("a translator begins on the board, in a language that they may write, also after looking at another one, can go to the catalog, is refused nothing on any screen, and no key and no menu changes the tree or the list", async () => {
    const page = await come([{ role: "translator", project, languages: ["de"] }]);
    const wrong = watch(page);
    const board = `${catalog}/translations?lang=de`;
    await page.goto(bench.url);
    await isAt(page, board, ".board-row textarea");
    await page.getByRole("button", { name: /^Russian/ }).click();
    await page.locator(".board-row .plain-value").first().waitFor();
    await page.goto(bench.url + catalog);
    await isAt(page, board, ".board-row textarea");
    await page.getByRole("link", { name: "Catalog" }).click();
    await isAt(page, catalog, ".tree-row");
    await page.reload();
    await isAt(page, catalog, ".tree-row");
    await page.getByRole("link", { name: "All projects" }).click();
    await page.locator(".project-card").click();
    await isAt(page, board, ".board-row textarea");
    await walk(page, { onlyLooks: true });
    await page.goto(`${bench.url}${catalog}?subcategory=slates`);
    await isAt(page, `${catalog}?subcategory=slates`, ".grid-name");
    expect(wrong).toEqual([]);
    expect(bench.errors).toEqual([]);
  });

  test("someone who edits one branch and translates all begins at the branch", async () => {
    const page = await enter([{ role: "translator" }, { role: "editor", ...ofABranch }], catalog);
    await isAt(page, `${catalog}?subcategory=slates`, ".tree-row");
  });

  test("a link goes where it says after sign-in, and never to another site", async () => {
    await staff.add("roland", [{ role: "translator", project }]);
    const signIn = async () => {
      await page.getByLabel("Name").fill("roland");
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).first().click();
    };
    const page = await bench.visit(`${catalog}?subcategory=slates`);
    await page.waitForURL("**/sign-in?to=*");
    await signIn();
    await isAt(page, `${catalog}?subcategory=slates`, ".grid-name");
    const elsewhere = [
      "//example.com/",
      "/\\example.com",
      "/\t/example.com",
      "https://example.com",
      "javascript:alert(1)",
    ];
    // Only the last time the editor has to come.
    const start = `${bench.url}/`;
    await page.route(start, (route) => route.fulfill({ body: "" }));
    for (const [at, to] of elsewhere.entries()) {
      // The editor would notice at once that the session is gone.
      await page.goto(bench.url + blank);
      await page.context().clearCookies();
      if (at === elsewhere.length - 1) await page.unroute(start);
      await page.goto(`${bench.url}/sign-in?${new URLSearchParams({ to })}`);
      await signIn();
      await page.waitForURL(({ pathname }) => pathname !== "/sign-in", { waitUntil: "commit" });
      expect([to, new URL(page.url()).origin]).toEqual([to, bench.url]);
    }
    await page.locator(".board-branches").waitFor();
  });

  test("rights that are taken away while someone types are told once, the text stays to be copied, and no field is live; other changes of rights are followed without a reload", async () => {
    const page = await enter([{ role: "editor", project }], `${catalog}?subcategory=slates`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".grid-name").first().click();
    const description = page.getByRole("textbox", { name: "Short description", exact: true });
    await description.waitFor();
    let refused = 0;
    page.on("response", (answer) => {
      if (answer.status() === 403) refused++;
    });
    const roland = (await staff.admin.listUsers({})).data.find(({ name }) => name === "roland");
    const grant = (...grants: Grant[]) =>
      staff.admin.updateUser({ params: { userId: roland?.id ?? "" }, body: { grants } });
    // The page does not hear of it before the edit is refused.
    await page.route("**/api/session", (route) => (refused > 0 ? route.continue() : route.abort()));
    await grant({ role: "viewer", project });
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

    await page.getByRole("group", { name: "Name", exact: true }).waitFor();
    await grant({ role: "editor", project });
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    await page.getByRole("button", { name: "Add item" }).waitFor();
    await grant({ role: "translator", project, languages: ["ru"] });
    await page.getByRole("group", { name: "Name", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Name · RU", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Add item" }).count()).toBe(0);
    expect(bench.errors).toEqual([]);
  });

  test("an editor of a branch can move what is in it, but not the branch itself", async () => {
    const page = await enter(
      [{ role: "viewer" }, { role: "editor", project: demoId, subtree: "audio" }],
      `/projects/${demoId}?subcategory=headphones`,
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
    const headphones = await menuOf("Headphones");
    expect(headphones).toMatch(/Move down/);
    expect(headphones).not.toMatch(/Move out/);
    expect(await menuOf("Audio")).not.toMatch(/Move/);
  });

  test("a translator writes names in the list when it is shown in their language, and only then; the history offers to undo only what they may write", async () => {
    const { leaf, items } = await bench.makeLeaf("Computers", ["Portable", "Tower"]);
    const page = await come([{ role: "translator", project, languages: ["fr"] }]);
    const wrong = watch(page);
    await page.goto(`${bench.url}${catalog}?subcategory=${leaf.id}`);
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

    const params = { itemId: items[1]?.id ?? "" };
    await staff.admin.updateItem({ params, body: { quantity: 41 } });
    await staff.admin.updateItem({ params, body: { translations: { fr: { name: "Ordinateur" } } } });
    await page.getByRole("link", { name: "History" }).click();
    const lines = page.locator(".list-line");
    await lines.nth(1).waitFor();
    expect(await lines.first().innerText()).toContain("Ordinateur");
    expect(await lines.first().getByRole("button", { name: /^Undo/ }).count()).toBe(1);
    expect(await lines.nth(1).innerText()).toContain("41");
    expect(await lines.nth(1).getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    // Her own translation, and nothing of how the items were made.
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(2);
    await lines.first().getByRole("button", { name: /^Undo/ }).click();
    await page.locator(".toast", { hasText: "undone" }).waitFor();
    expect(wrong).toEqual([]);
    expect(bench.errors).toEqual([]);
  });
});
