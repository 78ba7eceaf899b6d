import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { looks } from "../support/chromium.ts";
import { type Bench, cutWrites, goTo, hasBrowser, saved, startBench, toComments, until, wire } from "./start-bench.ts";

const projectId = "undo";

const undo = (page: Page) => page.keyboard.press("Control+z");
const redo = (page: Page) => page.keyboard.press("Control+Shift+z");
const told = (page: Page, text: string) => page.locator(".toast", { hasText: text }).waitFor();
const field = (page: Page, label: string) => page.locator(".panel").getByLabel(label, { exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "What you did" });
const openList = async (page: Page) => {
  await page.getByRole("button", { name: "What you did" }).click();
  await panel(page).getByRole("heading", { name: "What you did" }).waitFor();
};
const closeList = async (page: Page) => {
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "detached" });
};
/** The entries about this item: the list has those of earlier tests too. */
const words = async (page: Page, item: string, part: "What you did" | "Undone" = "What you did") =>
  (await panel(page).getByRole("list", { name: part }).locator(".breaks").allInnerTexts()).filter((entry) =>
    entry.includes(item),
  );

/** Remembers which fields and rows are marked: a mark is seen for two seconds only. */
const watchMarks = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const { dataset, id } = target as HTMLElement;
        if (dataset.marked !== undefined) seen.push(dataset.field ?? dataset.item ?? id);
      }
    }).observe(document, { subtree: true, attributeFilter: ["data-marked"] });
  });
const marks = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

describe.skipIf(!hasBrowser)("undo and redo", () => {
  let bench: Bench;
  /** One page for all tests, which go on in it: each does something to an item with a name of its own. */
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
  const itemOf = async (itemId: string) =>
    (await bench.api.getItem({ params: { itemId }, query: { lang: "en" } })).data;
  const children = async (categoryId: string) =>
    (await bench.api.listSubcategories({ params: { categoryId } })).data.map(({ name }) => name).join();

  /** An open item, and the grid beside it. */
  async function openItem(name: string, ...items: string[]) {
    const made = await bench.makeLeaf(`${name} and others`, [name, ...items]);
    const item = made.items[0]?.id ?? "";
    await goTo(page, `/projects/${projectId}?subcategory=${made.leaf.id}&item=${item}`);
    await page.locator(".panel-head", { hasText: name }).waitFor();
    await page.locator(".grid-name", { hasText: name }).first().waitFor();
    return { ...made, item, leaf: made.leaf.id };
  }

  test("fields are undone from the last to the first, marked where they are, and redone", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const { item } = await openItem("Lamp");
    await field(page, "Price").fill("12");
    await field(page, "Quantity").fill("3");
    await page.locator(".panel").getByRole("switch", { name: "Visible in the shop" }).click();
    await field(page, "Add a tag").or(page.getByPlaceholder("Add a tag")).fill("new");
    await page.keyboard.press("Enter");
    await page.getByRole("grid").focus();
    await saved(page);
    const values = async () => {
      const { price, quantity, visible, tags } = await itemOf(item);
      return [price, quantity, visible, tags.join()].join(" ");
    };
    expect(await values()).toBe("12 3 false new");
    await watchMarks(page);
    for (const [toast, next] of [
      ["Undone: Tags of “Lamp”: empty → new", "12 3 false "],
      ["Undone: “Lamp” hidden from the shop", "12 3 true "],
      ["Undone: Quantity of “Lamp”: 0 → 3", "12 0 true "],
      ["Undone: Price of “Lamp”: 100 → 12", "100 0 true "],
    ] as const) {
      await undo(page);
      await told(page, toast);
      expect(await values()).toBe(next);
    }
    await until(async () => (await field(page, "Price").inputValue()) === "100", "the field shows it");
    expect(await marks(page)).toContain(`item:${item}/price`);
    // A mark goes with its motion.
    await page.locator("[data-marked]").first().waitFor({ state: "detached" });
    await page.emulateMedia(looks);
    // Nothing is left to undo.
    await undo(page);
    await redo(page);
    await told(page, "Redone: Price of “Lamp”: 100 → 12");
    await page.keyboard.press("Control+y");
    await told(page, "Redone: Quantity of “Lamp”: 0 → 3");
    expect(await values()).toBe("12 3 true ");
    // Something new: the rest cannot be redone any more.
    await field(page, "Discount, %").fill("5");
    await page.getByRole("grid").focus();
    await saved(page);
    await redo(page);
    await openList(page);
    expect(await words(page, "Lamp")).toEqual([
      "Discount of “Lamp”: 0 → 5",
      "Quantity of “Lamp”: 0 → 3",
      "Price of “Lamp”: 100 → 12",
    ]);
    expect(await values()).toBe("12 3 true ");
    await closeList(page);
  });

  test("a price in the grid is undone, whatever was typed for it in pieces", async () => {
    const { item } = await openItem("Cup");
    await page.locator('.grid-row [data-kind="number"]').first().click();
    await page.keyboard.type("7");
    await until(async () => (await itemOf(item)).price === 7, "the first digit is saved");
    await page.keyboard.type("5");
    // In the cell, the keys belong to its own text.
    await page.keyboard.press("Enter");
    await saved(page);
    expect((await itemOf(item)).price).toBe(75);
    await undo(page);
    await told(page, "Undone: Price of “Cup”: 100 → 75");
    expect((await itemOf(item)).price).toBe(100);
    await redo(page);
    await told(page, "Redone: Price of “Cup”: 100 → 75");
    expect((await itemOf(item)).price).toBe(75);
  });

  test("inside a field the browser undoes what was typed, and the list never goes on there", async () => {
    const { item } = await openItem("Chair");
    await field(page, "Price").fill("12");
    const name = field(page, "Name");
    await name.click();
    await name.press("End");
    await page.keyboard.type("!");
    await until(async () => (await itemOf(item)).name === "Chair!", "it is saved while the field has the focus");
    await undo(page);
    expect(await name.inputValue()).toBe("Chair");
    await until(async () => (await itemOf(item)).name === "Chair", "what the browser undid is saved too");
    await redo(page);
    expect(await name.inputValue()).toBe("Chair!");
    await undo(page);
    expect(await name.inputValue()).toBe("Chair");
    // Nothing typed here is left, and the price stays.
    await undo(page);
    await undo(page);
    await saved(page);
    expect([(await itemOf(item)).price, await name.inputValue()]).toEqual([12, "Chair"]);
    // What was typed in an earlier visit is one entry, for the keys outside of the field.
    await name.click();
    await name.press("End");
    await page.keyboard.type(" lamp");
    await page.getByRole("grid").focus();
    await saved(page);
    await undo(page);
    await told(page, "Undone: “Chair” renamed to “Chair lamp”");
    await until(async () => (await name.inputValue()) === "Chair", "the field shows it");
    await undo(page);
    await told(page, "Undone: Price of “Chair”: 100 → 12");
    expect((await itemOf(item)).price).toBe(100);
    await redo(page);
    await redo(page);
    await told(page, "Redone: “Chair” renamed to “Chair lamp”");
    await until(async () => (await name.inputValue()) === "Chair lamp", "the field shows it");
    await saved(page);
    expect(await itemOf(item)).toMatchObject({ name: "Chair lamp", price: 12 });
  });

  test("what somebody else writes into a field that has the focus is not for the browser to undo", async () => {
    const { item } = await openItem("Plate");
    const name = field(page, "Name");
    await name.click();
    await name.press("End");
    await page.keyboard.type("!");
    await until(async () => (await itemOf(item)).name === "Plate!", "it is saved");
    await saved(page);
    await bench.api.updateItem({ params: { itemId: item }, body: { name: "Theirs" } });
    await until(async () => (await name.inputValue()) === "Theirs", "the field shows it");
    await page.getByRole("grid").focus();
    await undo(page);
    await told(page, "Could not undo this: “Plate” renamed to “Plate!”. It has been changed since.");
    expect(await name.inputValue()).toBe("Theirs");
  });

  test("in the tree a new name, a move and a deletion are undone and redone in order", async () => {
    const { category, leaf } = await bench.makeLeaf("Branch");
    await bench.api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Twig", priority: 7 } });
    page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`);
    const tree = page.getByRole("tree");
    await page.locator(".tree-row", { hasText: "Twig" }).first().click();
    await tree.focus();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: /New name/ }).fill("Stick");
    await page.keyboard.press("Enter");
    await told(page, "Twig renamed");
    await page.keyboard.press("Alt+ArrowUp");
    await told(page, "Stick moved to position 1 of 2");
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await told(page, "Stick deleted");
    expect(await children(category.id)).toBe("Branch");
    await tree.focus();
    const steps = ["Stick,Branch", "Branch,Stick", "Branch,Twig"];
    for (const [index, step] of steps.entries()) {
      await undo(page);
      await until(async () => (await children(category.id)) === step, `undone: ${step}`);
      await page
        .locator(".tree-row", { hasText: index < 2 ? "Stick" : "Twig" })
        .first()
        .waitFor();
    }
    for (const step of ["Branch,Stick", "Stick,Branch", "Branch"]) {
      await redo(page);
      await until(async () => (await children(category.id)) === step, `redone: ${step}`);
    }
  });

  test("pictures that are added, reordered and removed come back", async () => {
    const { item } = await openItem("Album");
    const imgs = async () => (await itemOf(item)).imgs.join(" ");
    for (const address of ["/assets/icon.svg?1", "/assets/icon.svg?2"]) {
      await page.getByRole("button", { name: "Add by address" }).click();
      await page.getByRole("textbox", { name: "Address of a picture" }).fill(address);
      await page.keyboard.press("Enter");
      await until(async () => (await imgs()).endsWith(address), `${address} is stored`);
    }
    const [first, second] = (await imgs()).split(" ");
    await page.getByRole("button", { name: "Move earlier: Picture 2" }).click();
    await until(async () => (await imgs()) === `${second} ${first}`, "the second picture is first");
    await page.getByRole("button", { name: "Remove picture: Picture 1" }).click();
    await until(async () => (await imgs()) === first, "one is left");
    await page.getByRole("grid").focus();
    for (const [toast, left] of [
      ["Undone: Picture of “Album” removed", `${second} ${first}`],
      ["Undone: Pictures of “Album” reordered", `${first} ${second}`],
      ["Undone: Picture of “Album” added", first],
      ["Undone: Picture of “Album” added", ""],
    ] as const) {
      await undo(page);
      await told(page, toast);
      await until(async () => (await imgs()) === left, `pictures: ${left}`);
    }
    await redo(page);
    await until(async () => (await imgs()) === first, "the first picture is back");
  });

  test("a bulk edit is one entry, whose rows are marked; undone elsewhere it offers to go there", async () => {
    const { leaf, items } = await openItem("Sofa", "Second", "Third");
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New value, Discount").fill("30");
    await dialog.getByRole("button", { name: "Change 3 items" }).click();
    await told(page, "3 items changed");
    const discounts = async () => (await list(leaf)).map(({ discount }) => discount).join();
    await watchMarks(page);
    await page.getByRole("grid").focus();
    await undo(page);
    await told(page, "Undone: 3 items changed");
    expect(await discounts()).toBe("0,0,0");
    await until(async () => (await marks(page)).length >= 3, "the rows are marked");
    await page.getByRole("link", { name: "Translations" }).click();
    // The address changes first; while the list is still there, its rows are marked instead.
    await page.locator(".board-row").first().waitFor();
    await page.getByRole("link", { name: "Translations" }).focus();
    await redo(page);
    const toast = page.locator(".toast", { hasText: "Redone: 3 items changed" });
    await toast.getByRole("link", { name: "Show" }).click();
    await page.waitForURL((url) => items.some(({ id }) => url.searchParams.get("item") === id));
    expect(await discounts()).toBe("30,30,30");
  });

  test("keys that are quicker than the service end where they would have ended slowly", async () => {
    const { leaf, item } = await openItem("Clock", "Second");
    const names = async () => (await list(leaf)).map(({ name }) => name).join();
    let held: Promise<void> | undefined;
    let written = 0;
    const writes = /\/api\/(items|changes)\//;
    await page.route(writes, async (route) => {
      if (route.request().method() !== "GET") {
        await held;
        written++;
      }
      await route.continue();
    });
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = undefined;
        resolve();
      };
    };
    // Nothing is answered: it is all taken back and done again in the editor.
    const letGo = hold();
    await field(page, "Price").fill("12");
    await page.getByRole("grid").focus();
    await undo(page);
    await told(page, "Undone: Price of “Clock”: 100 → 12");
    expect(await field(page, "Price").inputValue()).toBe("100");
    await redo(page);
    await told(page, "Redone: Price of “Clock”: 100 → 12");
    await page.keyboard.press("Alt+ArrowDown");
    for (const press of [undo, undo, redo, redo, undo]) await press(page);
    await told(page, "Undone: Clock moved to position 2 of 2");
    letGo();
    await saved(page);
    await until(async () => (await itemOf(item)).price === 12 && (await names()) === "Clock,Second", "moved back only");
    // The undo itself is not answered.
    const letUndo = hold();
    const before = written;
    await undo(page);
    await openList(page);
    await panel(page).getByText("Undoing…").waitFor();
    await redo(page);
    letUndo();
    await until(() => written === before + 2, "it is undone and redone");
    await until(async () => (await words(page, "Price of “Clock”", "Undone")).length === 0, "both are answered");
    await told(page, "Redone: Price of “Clock”: 100 → 12");
    expect((await itemOf(item)).price).toBe(12);
    await page.unroute(writes);
    await closeList(page);
  });

  test("what is added is undone from the inside out, and comes back as it was", async () => {
    const { leaf } = await openItem("Bowl");
    await page.getByRole("button", { name: "Add item" }).first().click();
    await page.getByRole("textbox", { name: "New row, Name" }).fill("New");
    await page.keyboard.press("Control+Enter");
    await until(async () => (await list(leaf)).length === 2, "it is added");
    const isNamed = () => field(page, "Name").evaluate((input) => (input as HTMLInputElement).value === "New");
    await until(async () => (await field(page, "Name").count()) === 1 && (await isNamed()), "it is open");
    await field(page, "Name").fill("Second");
    await page.getByRole("grid").focus();
    await saved(page);
    const names = async () => (await list(leaf)).map(({ name }) => name).join();
    for (const step of ["Bowl,New", "Bowl"]) {
      await undo(page);
      await until(async () => (await names()) === step, `undone: ${step}`);
    }
    for (const step of ["Bowl,New", "Bowl,Second"]) {
      await redo(page);
      await until(async () => (await names()) === step, `redone: ${step}`);
    }
  });

  test("what somebody else has changed since stays, and the list says why", async () => {
    const { item } = await openItem("Shelf");
    await field(page, "Price").fill("12");
    await field(page, "Quantity").fill("3");
    await page.getByRole("grid").focus();
    await saved(page);
    await bench.api.updateItem({ params: { itemId: item }, body: { quantity: 9 } });
    await undo(page);
    await told(page, "Could not undo this: Quantity of “Shelf”: 0 → 3. It has been changed since.");
    expect((await itemOf(item)).quantity).toBe(9);
    // It does not stand in the way of what was done before it.
    await undo(page);
    await told(page, "Undone: Price of “Shelf”: 100 → 12");
    await openList(page);
    await panel(page).getByText("It has been changed since.").waitFor();
    expect(await words(page, "Shelf")).toEqual(["Quantity of “Shelf”: 0 → 3"]);
    expect(await words(page, "Shelf", "Undone")).toEqual(["Price of “Shelf”: 100 → 12"]);
    await closeList(page);
  });

  test("the list undoes one entry by itself, keeps the focus, and survives a reload", async () => {
    const { item } = await openItem("Desk");
    await field(page, "Price").fill("12");
    await field(page, "Quantity").fill("3");
    await page.getByRole("grid").focus();
    await saved(page);
    await openList(page);
    await panel(page).getByRole("button", { name: "Undo: Price of “Desk”: 100 → 12" }).click();
    const back = panel(page).getByRole("button", { name: "Redo: Price of “Desk”: 100 → 12" });
    await back.waitFor();
    expect((await itemOf(item)).price).toBe(100);
    expect((await itemOf(item)).quantity).toBe(3);
    await until(() => back.evaluate((button) => button === document.activeElement), "the focus goes with the entry");
    await page.reload();
    await field(page, "Name").waitFor();
    await page.getByRole("grid").focus();
    await undo(page);
    await told(page, "Undone: Quantity of “Desk”: 0 → 3");
    for (const [price, quantity] of [
      [100, 3],
      [12, 3],
    ]) {
      await redo(page);
      await until(async () => {
        const now = await itemOf(item);
        return now.price === price && now.quantity === quantity;
      }, `price ${price}, quantity ${quantity}`);
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Find anything/ }).fill("What you did");
    await page.keyboard.press("Enter");
    await panel(page).waitFor();
    expect(await words(page, "Desk")).toEqual(["Quantity of “Desk”: 0 → 3", "Price of “Desk”: 100 → 12"]);
    await closeList(page);
  });

  test("a message and the history undo the same entries", async () => {
    const { item } = await openItem("Mirror");
    await toComments(page);
    await page.getByLabel("Comment text").fill("Bright");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await saved(page);
    await page.getByRole("button", { name: "Delete comment" }).click();
    const deleted = page.locator(".toast", { hasText: "Comment on Mirror deleted" });
    await deleted.getByRole("button", { name: "Undo" }).click();
    await told(page, "Undone: Comment on Mirror deleted");
    await openList(page);
    expect(await words(page, "Mirror", "Undone")).toEqual(["Comment on Mirror deleted"]);
    expect(await words(page, "Mirror")).toEqual(["Comment on Mirror added"]);
    await closeList(page);
    // A change that somebody else made is undone by a new entry.
    await bench.api.updateItem({ params: { itemId: item }, body: { price: 4 } });
    await page.getByRole("button", { name: "Show history" }).click();
    await page.locator(".list-line", { hasText: "Price" }).getByRole("button", { name: /^Undo/ }).click();
    await told(page, "Change of Mirror undone");
    expect((await itemOf(item)).price).toBe(100);
    await page.getByRole("grid").focus();
    await undo(page);
    await told(page, "Undone: Change of Mirror undone");
    expect((await itemOf(item)).price).toBe(4);
  });

  test("without the network, what was not sent is taken back, and what was saved is typed back or refused", async () => {
    const { item, leaf } = await openItem("Tent", "Second");
    await field(page, "Price").fill("12");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await told(page, "Tent moved to position 2 of 2");
    await page.context().route(wire, cutWrites);
    await field(page, "Quantity").fill("3");
    await page.getByRole("grid").focus();
    await page.locator('.save-status[data-status="waiting"]').waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("grid").focus();
    await undo(page);
    await told(page, "Undone: Tent deleted");
    await page.locator(".grid-name", { hasText: "Tent" }).click();
    await field(page, "Quantity").waitFor();
    await page.getByRole("grid").focus();
    await undo(page);
    await told(page, "Undone: Quantity of “Tent”: 0 → 3");
    expect(await field(page, "Quantity").inputValue()).toBe("0");
    await undo(page);
    await told(page, "Could not undo this: Tent moved to position 2 of 2. The service cannot be reached.");
    await openList(page);
    await panel(page).getByRole("button", { name: "Undo: Price of “Tent”: 100 → 12" }).click();
    await told(page, "Undone: Price of “Tent”: 100 → 12");
    expect(await field(page, "Price").inputValue()).toBe("100");
    expect((await itemOf(item)).price).toBe(12);
    await closeList(page);
    await page.context().unroute(wire);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await saved(page);
    await until(async () => (await itemOf(item)).price === 100, "the old price is saved");
    expect((await list(leaf)).map(({ name, quantity }) => `${name} ${quantity}`)).toEqual(["Second 0", "Tent 0"]);
  });
});
