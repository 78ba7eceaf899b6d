import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { settled } from "./screenshots.ts";
import { type Bench, goTo, hasBrowser, startBench, until } from "./start-bench.ts";

const projectId = "row-order";

const gridRow = (page: Page, name: string) => page.locator(".grid-row", { hasText: name }).first();
const treeRow = (page: Page, name: string) => page.locator(".tree-row", { hasText: name }).first();
const note = (page: Page) => page.locator(".drag-note");

/** Moves until the note says this: it is fetched when the first drag begins, and follows the pointer. */
async function says(page: Page, target: Locator, words: string) {
  await until(async () => {
    await moveOver(page, target);
    return (await note(page).allInnerTexts()).join() === words;
  }, `the note says: ${words}`);
}

/** Moves over the grip of a row, which is shown only under the pointer. A list that is just drawn may move the row away. */
async function hoverGrip(page: Page, name: string) {
  const grip = gridRow(page, name).locator(".grid-grip");
  await until(async () => {
    await gridRow(page, name).hover();
    // Without the limit it would wait for a grip that is hidden since the row has moved.
    const reached = grip.hover({ timeout: 1_000 });
    return reached.then(
      () => true,
      () => false,
    );
  }, `${name} has a grip`);
}

/** Begins to drag a row by its grip. */
async function take(page: Page, name: string) {
  await hoverGrip(page, name);
  const grip = await gridRow(page, name).locator(".grid-grip").boundingBox();
  if (!grip) throw new Error(`${name} has no grip.`);
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y + 2, { steps: 3 });
}

async function moveOver(page: Page, target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error("The target is not on the screen.");
  await page.mouse.move(box.x + 80, box.y + box.height / 2, { steps: 8 });
  await page.mouse.move(box.x + 90, box.y + box.height / 2);
}

describe.skipIf(!hasBrowser)("the order of items", () => {
  let bench: Bench;
  /** One page for the tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const names = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 500, lang: "en" } })).data.items
      .map(({ name }) => name)
      .join(" ");

  async function openLeaf(name: string, items: string[], { query = "", body = {} } = {}) {
    const made = await bench.makeLeaf(name, items);
    if (Object.keys(body).length > 0)
      for (const { id } of made.items) await bench.api.updateItem({ params: { itemId: id }, body });
    // The tree opens the way to a node that it has heard of: when the category has something to open.
    await page.locator(".tree-row[aria-expanded]", { hasText: made.category.name }).waitFor();
    await page.mouse.move(0, 0);
    await goTo(page, `/projects/${projectId}?subcategory=${made.leaf.id}${query}`);
    await page.locator(`.grid-row[data-item="${made.items[0]?.id}"]`).waitFor();
    return { ...made, leaf: made.leaf.id };
  }

  test("is changed for all picked rows together, by drag and by keys, and undone in one", async () => {
    const { leaf } = await openLeaf("Together", ["Ash", "Birch", "Cedar", "Elm", "Fir"]);
    for (const name of ["Birch", "Elm"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await take(page, "Elm");
    await moveOver(page, gridRow(page, "Ash"));
    await page.locator('.grid-row[data-drop="before"]', { hasText: "Ash" }).waitFor();
    await says(page, gridRow(page, "Ash"), "2 items");
    await page.mouse.up();
    await until(async () => (await names(leaf)) === "Birch Elm Ash Cedar Fir", "both moved by drag");
    await note(page).waitFor({ state: "detached" });
    await page.locator(".toast", { hasText: "2 items moved to position 1 of 5" }).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+ArrowDown");
    await until(async () => (await names(leaf)) === "Ash Birch Elm Cedar Fir", "both moved by a key");
    await page.keyboard.press("Control+z");
    await until(async () => (await names(leaf)) === "Birch Elm Ash Cedar Fir", "undone in one");
  });

  test("is changed between items of equal priority", async () => {
    const { leaf } = await openLeaf("Equals", ["Ash", "Birch", "Cedar", "Elm"], { body: { priority: 3 } });
    for (const name of ["Cedar", "Elm"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await take(page, "Cedar");
    await moveOver(page, gridRow(page, "Birch"));
    await page.mouse.up();
    await until(async () => (await names(leaf)) === "Ash Cedar Elm Birch", "moved between equals");
  });

  test("is changed across the edge of the list, which goes on by itself", async () => {
    const items = Array.from({ length: 140 }, (_, at) => `Row ${String(at).padStart(3, "0")}`);
    const { leaf } = await openLeaf("Edges", items);
    const list = await page.getByRole("grid").boundingBox();
    if (!list) throw new Error("The list is not on the screen.");
    await take(page, "Row 001");
    const seen = () => page.locator(".grid-row[data-item]").last().getAttribute("aria-rowindex");
    const before = Number(await seen());
    let nudge = 0;
    await page.mouse.move(list.x + 200, list.y + list.height - 12, { steps: 12 });
    await until(async () => {
      nudge = 1 - nudge;
      await page.mouse.move(list.x + 200 + nudge, list.y + list.height - 12);
      return Number(await seen()) > before + 15;
    }, "the list has scrolled");
    const [x, y] = [list.x + 200, list.y + list.height / 2];
    await page.mouse.move(x, y, { steps: 4 });
    /** The name of the row under the pointer, once the line is below it. */
    const marked = () =>
      page.evaluate(
        ([left = 0, top = 0]) =>
          document.elementFromPoint(left, top)?.closest('[data-drop="after"]')?.querySelector(".grid-name")
            ?.textContent,
        [x, y],
      );
    await until(async () => {
      nudge = 1 - nudge;
      await page.mouse.move(x + nudge, y);
      return (await marked()) != null;
    }, "the line is under the pointer");
    const name = await marked();
    await page.mouse.up();
    expect(Number(name?.slice(4))).toBeGreaterThan(15);
    await until(async () => (await names(leaf)).includes(`${name} Row 001`), `Row 001 comes after ${name}`);
  });

  test("cannot be changed by hand in a sorted list or in a branch, and the grip says why", async () => {
    const { leaf, category } = await openLeaf("Sorted", ["Ash", "Birch"], { query: "&sort=-price" });
    const why = "To change the order by hand, clear the sorting and the filters.";
    await hoverGrip(page, "Ash");
    await page.locator(".tip", { hasText: why }).waitFor();
    await take(page, "Ash");
    await says(page, gridRow(page, "Birch"), why);
    expect(await page.locator("[data-drop]").count()).toBe(0);
    await page.mouse.up();
    await note(page).waitFor({ state: "detached" });
    await page.getByRole("grid").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.locator(".toast", { hasText: why }).waitFor();
    expect(await names(leaf)).toBe("Ash Birch");
    await page.mouse.move(0, 0);
    await goTo(page, `/projects/${projectId}?category=${category.id}`);
    const branch = "Items have an order in their subcategory.";
    await page.locator(`.grid-grip[data-tip^="${branch}"]`).first().waitFor({ state: "attached" });
    // A list that scrolls takes the words away.
    await settled(page);
    await hoverGrip(page, "Ash");
    await page.locator(".tip", { hasText: branch }).waitFor();
  });

  test("has a grip in the row that the keyboard is in", async () => {
    await openLeaf("Grips", ["Ash", "Birch"]);
    const grip = (name: string) => gridRow(page, name).locator(".grid-grip");
    await page.getByRole("textbox", { name: "Search items" }).focus();
    expect(await grip("Ash").isVisible()).toBe(false);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await grip("Birch").waitFor();
    expect(await grip("Ash").isVisible()).toBe(false);
  });

  test("is changed by a finger that rests on the grip, and not by one that scrolls", async () => {
    const { leaf } = await bench.makeLeaf("Fingers", ["Ash", "Birch", "Cedar"]);
    // A separate window, because it has a touch screen, and its clock is moved.
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await bench.open("about:blank", phone);
    await page.clock.install();
    await page.goto(`${bench.url}/projects/${projectId}?subcategory=${leaf.id}`);
    await gridRow(page, "Ash").waitFor();
    const middle = async (of: Locator) => {
      const box = await of.boundingBox();
      if (!box) throw new Error("It is not on the screen.");
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const start = await middle(gridRow(page, "Ash").locator(".grid-grip"));
    const end = await middle(gridRow(page, "Cedar").locator(".grid-grip"));
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    // The spreadsheet, which drags, is there when the list has been touched.
    await page.getByRole("grid").focus();
    await page.locator(".grid-new").waitFor();
    await touch("touchStart", start);
    await touch("touchMove", { x: start.x, y: start.y + 30 });
    await touch("touchMove", end);
    // Far longer than a finger has to rest.
    await page.clock.runFor(1_000);
    expect(await page.locator("[data-drop]").count()).toBe(0);
    await touch("touchEnd");
    await touch("touchStart", start);
    await page.locator('.grid-row[data-drop="before"]', { hasText: "Ash" }).waitFor();
    await touch("touchMove", end);
    await page.locator('.grid-row[data-drop="after"]', { hasText: "Cedar" }).waitFor();
    await touch("touchEnd");
    await until(async () => (await names(leaf.id)) === "Birch Cedar Ash", "moved by a finger");
    expect(await page.getByRole("menu").count()).toBe(0);
    await page.close();
  });

  test("dragged into the tree, items say what will happen there, or why nothing can", async () => {
    const { leaf, category } = await openLeaf("Origin", ["Ash", "Birch", "Cedar"]);
    const inCategory = { params: { categoryId: category.id } };
    const branch = (await bench.api.createSubcategory({ ...inCategory, body: { name: "Branch", priority: 5 } })).data;
    const below = { params: { parentSubcategoryId: branch.id }, body: { name: "Hidden place" } };
    const target = (await bench.api.createNestedSubcategory(below)).data.id;
    await treeRow(page, "Branch").waitFor();
    for (const name of ["Ash", "Cedar"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await take(page, "Ash");
    await moveOver(page, gridRow(page, "Birch"));
    await page.locator(".grid-row[data-drop]").waitFor();
    const here = page.locator(".tree-row[aria-selected=true]");
    const leafOnly = "Items go into subcategories that hold no other subcategories.";
    await says(page, treeRow(page, "Origin department"), leafOnly);
    await says(page, here, "This is where the items are now.");
    expect(await page.locator("[data-drop]").count()).toBe(0);
    // The branch opens when the pointer rests on it.
    expect(await treeRow(page, "Hidden place").count()).toBe(0);
    await moveOver(page, treeRow(page, "Branch"));
    await treeRow(page, "Hidden place").waitFor();
    const place = treeRow(page, "Hidden place");
    await says(page, place, "Move 2 items to Hidden place");
    await page.keyboard.down("Control");
    await says(page, place, "Copy 2 items to Hidden place");
    await page.keyboard.up("Control");
    await says(page, place, "Move 2 items to Hidden place");
    await page.mouse.up();
    await until(async () => (await names(target)) === "Ash Cedar", "both moved");
    expect(await names(leaf)).toBe("Birch");
    // Copied to where it is, an item gets another name.
    await page.keyboard.down("Control");
    await take(page, "Birch");
    await says(page, here, "Copy Birch to Origin");
    await page.mouse.up();
    await page.keyboard.up("Control");
    await until(async () => (await names(leaf)) === "Birch Birch (copy)", "copied beside itself");
  });
});
