import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Grant } from "../../contract/access.ts";
import { draw } from "./screenshots.ts";
import type { Staff } from "./signed-in.ts";
import { type Bench, blank, demoId, hasBrowser, startSignedInBench, until } from "./start-bench.ts";

const projectId = "rights";

describe.skipIf(!hasBrowser)("rights in the browser", () => {
  let bench: Bench;
  let staff: Staff;
  beforeAll(async () => {
    const signedIn = await startSignedInBench({ projectId });
    bench = signedIn;
    staff = signedIn.staff;
  });
  afterAll(() => bench?.stop());

  /** The same person each time, with these grants: to add one takes longer. */
  const enter = async (grants: Grant[], path: string) => {
    const page = await bench.visit(blank, { cookie: await staff.add("rudi", grants) });
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() === 403 && answer.request().method() !== "GET") refused.push(answer.url());
    });
    await page.goto(bench.url + path);
    return { page, refused };
  };
  /** Within the loaded editor. */
  const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), bench.at + path);

  test("a viewer sees no controls to change anything, and the reason, and can select and copy cells, but not paste, fill or clear them", async () => {
    const { page, refused } = await enter([{ role: "viewer" }], `/projects/${demoId}?subcategory=laptops`);
    await page.locator(".grid-row .visibility").first().click();
    await page.locator('.grid-row [data-kind="number"]').first().dblclick();
    expect(await page.locator(".cell-input").count()).toBe(0);
    await page.locator(".grid-name").first().click();
    await page.locator(".view-only").waitFor();
    const plain = (name: string) => page.getByRole("group", { name, exact: true });
    await plain("Name").waitFor();
    expect(await page.locator(".panel :is(input, textarea, select, [contenteditable])").count()).toBe(0);
    const item = await page.evaluate(
      async (id) => (await fetch(`/api/items/${id}`)).json(),
      new URL(page.url()).searchParams.get("item"),
    );
    expect(await plain("Name").locator(".plain-value").innerText()).toBe(item.name);
    expect(await plain("Quantity").locator(".plain-value").innerText()).toBe(String(item.quantity));
    expect(await plain("Visible in the shop").locator(".plain-value").innerText()).toBe(item.visible ? "Yes" : "No");
    expect(await plain("Tags").locator(".plain-value").innerText()).toBe(item.tags.join("\n"));
    expect(await plain("Key (SKU)").locator(".plain-value").innerText()).toBe("—");
    expect(await plain("Pictures").locator("img").count()).toBe(item.imgs.length);
    expect(await plain("Pictures").getByRole("button").count()).toBe(0);
    for (const name of ["Add item", "Add category", "Comment", "Delete comment"])
      expect([name, await page.getByRole("button", { name, exact: true }).count()]).toEqual([name, 0]);
    expect(await page.locator(".tree-more").count()).toBe(0);
    expect(await page.locator('.grid-scroll input[type="checkbox"]').count()).toBe(0);
    expect(await page.getByRole("button", { name: "What you did" }).count()).toBe(0);
    await page.getByRole("button", { name: "Show history" }).click();
    await page.locator(".panel .list-line").first().waitFor();
    expect(await page.locator(".panel .list-line button").count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("Delete");
    expect(await page.getByRole("option", { name: /^Delete/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await draw(page, "rights-viewer");

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    expect(await page.locator(".grid-new").count()).toBe(0);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Shift+ArrowDown");
    expect(await page.locator(".fill-handle").count()).toBe(0);
    await page.keyboard.press("Control+c");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const names = await page.locator(".grid-name").allInnerTexts();
    await until(
      async () => (await copied()).split(/\r?\n/).join() === names.slice(0, 2).join(),
      "both names are copied",
    );
    for (const key of ["Control+v", "Control+d", "Delete"]) {
      await page.keyboard.press(key);
      const told = page.locator(".toast", { hasText: "You can view this, but not change it." });
      await told.getByRole("button", { name: "Close" }).click();
      await told.waitFor({ state: "detached" });
      await page.getByRole("grid").focus();
    }
    expect(await page.locator(".grid-name").allInnerTexts()).toEqual(names);
    expect(refused).toEqual([]);
    expect(bench.errors).toEqual([]);
  });

  test("a translator can write the languages of their grant and nothing else", async () => {
    const grants: Grant[] = [{ role: "translator", project: projectId, languages: ["ru"] }];
    const { leaf } = await bench.makeLeaf("Consoles", ["Console"]);
    const { page, refused } = await enter(grants, `${bench.at}?subcategory=${leaf.id}`);
    await page.locator(".grid-name").first().click();
    await page.getByText("You can translate this, but not change the original.").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).and(page.locator("input")).count()).toBe(0);
    await page.getByLabel("Name · RU", { exact: true }).fill("Ноутбук");
    await page.locator('.save-status[data-status="saved"]').waitFor();
    await go(page, "/translations?lang=de&state=all");
    await page.locator(".board-row .plain-value").first().waitFor();
    expect(await page.locator(".board-row :is(input, textarea)").count()).toBe(0);
    await go(page, "/translations?lang=ru&state=all");
    await page.locator(".board-row :is(input, textarea)").first().waitFor();
    expect(await page.locator(".board-row .plain-value").count()).toBe(0);
    expect(refused).toEqual([]);
  });

  test("an editor of a branch can edit it, but not the path down to it, and can restore it after deleting it", async () => {
    const { leaf } = await bench.makeLeaf("Tablets", ["Tablet"]);
    const grants: Grant[] = [{ role: "editor", project: projectId, subtree: leaf.id }];
    const { page } = await enter(grants, `${bench.at}?subcategory=${leaf.id}`);
    await page.getByRole("button", { name: "Add item" }).waitFor();
    await page.locator(".grid-name").first().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Add category" }).count()).toBe(0);
    await page.locator(".crumb").first().click();
    await page.locator(".branch-card").first().waitFor();
    expect(await page.getByRole("button", { name: "Add subcategory" }).count()).toBe(0);
    await draw(page, "rights-branch");

    await page.evaluate((id) => fetch(`/api/subcategories/${id}`, { method: "DELETE" }), leaf.id);
    await go(page, "/history?trash=true");
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("The trash is empty").waitFor();
    await go(page, `?subcategory=${leaf.id}`);
    await page.getByRole("button", { name: "Add item" }).waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("in a list over many branches, an editor of one of them can change only its items", async () => {
    const laptops = (await bench.makeLeaf("Laptops", ["Light laptop", "Heavy laptop"])).leaf;
    await bench.makeLeaf("Flagship", ["Good phone", "Better phone"]);
    const grants: Grant[] = [
      { role: "viewer", project: projectId },
      { role: "editor", project: projectId, subtree: laptops.id },
    ];
    const { page, refused } = await enter(grants, `${bench.at}?all=true`);
    const row = (place: string) =>
      page.locator(".grid-row", { has: page.locator(".grid-place", { hasText: place }) }).first();
    const quantityOf = (line: Locator) => line.locator('[id$="-quantity"]').innerText();
    await row("Laptops").waitFor();
    await row("Flagship").locator('[data-kind="number"]').first().dblclick();
    expect(await page.locator(".cell-input").count()).toBe(0);
    await row("Flagship").locator(".visibility").click();
    await row("Laptops").locator('[data-kind="number"]').first().dblclick();
    await page.locator(".cell-input").waitFor();
    await page.keyboard.press("Escape");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Shift+ArrowDown");
    await page.evaluate(() => navigator.clipboard.writeText("77"));
    await page.keyboard.press("Control+v");
    await page.locator(".toast", { hasText: /cells cannot be changed here/ }).waitFor();
    await page.locator(".toast", { hasText: /cells pasted/ }).waitFor();
    await until(async () => (await quantityOf(row("Laptops"))) === "77", "the items of the branch are changed");
    expect(await quantityOf(row("Flagship"))).not.toBe("77");
    const bar = page.getByRole("toolbar");
    await row("Laptops").locator('input[type="checkbox"]').check();
    await bar.getByRole("button", { name: "Edit" }).waitFor();
    await row("Flagship").locator('input[type="checkbox"]').check();
    await bar.getByRole("button", { name: "Edit" }).waitFor({ state: "detached" });
    expect(await bar.innerText()).not.toMatch(/Edit|Move|Delete/);
    expect(await bar.getByRole("button", { name: "Copy" }).count()).toBe(1);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Delete");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(refused).toEqual([]);
    expect(bench.errors).toEqual([]);
  });
});
