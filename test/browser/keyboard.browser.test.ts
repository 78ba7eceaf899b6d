import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { looks } from "../support/chromium.ts";
import { hasFocus } from "./has-focus.ts";
import { type Bench, goTo, hasBrowser, saved, startBench, toComments, until } from "./start-bench.ts";

const projectId = "keyboard";

describe.skipIf(!hasBrowser)("the keyboard", () => {
  let bench: Bench;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(bench.at);
  });
  afterAll(() => bench?.stop());

  const tree = (page: Page) => page.getByRole("tree");

  test("Escape closes from the inside out: a dialog, a field, the selection, the panel", async () => {
    const { leaf, items } = await bench.makeLeaf("Escaping", ["Lamp"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    const panel = page.locator("aside.panel");
    const name = panel.getByLabel("Name", { exact: true });
    await name.fill("Desk lamp");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await until(() => name.evaluate((field) => field === document.activeElement), "the focus is back in the field");
    await page.keyboard.press("Escape");
    expect(await name.inputValue()).toBe("Desk lamp");
    expect(await panel.evaluate((whole) => whole === document.activeElement)).toBe(true);
    await page.locator('.grid-row input[type="checkbox"]').first().click();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Escape");
    await page.getByRole("toolbar").waitFor({ state: "detached" });
    expect(await panel.count()).toBe(1);
    const search = page.getByRole("textbox", { name: "Search items" });
    await search.fill("lamp");
    await page.waitForURL(/search=lamp/);
    await search.press("Escape");
    await page.waitForURL((url) => !url.searchParams.has("search"));
    expect(await panel.count()).toBe(1);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await saved(page);
  });

  test("operates the menu of a node, and the focus returns to the tree when it closes", async () => {
    // The subcategory has an item, so it cannot get subcategories and the first menu entry is disabled.
    const { leaf } = await bench.makeLeaf("Menu by keys", ["Lamp"]);
    await bench.visit(`${bench.at}?subcategory=${leaf.id}`);
    await tree(page).focus();
    // The first time the menu is loaded, the second time it is there already.
    for (const _ of ["fetched", "there"]) {
      await page.keyboard.press("Shift+F10");
      await hasFocus(page, "[role=menuitem]");
      await page.keyboard.press("Escape");
      await hasFocus(page, "[role=tree]");
    }
    await page.keyboard.press("Shift+F10");
    await hasFocus(page, "[role=menuitem]");
    await page.keyboard.press("Enter");
    await hasFocus(page, ".tree-input");
    await page.keyboard.type("Renamed by keys");
    await page.keyboard.press("Enter");
    await hasFocus(page, "[role=tree]");
    const name = async () => (await bench.api.getSubcategory({ params: { subcategoryId: leaf.id } })).data.name;
    await until(async () => (await name()) === "Renamed by keys", "the menu renamed it");
    expect(bench.errors).toEqual([]);
  });

  test("the focus returns when a dialog closes, however it was opened", async () => {
    const { leaf } = await bench.makeLeaf("Dialogs", ["Lamp", "Vase"]);
    // A dialog that fades out is there for a while after the key.
    await bench.visit(`${bench.at}?subcategory=${leaf.id}`, { reducedMotion: "no-preference" });
    expect(await page.evaluate(() => matchMedia("(prefers-reduced-motion: no-preference)").matches)).toBe(true);
    const closes = async () => {
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await tree(page).focus();
    await page.keyboard.press("Delete");
    await closes();
    await hasFocus(page, "[role=tree]");
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Move to…" }).press("Enter");
    await closes();
    await hasFocus(page, "[role=tree]");

    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("keyboard shortcuts");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await closes();
    await hasFocus(page, "[role=grid]");

    const settings = page.getByRole("button", { name: "Settings" });
    await settings.press("Enter");
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).press("Enter");
    await closes();
    await hasFocus(page, '[aria-label="Settings"]');

    // The button disappears with the selected items: the focus stays in the page.
    await page.getByRole("checkbox", { name: "Select Lamp" }).check();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).press("Enter");
    // Not by Enter: the dialog takes the focus again soon after it was drawn, and Enter could come to "Cancel".
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(page, "#content");
    await page.emulateMedia(looks);
    expect(bench.errors).toEqual([]);
  });

  test("the focus follows what is moved, goes to the next element after a removal, and returns from the panel to the list", async () => {
    const { leaf, items } = await bench.makeLeaf("Lists", ["Lamp"]);
    const itemId = items[0]?.id ?? "";
    const description = ["A", "B", "C"].map((key) => ({ key, value: key }));
    const imgs = ["/a.png", "/b.png"];
    await bench.api.updateItem({ params: { itemId }, body: { description, imgs, tags: ["one", "two"] } });
    await bench.api.createComment({ params: { itemId }, body: { text: "First" } });
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await page.locator(`[data-item="${itemId}"]`).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Enter");
    const button = (name: string) => page.getByRole("button", { name, exact: true }).first();
    const isOn = (label: string) => hasFocus(page, `[aria-label="${label}"]`);

    await button("Move C up").press("Enter");
    await isOn("Move C up");
    await page.keyboard.press("Enter");
    await isOn("Move C down");
    await button("Remove B").press("Enter");
    await isOn("Remove A");
    await button("Add property").press("Enter");
    await isOn("Property 3");

    await button("Move later: Picture 1").press("Enter");
    await isOn("Move earlier: Picture 2");
    await button("Remove picture: Picture 2").press("Enter");
    await isOn("Remove picture: Picture 1");
    await button("Remove: one").press("Enter");
    await isOn("Remove: two");
    await page.keyboard.press("Enter");
    await hasFocus(page, ".mantine-PillsInput-input input");

    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/comments", (route) => mayGo.then(() => route.continue()));
    await toComments(page);
    await page.getByLabel("Comment text").fill("Second");
    await button("Comment").press("Enter");
    await isOn("Comment text");
    await button("Delete comment").press("Enter");
    await isOn("Delete comment");
    // The focus stays when the comment is stored and gets its final id.
    letGo();
    await saved(page);
    await isOn("Delete comment");

    await button("Close the item").press("Enter");
    await hasFocus(page, "[role=grid]");
    const stored = async () => (await bench.api.getItem({ params: { itemId } })).data.description.map(({ key }) => key);
    await until(async () => (await stored()).join() === "C,A", "the same property was moved twice");
    await page.unrouteAll();
    expect(bench.errors).toEqual([]);
  });
});
