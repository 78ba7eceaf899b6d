import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Item } from "../../contract/items.ts";
import { hasFocus } from "./has-focus.ts";
import { type Bench, cutWrites, goTo, hasBrowser, saved, startBench, until, wire } from "./start-bench.ts";

const projectId = "spreadsheet";

describe.skipIf(!hasBrowser)("the grid as a spreadsheet", () => {
  let bench: Bench;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(bench.at);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const grid = (page: Page) => page.getByRole("grid");
  const cell = (page: Page, row: number, column: string) => page.locator(`#cell-${row}-${column}`);
  const selected = (page: Page) =>
    page.locator('.grid-cell[aria-selected="true"]').evaluateAll((cells) => cells.map(({ id }) => id.slice(5)));
  const toast = (page: Page, words: string | RegExp) => page.locator(".toast", { hasText: words });
  const stored = async (leaf: string) => {
    const query = { limit: 500 };
    const first = (await bench.api.listItems({ params: { subcategoryId: leaf }, query })).data;
    if (!first.hasMore) return first.items;
    const second = (await bench.api.listItems({ params: { subcategoryId: leaf }, query: { ...query, page: 2 } })).data;
    return [...first.items, ...second.items];
  };
  const values = async (leaf: string, ...fields: (keyof Item)[]) =>
    (await stored(leaf)).map((item) => fields.map((field) => item[field]));
  /** Nothing tells when a command has begun: what is stored becomes what it should be, or never does. */
  const becomes = (read: () => Promise<unknown[]>, expected: unknown[]) =>
    until(async () => JSON.stringify(await read()) === JSON.stringify(expected), `stored: ${JSON.stringify(expected)}`);
  /** Takes back the last change set of the project, as one undo does. */
  async function undoLast() {
    const { data } = await bench.api.listChanges({ params: { projectId }, query: { limit: 1 } });
    await bench.api.undoChanges({ params: { changeSetId: data.entries[0]?.changeSetId ?? "" } });
  }

  async function openLeaf(name: string, items: string[], search = "", prepare?: (ids: string[]) => Promise<unknown>) {
    const { leaf, items: made } = await bench.makeLeaf(name, items);
    await prepare?.(made.map(({ id }) => id));
    await goTo(page, `${bench.at}?subcategory=${leaf.id}${search}`);
    await page.locator(`[data-item="${made[0]?.id}"]`).waitFor();
    await grid(page).focus();
    // The cursor stays where it was in the list before.
    await page.keyboard.press("Control+Home");
    return { leaf: leaf.id, made };
  }
  const isAt = (page: Page, row: number, column: string) =>
    until(
      async () => (await grid(page).getAttribute("aria-activedescendant")) === `cell-${row}-${column}`,
      `the cursor is at ${row}, ${column}`,
    );
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
  async function paste(page: Page, text: string) {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press("Control+v");
  }
  const middle = async (page: Page, row: number, column: string) => {
    const { x, y, width, height } = (await cell(page, row, column).boundingBox()) as DOMRect;
    return [x + width / 2, y + height / 2] as const;
  };

  test("an open cell stays with its item when rows come and go, and when it was out of sight", async () => {
    const { leaf, made } = await openLeaf(
      "Pegs",
      Array.from({ length: 80 }, (_, at) => `Peg ${at}`),
    );
    const editor = page.locator("[data-editing] input");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("F2");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("o");
    await bench.api.deleteItem({ params: { itemId: made[0]?.id ?? "" } });
    await cell(page, 1, "name").locator("input").waitFor();
    await page.keyboard.type("x");
    expect(await editor.inputValue()).toBe("Peg ox2");
    await bench.api.updateItem({ params: { itemId: made[70]?.id ?? "" }, body: { priority: 0 } });
    await cell(page, 2, "name").locator("input").waitFor();
    await page.keyboard.type("y");
    expect(await editor.inputValue()).toBe("Peg oxy2");
    // A click in the same row closes the cell, and is not lost.
    await page.mouse.click(...(await middle(page, 2, "quantity")));
    await isAt(page, 2, "quantity");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    const firstNames = async () => (await stored(leaf)).slice(0, 4).map(({ name }) => name);
    await becomes(firstNames, ["Peg 70", "Peg 1", "Peg oxy2", "Peg 3"]);
    await becomes(async () => (await stored(leaf)).slice(2, 3).map(({ quantity }) => quantity), [4]);

    // The first key replaces the price once, not each time when the cell comes into sight.
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("50");
    await page.mouse.move(...(await middle(page, 3, "name")));
    await page.mouse.wheel(0, 2_000);
    await editor.waitFor({ state: "detached" });
    await page.mouse.wheel(0, -2_000);
    await editor.waitFor();
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    await becomes(async () => (await stored(leaf)).slice(2, 5).map(({ price }) => price), [102, 500, 104]);

    // A search is read again when someone else changes something. The cell goes where the list puts its item, and is
    // closed when the filters leave that out.
    const search = `${bench.at}?subcategory=${leaf}&priceMin=178&sort=price`;
    const othersChange = (quantity: number) =>
      bench.api.updateItem({ params: { itemId: made[79]?.id ?? "" }, body: { quantity } });
    await goTo(page, search);
    await cell(page, 2, "name").getByText("Peg 3").waitFor();
    await grid(page).focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("600");
    await saved(page);
    await othersChange(1);
    await cell(page, 2, "price").locator("input").waitFor();
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    const prices = async () => (await stored(leaf)).slice(-2).map(({ price }) => price);
    await becomes(prices, [6_000, 179]);
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("1");
    await saved(page);
    await othersChange(2);
    await editor.waitFor({ state: "detached" });
    await page.keyboard.type("77");
    await saved(page);
    expect([await prices(), new URL(page.url()).search]).toEqual([[1, 179], new URL(search, bench.url).search]);
    expect((await stored(leaf)).filter(({ price }) => price === 500).map(({ name }) => name)).toEqual(["Peg 3"]);
  });

  test("the caret stays in the open last cell of a list without a new row when a row above goes", async () => {
    const { made } = await openLeaf("Shorter", ["Nail 1", "Nail 2", "Nail 3"], "&sort=name");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    await page.keyboard.press("F2");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    const input = page.locator("[data-editing] input");
    await input.evaluate((field) => Object.assign(window, { field }));
    await bench.api.deleteItem({ params: { itemId: made[0]?.id ?? "" } });
    await cell(page, 1, "name").locator("input").waitFor();
    expect(await input.evaluate((field) => field === (window as unknown as { field: unknown }).field)).toBe(true);
    await page.keyboard.type("s");
    expect(await input.inputValue()).toBe("Nails 3");
    await page.keyboard.press("Enter");
    await saved(page);
  });

  test("the browser asks before the page goes with what is typed into a new row", async () => {
    await openLeaf("Reloaded", ["Lamp"]);
    await page.keyboard.press("Alt+n");
    await page.getByRole("textbox", { name: "New row, Name" }).fill("Unfinished");
    const asked = page.waitForEvent("dialog");
    const gone = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await gone;
  });

  test("cells are selected by the keyboard, and what is selected is said", async () => {
    await openLeaf("Ranges", ["Lamp", "Vase", "Rug"]);
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowRight");
    expect(await selected(page)).toEqual(["0-name", "0-price", "1-name", "1-price"]);
    await page.getByRole("status").getByText("4 cells selected: 2 rows, 2 columns").waitFor({ state: "attached" });
    expect(await grid(page).getAttribute("aria-activedescendant")).toBe("cell-0-name");
    await page.keyboard.press("Control+a");
    expect(await selected(page)).toHaveLength(18);
    await page.keyboard.press("Escape");
    expect(await selected(page)).toEqual([]);
    await page.keyboard.press("Control+ArrowDown");
    await page.keyboard.press("Shift+End");
    expect(await selected(page)).toEqual(["2-name", "2-price", "2-discount", "2-buyerPays", "2-quantity", "2-visible"]);
    // Rows are picked as before, and are another thing than cells.
    await page.keyboard.press("Space");
    await page.getByRole("toolbar").getByText("1").first().waitFor();
  });

  test("cells are selected by the mouse, also beyond the edge of the list", async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Row ${at}`);
    await openLeaf("By mouse", names);
    await page.mouse.move(...(await middle(page, 1, "price")));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, 2, "quantity")), { steps: 3 });
    await page.mouse.up();
    expect(await selected(page)).toHaveLength(8);
    // A drag is no click: nothing is opened or edited.
    expect([await page.locator(".cell-input").count(), await page.locator("aside.panel").count()]).toEqual([0, 0]);
    await cell(page, 4, "discount").click({ modifiers: ["Shift"] });
    expect(await selected(page)).toEqual([1, 2, 3, 4].flatMap((row) => [`${row}-price`, `${row}-discount`]));
    await page.mouse.move(...(await middle(page, 2, "price")));
    await page.mouse.down();
    const [x] = await middle(page, 3, "price");
    await page.mouse.move(x, 5_000, { steps: 2 });
    await cell(page, 59, "price").waitFor();
    await page.mouse.up();
    await page.getByRole("status").getByText("58 cells selected").waitFor({ state: "attached" });
  });

  test("a range is copied with exact values, also as a table", async () => {
    const { made } = await openLeaf("Copied", ["Lamp", 'Say "hi"']);
    const itemId = made[0]?.id ?? "";
    await bench.api.updateItem({ params: { itemId }, body: { price: 1234.5, discount: 15, visible: false } });
    await until(async () => (await cell(page, 0, "price").innerText()).includes("1,234"), "the price is shown");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await page.getByRole("status").getByText("12 cells").waitFor({ state: "attached" });
    const lines = ["Lamp\t1234.5\t15\t1049.33\t0\tFALSE", 'Say "hi"\t101\t0\t101\t0\tTRUE'];
    await until(
      async () => Bun.deepEquals((await clipboard(page)).split(/\r?\n/), lines),
      "the cells are on the clipboard",
    );
    const html = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType("text/html"))?.text();
    });
    expect(html).toContain("<tr>");
  });

  test("rows that are not loaded are read to be copied", async () => {
    const names = Array.from({ length: 320 }, (_, at) => `Row ${at}`);
    await openLeaf("Far copy", names);
    await page.keyboard.press("Control+Shift+End");
    await page.keyboard.press("Control+c");
    await until(async () => (await clipboard(page)).split(/\r?\n/).length === 320, "all rows are copied");
    expect((await clipboard(page)).split(/\r?\n/).map((line) => line.split("\t")[0])).toEqual(names);
  });

  test("a block is pasted: faulty cells are marked and told, the rest is saved, one undo takes it back", async () => {
    const { leaf } = await openLeaf("Pasted", ["Lamp", "Vase"]);
    await paste(page, "Desk lamp\t12,50\t15%\t1\r\nVase\tcheap\t20\t2\r\n");
    await toast(page, /^1 cell not pasted. Price, Vase: This is not a number.(Show)?$/).waitFor();
    await becomes(
      () => values(leaf, "name", "price", "discount", "quantity"),
      [
        ["Desk lamp", 12.5, 15, 1],
        ["Vase", 101, 20, 2],
      ],
    );
    await saved(page);
    const faulty = cell(page, 1, "price");
    expect(await faulty.getAttribute("aria-invalid")).toBe("true");
    await faulty.getByRole("img", { name: "“cheap” was not taken: This is not a number." }).waitFor();
    await page.getByRole("button", { name: "Show" }).click();
    await isAt(page, 1, "price");
    await faulty.locator(".cell-fault").getByText("“cheap” was not taken").waitFor();
    await page.keyboard.type("9");
    await page.keyboard.press("Enter");
    await saved(page);
    expect(await faulty.getAttribute("aria-invalid")).toBeNull();
    expect((await values(leaf, "price")).flat()).toEqual([12.5, 9]);
    await toast(page, "7 cells pasted").getByRole("button", { name: "Undo" }).click();
    await until(async () => (await values(leaf, "name")).flat().join() === "Lamp,Vase", "the paste is taken back");
    expect(await values(leaf, "price", "discount")).toEqual([
      [100, 0],
      [9, 0],
    ]);
  });

  test("a click selects a cell, typing overwrites it, and Enter or a double click edits inside of it", async () => {
    const { leaf } = await openLeaf("Clicked", ["Lamp", "Vase", "Rug"]);
    const prices = async () => (await values(leaf, "price")).flat();
    await cell(page, 0, "price").click();
    await isAt(page, 0, "price");
    expect(await page.locator(".cell-input").count()).toBe(0);
    await paste(page, "10\n20\n30");
    await becomes(prices, [10, 20, 30]);
    await saved(page);
    await cell(page, 1, "price").click();
    await page.keyboard.type("5");
    await page.keyboard.press("ArrowDown");
    await isAt(page, 2, "price");
    await page.keyboard.press("Enter");
    await page.keyboard.type("5");
    // Inside of the text the arrows move the caret.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await becomes(prices, [10, 5, 3015]);
    // A click beside the sign changes nothing.
    await cell(page, 2, "visible").click({ position: { x: 78, y: 20 } });
    await isAt(page, 2, "visible");
    await cell(page, 1, "quantity").click();
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await becomes(
      () => values(leaf, "quantity", "visible"),
      [
        [0, true],
        [7, true],
        [0, true],
      ],
    );
    // An emptied number is cleared, as with Delete.
    await cell(page, 1, "quantity").dblclick();
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await becomes(async () => (await values(leaf, "quantity")).flat(), [0, 0, 0]);
    // A click on a name shows the item beside, too.
    await cell(page, 0, "name").dblclick();
    await page.keyboard.type(" 2");
    await page.keyboard.press("Enter");
    await becomes(async () => (await values(leaf, "name")).flat(), ["Lamp 2", "Vase", "Rug"]);
    await saved(page);
  });

  test("several cells that are pasted into an open cell go into cells, one text goes into the text", async () => {
    const { leaf } = await openLeaf("Open", ["Lamp", "Vase"]);
    await cell(page, 0, "price").dblclick();
    await paste(page, "10\r\n20\r\n");
    await becomes(async () => (await values(leaf, "price")).flat(), [10, 20]);
    await saved(page);
    expect(await page.locator(".cell-input").count()).toBe(0);
    await cell(page, 0, "price").dblclick();
    await paste(page, "5\r\n");
    await page.keyboard.press("Enter");
    await becomes(async () => (await values(leaf, "price")).flat(), [105, 20]);
    await cell(page, 1, "price").click();
    await paste(page, "10 20");
    await toast(page, "1 cell not pasted. Price, Vase: This is not a number.").waitFor();
    await cell(page, 1, "price").locator(".cell-fault").getByText("“10 20” was not taken").waitFor();
    expect((await values(leaf, "price")).flat()).toEqual([105, 20]);
  });

  test("on a touch screen a tap opens a number, and switches what is visible", async () => {
    const { leaf } = await bench.makeLeaf("Tapped", ["Lamp"]);
    const phone = await bench.open(`${bench.at}?subcategory=${leaf.id}`, { hasTouch: true });
    await cell(phone, 0, "price").tap();
    await cell(phone, 0, "price").locator("input").waitFor();
    await phone.keyboard.type("7");
    await phone.keyboard.press("Enter");
    await becomes(async () => (await values(leaf.id, "price")).flat(), [7]);
    await cell(phone, 0, "visible").tap({ position: { x: 78, y: 20 } });
    await becomes(async () => (await values(leaf.id, "visible")).flat(), [false]);
    await phone.close();
  });

  test("fifty rows with a column for the stock keep it, beside a column that only shows something", async () => {
    const { leaf } = await bench.makeLeaf("Stocked");
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await page.getByText("paste rows from a spreadsheet").waitFor();
    const fifty = Array.from({ length: 50 }, (_, at) => [`Lamp ${at}`, at + 1, 0, at + 1] as const);
    await paste(page, fifty.map((texts) => texts.join("\t")).join("\n"));
    await toast(page, "200 cells pasted, 50 new items").waitFor();
    expect(await values(leaf.id, "name", "price", "discount", "quantity")).toEqual(fifty.map((texts) => [...texts]));
    await saved(page);
  });

  test("a header row says which column is which, and what is left out is named", async () => {
    const { leaf } = await openLeaf("Headed", ["Lamp"]);
    await paste(page, "SKU\tStock\tName\tTags\tPrice\nA-1\t7\tDesk lamp\toak\t5\nA-2\t8\tVase\tclay\t6");
    await toast(page, "Left out, as this cannot be pasted here: SKU.").waitFor();
    await toast(page, "8 cells pasted, 1 new item").waitFor();
    expect(await values(leaf, "name", "price", "quantity", "tags")).toEqual([
      ["Desk lamp", 5, 7, ["oak"]],
      ["Vase", 6, 8, ["clay"]],
    ]);
    await saved(page);
  });

  test("what the list has copied comes back into its own columns", async () => {
    const { leaf } = await openLeaf("Copied back", ["Lamp", "Vase"]);
    await cell(page, 0, "price").click();
    await cell(page, 0, "quantity").click({ modifiers: ["Shift"] });
    await page.keyboard.press("Control+c");
    await cell(page, 1, "price").click();
    await page.keyboard.press("Control+v");
    await toast(page, "Left out, as this cannot be pasted here: Buyer pays.").waitFor();
    await becomes(
      () => values(leaf, "price", "discount", "quantity", "visible"),
      [
        [100, 0, 0, true],
        [100, 0, 0, true],
      ],
    );
    await saved(page);
  });

  test("what was copied beside each other goes into the same columns of a list that shows others between them", async () => {
    const { leaf } = await openLeaf("Apart", ["Lamp", "Vase"]);
    await page.evaluate(async () => {
      const html = '<table data-columns="price quantity"><tr><td>7</td><td>30</td></tr></table>';
      const parts = { "text/plain": "7\t30", "text/html": html };
      await navigator.clipboard.write([new ClipboardItem(parts)]);
    });
    await cell(page, 1, "price").click();
    await page.keyboard.press("Control+v");
    const read = () => values(leaf, "price", "discount", "quantity");
    await becomes(read, [
      [100, 0, 0],
      [7, 0, 30],
    ]);
    await saved(page);
  });

  test("an empty price is pasted over those of visible items after one question", async () => {
    const { leaf } = await openLeaf("Given away", ["Lamp", "Vase", "Rug"], "", ([, , rug]) =>
      bench.api.updateItem({ params: { itemId: rug ?? "" }, body: { visible: false } }),
    );
    const question = page.getByRole("dialog", { name: "Remove the price of 2 visible items?" });
    const block = "\t1\n\t2\n\t3";
    await cell(page, 0, "price").click();
    await paste(page, block);
    await question.getByRole("button", { name: "Keep the price" }).click();
    await becomes(
      () => values(leaf, "price", "discount"),
      [
        [100, 1],
        [101, 2],
        [0, 3],
      ],
    );
    await saved(page);
    await paste(page, block);
    await question.getByRole("button", { name: "Remove the price" }).click();
    await becomes(async () => (await values(leaf, "price")).flat(), [0, 0, 0]);
    await saved(page);
    await page.keyboard.press("Control+z");
    await becomes(async () => (await values(leaf, "price")).flat(), [100, 101, 0]);
  });

  test("the box in the head picks everything that is listed, and the keys go on in the list", async () => {
    await openLeaf(
      "Picked",
      Array.from({ length: 130 }, (_, at) => `Row ${at}`),
    );
    const all = page.getByRole("checkbox", { name: "Select all" });
    await all.click();
    await page.getByRole("toolbar").getByText("130 selected").waitFor();
    expect(await all.isChecked()).toBe(true);
    await hasFocus(page, "[role=grid]");
    await all.click();
    await page.getByRole("toolbar").waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Select Row 2", exact: true }).click();
    await isAt(page, 2, "name");
    await page.keyboard.press("ArrowDown");
    await isAt(page, 3, "name");
    expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true]);
    await page.keyboard.press("Delete");
    await page.getByRole("dialog", { name: "Delete 1 item?" }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("one value fills a range, and a block is repeated in it", async () => {
    const { leaf } = await openLeaf("Repeated", ["A", "B", "C", "D"]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+Shift+ArrowDown");
    await paste(page, "7");
    await becomes(async () => (await values(leaf, "price")).flat(), [7, 7, 7, 7]);
    await saved(page);
    await paste(page, "1\n2");
    await becomes(async () => (await values(leaf, "price")).flat(), [1, 2, 1, 2]);
    await saved(page);
    await page.keyboard.press("Control+z");
    await becomes(async () => (await values(leaf, "price")).flat(), [7, 7, 7, 7]);
    await page.keyboard.press("Control+Shift+z");
    await becomes(async () => (await values(leaf, "price")).flat(), [1, 2, 1, 2]);
  });

  test("what is pasted below the last row becomes new items, with the rest in one undo", async () => {
    const { leaf } = await openLeaf("Grown", ["Lamp"]);
    await paste(page, "Desk lamp\t5\nVase\t6\n\t7\nRug\t8");
    await toast(page, "1 cell not pasted. Name: This must not be blank.").waitFor();
    await saved(page);
    const grown = [
      ["Desk lamp", 5],
      ["Vase", 6],
      ["Rug", 8],
    ];
    expect(await values(leaf, "name", "price")).toEqual(grown);
    await cell(page, 2, "name").getByText("Rug").waitFor();
    await page.locator(".grid-new").waitFor();
    expect(await page.locator(".grid-row[aria-rowindex]").count()).toBe(3);
    await undoLast();
    expect(await values(leaf, "name", "price")).toEqual([["Lamp", 100]]);
  });

  test("rows are pasted into an empty subcategory", async () => {
    const { leaf } = await bench.makeLeaf("Blank");
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await page.getByText("paste rows from a spreadsheet").waitFor();
    await paste(page, "Lamp\t5\nVase\t6");
    await cell(page, 1, "name").getByText("Vase").waitFor();
    await becomes(
      () => values(leaf.id, "name", "price"),
      [
        ["Lamp", 5],
        ["Vase", 6],
      ],
    );
  });

  test("the row after the last takes names that are typed, one after the other", async () => {
    const { leaf } = await openLeaf("Typed", ["Lamp"]);
    await page.locator(".grid-new").waitFor();
    await page.keyboard.press("ArrowDown");
    for (const name of ["Vase", "Rug"]) {
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
    }
    await becomes(async () => (await values(leaf, "name")).flat(), ["Lamp", "Vase", "Rug"]);
    await saved(page);
    await paste(page, "Mirror\t4");
    await saved(page);
    await until(async () => (await stored(leaf)).length === 4, "what is pasted there is an item too");
    expect(await values(leaf, "name", "price")).toEqual([
      ["Lamp", 100],
      ["Vase", 0],
      ["Rug", 0],
      ["Mirror", 4],
    ]);
    expect((await values(leaf, "visible")).flat()).toEqual([true, false, false, false]);
  });

  test("items that are pasted as visible and lack something are asked about in one question", async () => {
    const { leaf } = await openLeaf("Asked", ["Lamp"]);
    await bench.api.updateItem({ params: { itemId: (await stored(leaf))[0]?.id ?? "" }, body: { visible: false } });
    const block = "Lamp\t5\t0\t\t1\tyes\nVase\t0\t0\t\t1\tyes";
    const question = page.getByRole("dialog", { name: "Show 2 unfinished items in the shop?" });
    await cell(page, 0, "visible").getByText("No").waitFor();
    await paste(page, block);
    await question.getByText("1 item has no price").waitFor();
    await question.getByText("2 items have no picture").waitFor();
    await question.getByRole("button", { name: "Keep hidden" }).click();
    await becomes(
      () => values(leaf, "name", "price", "visible"),
      [
        ["Lamp", 5, false],
        ["Vase", 0, false],
      ],
    );
    await saved(page);
    await paste(page, block);
    await question.getByRole("button", { name: "Show anyway" }).click();
    await becomes(async () => (await values(leaf, "visible")).flat(), [true, true]);
  });

  test("in a sorted list nothing is added, and what does not fit is told", async () => {
    const { leaf } = await openLeaf("Sorted", ["Lamp"], "&sort=name");
    await paste(page, "Desk lamp\t5\nVase\t6");
    await toast(page, "2 cells not pasted. 2 cells did not fit into the list.").waitFor();
    await becomes(() => values(leaf, "name", "price"), [["Desk lamp", 5]]);
    await saved(page);
  });

  test("Ctrl+D and the handle fill cells with values of the rows above or below", async () => {
    const { leaf } = await openLeaf("Filled", ["A", "B", "C", "D"]);
    const prices = async () => (await values(leaf, "price")).flat();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    await becomes(prices, [100, 100, 100, 103]);
    await saved(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+ArrowDown");
    const handle = (await page.locator(".fill-handle").boundingBox()) as DOMRect;
    await page.mouse.move(handle.x + 4, handle.y + 4);
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, 1, "price")), { steps: 3 });
    expect(await page.locator("[data-filling]").count()).toBe(2);
    await page.mouse.up();
    await becomes(prices, [100, 103, 103, 103]);
    await saved(page);
    await toast(page, "2 cells filled").last().getByRole("button", { name: "Undo" }).click();
    await until(async () => (await prices()).join() === "100,100,100,103", "one undo for all of it");
  });

  test("the handle and the frame are shown while the keys are for the list, also beside an item that a click has opened", async () => {
    await openLeaf("Handle", ["Lamp", "Vase"]);
    await cell(page, 0, "name").click();
    await page.locator("aside.panel").waitFor();
    await hasFocus(page, "[role=grid]");
    await page.locator(".fill-handle").waitFor();
    expect(await cell(page, 0, "name").evaluate((shown) => getComputedStyle(shown).outlineStyle)).toBe("solid");
    await page.locator("aside.panel").getByLabel("Name", { exact: true }).click();
    await page.locator(".fill-handle").waitFor({ state: "hidden" });
    expect(await cell(page, 0, "name").evaluate((shown) => getComputedStyle(shown).outlineStyle)).toBe("none");
  });

  test("Delete clears cells, Ctrl+X moves them, and picked rows are still deleted", async () => {
    const { leaf } = await openLeaf("Cleared", ["Lamp", "Vase"]);
    const emptying = (whose: string) => page.getByRole("dialog", { name: `Remove the price of ${whose}?` });
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await emptying("2 visible items").getByRole("button", { name: "Remove the price" }).click();
    await toast(page, "4 cells not cleared. Name, Lamp: This must not be blank.").waitFor();
    await becomes(
      () => values(leaf, "name", "price"),
      [
        ["Lamp", 0],
        ["Vase", 0],
      ],
    );
    await saved(page);
    await undoLast();
    await until(async () => (await cell(page, 1, "price").innerText()) === "$101.00", "the undo is shown");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+x");
    await emptying("“Lamp”").getByRole("button", { name: "Remove the price" }).click();
    await until(async () => (await values(leaf, "price")).flat().join() === "0,101", "the price is cut");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+v");
    await until(async () => (await values(leaf, "price")).flat().join() === "0,100", "and put elsewhere");
    await page.keyboard.press("Space");
    await page.keyboard.press("Delete");
    await page.getByRole("dialog", { name: "Delete 1 item?" }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("without a network a paste is shown at once, waits, and is sent later", async () => {
    const { leaf } = await openLeaf("Offline", ["Lamp"]);
    await page.route(wire, cutWrites);
    await paste(page, "Desk lamp\t5\nVase\t6");
    await cell(page, 1, "name").getByText("Vase").waitFor();
    await page.locator('.save-status[data-status="waiting"]').waitFor();
    // Even an item that the service does not have yet can be changed.
    await cell(page, 1, "quantity").click();
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await page.unroute(wire);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await becomes(
      () => values(leaf, "name", "price", "quantity"),
      [
        ["Desk lamp", 5, 0],
        ["Vase", 6, 3],
      ],
    );
    await saved(page);
  });

  test("500 rows of 5 columns are pasted and taken back in one", async () => {
    const names = Array.from({ length: 500 }, (_, at) => `Row ${at}`);
    const { leaf } = await openLeaf("Large", names);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Buyer pays" }).click();
    await page.keyboard.press("Escape");
    await grid(page).focus();
    const block = Array.from({ length: 500 }, (_, at) => [`Pasted ${at}`, at, at % 100, at + 1, "no"].join("\t"));
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), block.join("\n"));
    await page.keyboard.press("Control+v");
    await toast(page, "2,500 cells pasted").waitFor();
    await saved(page);
    const now = await values(leaf, "name", "price", "discount", "quantity", "visible");
    expect(now).toEqual(Array.from({ length: 500 }, (_, at) => [`Pasted ${at}`, at, at % 100, at + 1, false]));
    await undoLast();
    expect((await values(leaf, "name", "visible"))[499]).toEqual(["Row 499", true]);
  });

  test("a cell that someone else changed meanwhile is not overwritten, the rest of its row is", async () => {
    const { leaf, items } = await bench.makeLeaf("Contested", ["Lamp"]);
    // The list does not hear of the other change.
    await page.route("**/events*", (route) => route.abort());
    await page.goto(`${bench.url}${bench.at}?subcategory=${leaf.id}`);
    await cell(page, 0, "name").waitFor();
    await grid(page).focus();
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { price: 555 } });
    await page.keyboard.press("ArrowRight");
    await paste(page, "7\t8");
    await toast(page, "1 cell not pasted. Price, Lamp: Someone else changed this meanwhile.").waitFor();
    await becomes(() => values(leaf.id, "price", "discount"), [[555, 8]]);
    await saved(page);
    expect(await cell(page, 0, "price").getAttribute("aria-invalid")).toBe("true");
  });
});
