import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, chooseOption, goTo, hasBrowser, saved, startBench, toComments, until } from "./start-bench.ts";

const projectId = "changes";

describe.skipIf(!hasBrowser)("undo and history in the browser", () => {
  let bench: Bench;
  /** One page for all tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const list = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 500, lang: "en" } })).data.items;
  const names = async (subcategoryId: string) => (await list(subcategoryId)).map((item) => item.name);
  /** Opens a list, and waits for its first row. */
  async function open(leaf: { id: string }, first: string, query = "") {
    await goTo(page, `/projects/${projectId}?subcategory=${leaf.id}${query}`);
    await page.locator(".grid-name", { hasText: first }).first().waitFor();
  }

  test("a bulk edit of several fields shows both values of each first, and one click reverts all of it", async () => {
    const { leaf, items } = await bench.makeLeaf("Several", ["Ant", "Bee", "Cat"]);
    await bench.api.updateItem({ params: { itemId: items[2]?.id ?? "" }, body: { discount: 30, quantity: 9 } });
    await open(leaf, "Ant");
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New value, Discount").fill("30");
    await dialog.getByRole("button", { name: "Add another field" }).click();
    await chooseOption(dialog.getByLabel("Field", { exact: true }).nth(1), "Quantity");
    await dialog.getByLabel("New value, Quantity").fill("9");
    await dialog.getByText("2 items change · 1 already has these values").waitFor();
    // The numbers were the same for the first field alone.
    const preview = async () => (await dialog.locator(".preview li").first().innerText()).replaceAll(/\s+/g, " ");
    await until(async () => (await preview()) === "Ant Quantity 0 9 Discount, % 0 30", "both fields are previewed");
    await dialog.getByRole("button", { name: "Change 2 items" }).click();
    await page.locator(".toast", { hasText: "2 items changed" }).waitFor();
    expect((await list(leaf.id)).map((item) => [item.discount, item.quantity])).toEqual([
      [30, 9],
      [30, 9],
      [30, 9],
    ]);
    await page.locator(".toast", { hasText: "2 items changed" }).getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast", { hasText: "Undone: 2 items changed" }).waitFor();
    expect((await list(leaf.id)).map((item) => [item.discount, item.quantity])).toEqual([
      [0, 0],
      [0, 0],
      [30, 9],
    ]);
  });

  test("thousands of items are selected with the filter, deleted in one set with a progress bar, and restored with one click", async () => {
    const { leaf } = await bench.makeLeaf("Thousands", ["Seed 0", "Other"]);
    const copy = async (itemIds: string[]) =>
      (await bench.api.bulkCopyItems({ body: { itemIds, subcategoryId: leaf.id } })).data.itemIds;
    let seeds = [(await list(leaf.id))[0]?.id ?? ""];
    while (seeds.length < 2_001) seeds = [...seeds, ...(await copy(seeds.slice(0, 2_001 - seeds.length)))];
    await open(leaf, "Seed 0", "&search=seed");
    const requests: string[] = [];
    page.on(
      "request",
      (request) => request.url().includes("/bulk/") && requests.push(request.headers()["change-set"] ?? ""),
    );
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByText("2,001 selected").waitFor();
    await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
    // The answers wait until the progress bar was seen, because it disappears with the last one.
    const seen = Promise.withResolvers<void>();
    const parts = "**/bulk/**";
    await page.route(parts, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("progressbar").waitFor({ state: "attached" });
    seen.resolve();
    await page.locator(".toast", { hasText: "2,001 items deleted" }).waitFor();
    expect(await names(leaf.id)).toEqual(["Other"]);
    expect([requests.length, new Set(requests).size]).toEqual([3, 1]);
    await page.locator(".toast", { hasText: "2,001 items deleted" }).getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast", { hasText: "Undone: 2,001 items deleted" }).waitFor();
    const back = await bench.api.listItems({ params: { subcategoryId: leaf.id }, query: { limit: 1 } });
    expect(back.data.total).toBe(2_002);
    await page.unroute(parts);
  });

  test("moves, copies, reordering and renames of subcategories and items can be undone", async () => {
    const { leaf, category } = await bench.makeLeaf("Ways back", ["One", "Two"]);
    const params = { categoryId: category.id };
    const target = (await bench.api.createSubcategory({ params, body: { name: "Target leaf", priority: 7 } })).data.id;
    // The tree opens the way to a node that it has heard of: the category has something to open.
    await page.locator(".tree-row[aria-expanded]", { hasText: category.name }).waitFor();
    await open(leaf, "One");
    const undo = async (text: string, words = text) => {
      await page.locator(".toast", { hasText: text }).getByRole("button", { name: "Undo" }).click();
      await page.locator(".toast", { hasText: `Undone: ${words}` }).waitFor();
    };
    const order = async () => (await bench.api.listSubcategories({ params })).data.map(({ name }) => name).join();
    const pick = async (copy: boolean) => {
      await page.locator(".grid-row", { hasText: "One" }).first().locator("input[type=checkbox]").click();
      await page
        .locator(".selection-bar")
        .getByRole("button", { name: copy ? "Copy" : "Move" })
        .click();
      await page.getByRole("combobox", { name: "Find a category by name" }).fill("Target");
      await page.locator(".node-choice", { hasText: "Target" }).click();
      await page.getByRole("button", { name: copy ? "Copy here" : "Move here" }).click();
    };

    await pick(false);
    await until(async () => (await names(target)).join() === "One", "it moved");
    await undo("One moved to Target leaf");
    await until(async () => (await names(leaf.id)).join() === "One,Two", "it is back");
    await page.locator(".grid-row", { hasText: "One" }).first().waitFor();
    await pick(true);
    await until(async () => (await names(target)).join() === "One", "it was copied");
    await undo("One copied to Target leaf");
    await until(async () => (await names(target)).length === 0, "the copy is gone");
    expect(await names(leaf.id)).toEqual(["One", "Two"]);

    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+ArrowDown");
    await until(async () => (await names(leaf.id)).join() === "Two,One", "put in order");
    await undo("One moved to position 2 of 2");
    await until(async () => (await names(leaf.id)).join() === "One,Two", "the order is restored");

    const tree = page.getByRole("tree");
    await page.locator(".tree-row", { hasText: "Target leaf" }).first().click();
    await tree.focus();
    await page.keyboard.press("Alt+ArrowUp");
    await until(async () => (await order()) === "Target leaf,Ways back", "moved up");
    await undo("Target leaf moved to position 1 of 2");
    await until(async () => (await order()) === "Ways back,Target leaf", "moved back");
    await tree.focus();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: /New name/ }).fill("Renamed leaf");
    await page.keyboard.press("Enter");
    await undo("Target leaf renamed", "“Target leaf” renamed to “Renamed leaf”");
    await until(async () => (await order()) === "Ways back,Target leaf", "the name is restored");
  });

  test("editing in the list sends only a PATCH, and a conflict still shows the other value", async () => {
    const { leaf, items } = await bench.makeLeaf("Straight", ["Solo"]);
    await open(leaf, "Solo");
    const asked: string[] = [];
    page.on("request", (request) => /\/api\/items\//.test(request.url()) && asked.push(request.method()));
    const price = page.locator('.grid-row [data-kind="number"]').first();
    await price.click();
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await saved(page);
    expect(asked).toEqual(["PATCH"]);
    // This page gets no events, so that it edits the value that it loaded.
    const events = /\/events\b/;
    await page.route(events, (route) => route.abort());
    await page.reload();
    await page.locator(".grid-name").first().waitFor();
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { price: 500 } });
    await price.click();
    await page.keyboard.type("8");
    await page.keyboard.press("Enter");
    await page.locator('.save-status[data-status="attention"]').click();
    await page.getByRole("button", { name: "Show" }).click();
    const conflict = page.locator(".conflict");
    await conflict.waitFor();
    expect((await conflict.innerText()).replaceAll(/\s+/g, " ")).toContain("Yours 8 Theirs 500");
    await conflict.getByRole("button", { name: "Take theirs" }).click();
    await page.unroute(events);
  });

  test("the history of the project is filtered by person, action, field, time and text", async () => {
    const { leaf, items } = await bench.makeLeaf("Chronicle", ["Quill", "Inkwell"]);
    const [quill, inkwell] = items.map(({ id }) => id);
    await bench.api.updateItem({ params: { itemId: quill ?? "" }, body: { price: 4321 } });
    await bench.api.updateItem({ params: { itemId: inkwell ?? "" }, body: { quantity: 6 } });
    await bench.api.deleteItem({ params: { itemId: inkwell ?? "" } });
    await goTo(page, `/projects/${projectId}/history`);
    const entries = () => page.locator(".list-line").allInnerTexts();
    const words = page.getByRole("textbox", { name: "Name or value" });
    await words.fill("INKWELL");
    await until(async () => (await entries()).length === 3, "three changes of the inkwell");
    await chooseOption(page.getByLabel("Action", { exact: true }), "deleted");
    await until(async () => (await entries()).length === 1, "one of them is the deletion");
    await page.waitForURL(/text=INKWELL.*action=delete|action=delete.*text=INKWELL/);
    await page.reload();
    await until(async () => (await entries()).length === 1, "the filter is in the address");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await words.fill("4321");
    await chooseOption(page.getByLabel("Field", { exact: true }), "Price");
    await chooseOption(page.getByLabel("Kind", { exact: true }), "Item");
    await until(async () => (await entries()).join().includes("Quill") && (await entries()).length === 1, "by value");
    await page.locator(".list-line").getByRole("button", { name: /^Undo/ }).click();
    await until(async () => (await list(leaf.id))[0]?.price === 100, "the price is restored");
    await page.getByLabel("Until this day").fill("2020-01-01");
    await page.getByText("No change matches").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await page.getByRole("combobox", { name: "Who" }).fill("nobody");
    await page.getByText("No change matches").waitFor();

    await open(leaf, "Quill", `&item=${quill}`);
    await page.getByRole("button", { name: "Show history" }).click();
    await chooseOption(page.locator(".panel").getByLabel("Action", { exact: true }), "created");
    await until(async () => (await entries()).length === 1, "only its beginning");
  });

  test("a deleted category is restored completely, by undo and from the trash", async () => {
    const { leaf, category } = await bench.makeLeaf("Phoenix", ["One", "Two"]);
    await goTo(page, `/projects/${projectId}?category=${category.id}`);
    const remove = async () => {
      await page.locator(".tree-row", { hasText: category.name }).first().click();
      await page.getByRole("tree").focus();
      await page.keyboard.press("Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    };
    const deleted = page.locator(".toast", { hasText: `${category.name} deleted` });
    await remove();
    await deleted.getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast", { hasText: `Undone: ${category.name} deleted` }).waitFor();
    await page.locator(".tree-row", { hasText: category.name }).first().waitFor();
    expect(await names(leaf.id)).toEqual(["One", "Two"]);

    await remove();
    await deleted.getByRole("button", { name: "Undo" }).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.locator("[role=radiogroup] label", { hasText: "Trash" }).click();
    await page
      .getByRole("button", { name: `Restore: ${category.name}` })
      .first()
      .click();
    await until(async () => (await fetch(`${bench.url}/api/subcategories/${leaf.id}`)).ok, "it was restored");
    expect(await names(leaf.id)).toEqual(["One", "Two"]);
  });

  test("saves that end with the first value show the values in between", async () => {
    const { items } = await bench.makeLeaf("There and back", ["Boomerang"]);
    const itemId = items[0]?.id ?? "";
    for (const price of [500, 600, 700, 800, 100]) await bench.api.updateItem({ params: { itemId }, body: { price } });
    await goTo(page, `/projects/${projectId}/history?text=Boomerang&field=price`);
    const entry = page.locator(".list-line", { hasText: "Boomerang" });
    await entry.waitFor();
    const words = async (selector: string) => (await entry.locator(selector).innerText()).replaceAll(/\s+/g, " ");
    expect(await words(".diff")).toBe("Price 100 … 600 700 800 100");
    await entry.getByText("5 saves: show the values in between").click();
    expect(await words(".between ol")).toBe("500 600 700 800");
  });

  test("an action that changed nothing offers no undo", async () => {
    const { leaf, items } = await bench.makeLeaf("Nothing to undo", ["Same"]);
    await open(leaf, "Same");
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("New value").fill("55");
    await page.getByText("1 item changes").waitFor();
    // Someone else was faster, and this page does not know yet.
    const edits = "**/bulk";
    await page.route(edits, async (route) => {
      await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { discount: 55 } });
      await route.continue();
    });
    await page.getByRole("button", { name: "Change 1 item" }).click();
    const toast = page.locator(".toast", { hasText: "Same changed" });
    await toast.waitFor();
    expect(await toast.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await page.unroute(edits);
  });

  test("the history of an item shows what changed, and each entry can be undone", async () => {
    const { leaf, items } = await bench.makeLeaf("Diary", ["Before"]);
    const item = items[0]?.id ?? "";
    await bench.api.updateItem({ params: { itemId: item }, body: { translations: { ru: { name: "До" } } } });
    await open(leaf, "Before", `&item=${item}`);
    await page.locator(".panel-head", { hasText: "Before" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("After");
    await page.getByLabel("Name", { exact: true }).blur();
    await saved(page);
    await page.reload();
    await page.getByText("The original has changed").first().waitFor();
    await page.getByRole("button", { name: "Show history" }).click();
    const entry = page.locator(".list-line", { hasText: "renamed this item, which was “Before”" });
    await entry.getByRole("button", { name: /^Undo/ }).click();
    await until(async () => (await names(leaf.id))[0] === "Before", "the name is restored");
    await until(
      async () => (await page.getByLabel("Name", { exact: true }).inputValue()) === "Before",
      "the field shows it",
    );
  });

  test("two people on one item see each other", async () => {
    const { leaf, items } = await bench.makeLeaf("Meeting", ["Shared"]);
    await open(leaf, "Shared", `&item=${items[0]?.id}`);
    const anna = page;
    await anna.locator(".panel-head", { hasText: "Shared" }).waitFor();
    const boris = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`, {
      person: "other",
    });
    await toComments(boris);
    await boris.getByLabel("Your name").fill("Boris");
    await anna.locator(".presence", { hasText: "Boris" }).waitFor();
    await boris.getByLabel("Quantity", { exact: true }).fill("31");
    await until(
      async () => (await anna.getByLabel("Quantity", { exact: true }).inputValue()) === "31",
      "the other's number appears",
    );
  });
});
