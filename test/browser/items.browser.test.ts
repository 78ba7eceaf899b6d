import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page, Request, Route } from "playwright-core";
import sharp from "sharp";
import { corners, cornersOf } from "../images/pictures.ts";
import { settled } from "./screenshots.ts";
import { type Bench, goTo, hasBrowser, saved, startBench, toComments, until } from "./start-bench.ts";

const projectId = "items";

const gridRow = (page: Page, name: string) => page.locator(".grid-row", { hasText: name }).first();

/** A cell of the row for a new item, while it is open. */
const newCell = (page: Page, column: string) => page.getByRole("textbox", { name: `New row, ${column}` });

describe.skipIf(!hasBrowser)("items in the browser", () => {
  let bench: Bench;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(bench.at);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const list = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 500, lang: "en" } })).data.items;

  type Made = Awaited<ReturnType<Bench["makeLeaf"]>>;
  async function openLeaf(name: string, items: string[] = [], prepare?: (made: Made) => Promise<unknown>) {
    const made = await bench.makeLeaf(name, items);
    await prepare?.(made);
    await goTo(page, `${bench.at}?subcategory=${made.leaf.id}`);
    await page.getByRole("heading", { name, exact: true }).waitFor();
    const [first] = made.items;
    if (first) await page.locator(`[data-item="${first.id}"]`).waitFor();
    return { leaf: made.leaf.id, items: made.items };
  }

  // The first test, while the tree is so short that no message covers its end.
  test("are dragged into the tree to move or copy them, and deleted with the keyboard", async () => {
    const made = await bench.makeLeaf("Draggers", ["Carried", "Copied", "Kept"]);
    const leaf = made.leaf.id;
    const body = { name: "Landing place", priority: 9 };
    const params = { categoryId: made.category.id };
    const target = (await bench.api.createSubcategory({ params, body })).data.id;
    // Loaded with the branch: a page that hears of it later does not open it in the tree.
    await bench.visit(`${bench.at}?subcategory=${leaf}`);
    const place = page.locator(".tree-row", { hasText: "Landing place" });
    await place.waitFor();
    const names = async (id: string) => (await list(id)).map((item) => item.name).join();
    // In small steps, as a hand moves: the grip is shown only on the row under the pointer.
    const drag = async (name: string, to: Locator) => {
      await to.scrollIntoViewIfNeeded();
      await gridRow(page, name).hover();
      const grip = await gridRow(page, name).locator(".grid-grip").boundingBox();
      const end = await to.boundingBox();
      if (!grip || !end) throw new Error("The grip or the target is not on the screen.");
      await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
      await page.mouse.down();
      await page.mouse.move(grip.x + grip.width / 2 + 4, grip.y + grip.height / 2 + 2, { steps: 3 });
      await page.mouse.move(end.x + 90, end.y + end.height / 2, { steps: 15 });
      await page.mouse.up();
    };
    await drag("Carried", place);
    await until(async () => (await names(target)) === "Carried", "moved by drag");
    expect(await names(leaf)).toBe("Copied,Kept");
    await page.locator(".toast", { hasText: "Carried moved to Landing place" }).waitFor();
    await page.keyboard.down("Control");
    await drag("Copied", place);
    await page.keyboard.up("Control");
    await until(async () => (await names(target)) === "Carried,Copied", "copied by drag");
    expect(await names(leaf)).toBe("Copied,Kept");
    await drag("Kept", gridRow(page, "Copied"));
    await until(async () => (await names(leaf)) === "Kept,Copied", "reordered by drag");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Space");
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await until(async () => (await names(leaf)) === "Copied", "deleted by keyboard");
  });

  test("are edited in the grid, with the mouse or only the keyboard", async () => {
    const { leaf } = await openLeaf("Grid", ["Alpha", "Beta"]);
    await gridRow(page, "Alpha").locator('[data-kind="number"]').first().click();
    await page.keyboard.type("49,9");
    await page.keyboard.press("Tab");
    await page.keyboard.type("15");
    await page.keyboard.press("Enter");
    await saved(page);
    expect((await list(leaf))[0]).toMatchObject({ price: 49.9, discount: 15 });
    expect(await gridRow(page, "Alpha").innerText()).toContain("$42.42");

    await page.getByRole("grid").focus();
    await page.keyboard.press("Home");
    await page.keyboard.type("Better");
    await page.keyboard.press("Escape");
    await page.keyboard.press("F2");
    await page.keyboard.type(" 2");
    await page.keyboard.press("Enter");
    await saved(page);
    expect((await list(leaf)).map((item) => item.name)).toEqual(["Alpha", "Beta 2"]);

    await gridRow(page, "Alpha").locator(".visibility").click();
    await until(async () => (await list(leaf))[0]?.visible === false, "hidden by a click");
  });

  test("new ones are typed after the last one whatever its priority, hidden, and changes of others appear", async () => {
    const { leaf, items } = await openLeaf("Behind", ["Alpha", "Beta"], ({ items: [, beta] }) =>
      bench.api.updateItem({ params: { itemId: beta?.id ?? "" }, body: { priority: 500 } }),
    );
    await gridRow(page, "Beta").waitFor();
    await page.keyboard.press("Alt+n");
    await newCell(page, "Name").waitFor();
    await page.keyboard.type("Gam");
    // What others do in the meantime moves the row, and takes nothing from who types into it.
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { name: "Alpha changed" } });
    await bench.api.createItem({ params: { subcategoryId: leaf }, body: { name: "By others", priority: 501 } });
    await gridRow(page, "Alpha changed").waitFor();
    await gridRow(page, "By others").waitFor();
    await page.keyboard.type("ma");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Delta");
    await page.keyboard.press("Tab");
    await page.keyboard.type("9,5");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/item=(?!unsent)/);
    await saved(page);
    expect((await list(leaf)).map(({ name, visible }) => ({ name, visible }))).toEqual([
      { name: "Alpha changed", visible: true },
      { name: "Beta", visible: true },
      { name: "By others", visible: true },
      { name: "Gamma", visible: false },
      { name: "Delta", visible: false },
    ]);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Delta");
  });

  test("ten new ones are typed in a row with name, price and quantity, four keys each beside the values", async () => {
    const { leaf } = await openLeaf("Ten");
    let keys = 0;
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    };
    await press("Alt+n");
    await newCell(page, "Name").waitFor();
    for (let at = 1; at <= 10; at++) {
      await page.keyboard.insertText(`Lamp ${at}`);
      await press("Tab");
      await page.keyboard.insertText(`${at}.5`);
      await press("Tab");
      await press("Tab");
      await page.keyboard.insertText(String(at));
      await press("Enter");
    }
    expect(keys).toBeLessThanOrEqual(1 + 10 * 4);
    await page.keyboard.press("Enter");
    await saved(page);
    const ten = Array.from({ length: 10 }, (_, at) => ({ name: `Lamp ${at + 1}`, price: at + 1.5, quantity: at + 1 }));
    const made = (await list(leaf)).map(({ name, price, quantity }) => ({ name, price, quantity }));
    expect(made).toEqual(ten);
  });

  test("a new one that is not complete stays in its row, and Escape takes it away", async () => {
    const { leaf } = await openLeaf("Unfinished");
    await page.getByRole("button", { name: "Add item" }).first().click();
    // Nothing typed leaves nothing behind.
    await newCell(page, "Name").fill("L");
    await newCell(page, "Name").fill("");
    await page.getByRole("textbox", { name: "Search items" }).click();
    await page.getByText("Nothing here yet").waitFor();
    await page.getByRole("button", { name: "Add item" }).first().click();
    await newCell(page, "Name").press("Tab");
    await page.keyboard.type("many");
    await page.keyboard.press("Enter");
    await page.getByText("Price: “many” was not taken: This is not a number.").waitFor();
    await until(() => newCell(page, "Price").evaluate((cell) => cell === document.activeElement), "the price is open");
    await newCell(page, "Price").fill("7");
    await page.keyboard.press("Enter");
    await page.getByText("Name: This must not be blank.").waitFor();
    await newCell(page, "Name").fill("Lamp");
    // Leaving the list is enough.
    await page.getByRole("textbox", { name: "Search items" }).click();
    await gridRow(page, "Lamp").waitFor();
    await saved(page);
    expect(await list(leaf)).toMatchObject([{ name: "Lamp", price: 7, visible: false }]);
    await page.keyboard.press("Alt+n");
    await newCell(page, "Name").fill("Regretted");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await until(async () => (await page.getByText("Regretted").count()) === 0, "it is gone");
    await page.getByRole("textbox", { name: "Search items" }).click();
    await saved(page);
    expect((await list(leaf)).length).toBe(1);
  });

  test("the shop shows an item that lacks something only after a question, once about each", async () => {
    const { leaf } = await openLeaf("Shown", ["Whole", "Priced", "New item"], async ({ items }) => {
      const bodies = [{ imgs: ["/assets/icon.svg"] }, {}, { price: 0 }];
      for (const [at, { id }] of items.entries())
        await bench.api.updateItem({ params: { itemId: id }, body: { visible: false, ...bodies[at] } });
    });
    const shown = async () => (await list(leaf)).map(({ visible }) => visible);
    const toggle = (name: string) => gridRow(page, name).locator(".visibility").click();
    const question = page.getByRole("dialog");
    await toggle("Whole");
    await until(async () => (await shown())[0] === true, "nothing is asked about what has everything");
    await toggle("Priced");
    await question.getByText("It has no picture.").waitFor();
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "hidden" });
    await toggle("Priced");
    await question.getByRole("button", { name: "Show anyway" }).click();
    await until(async () => (await shown())[1] === true, "shown after a yes");
    for (const now of [false, true]) {
      await toggle("Priced");
      await until(async () => (await shown())[1] === now, "not asked again");
    }
    // In the panel, with what is being typed.
    await gridRow(page, "New item").locator(".grid-name").click();
    const visible = page.getByRole("switch", { name: "Visible in the shop" });
    await visible.click();
    await question.getByText("It has no name of its own, no price, and no picture.").waitFor();
    await question.getByRole("button", { name: "Keep hidden" }).click();
    await page.getByLabel("Price", { exact: true }).fill("5");
    await visible.click();
    await question.getByText("It has no name of its own and no picture.").waitFor();
    await page.keyboard.press("Escape");
    expect(await visible.isChecked()).toBe(false);
    await saved(page);
    expect(await shown()).toEqual([true, true, false]);
  });

  test("Ctrl+Z undoes the last action, but not while someone types", async () => {
    const { leaf } = await openLeaf("Undone", ["Alpha", "Beta"]);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Space");
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await until(async () => (await list(leaf)).length === 1, "it is deleted");
    await page.locator(".toast", { hasText: /(Alpha|1 item) deleted/ }).waitFor();
    const undone: string[] = [];
    const hear = (request: Request) => /\/undo\b/.test(request.url()) && undone.push(request.url());
    page.on("request", hear);
    const search = page.getByRole("textbox", { name: "Search items" });
    await search.fill("Be");
    await page.keyboard.press("Control+z");
    await search.fill("Bet");
    // The search after the key is done, and the key has sent nothing.
    await page.waitForURL(/search=Bet/);
    expect(undone).toEqual([]);
    page.off("request", hear);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+z");
    await until(async () => (await list(leaf)).length === 2, "both are back");
  });

  test("are searched, filtered and sorted, and the address contains that", async () => {
    const { leaf } = await openLeaf("Filters", ["Red lamp", "Green lamp", "Blue chair"]);
    await page.getByRole("textbox", { name: "Search items" }).fill("LAMP");
    await page.waitForURL(/search=LAMP/);
    await until(async () => (await page.locator(".grid-row[aria-rowindex]").count()) === 2, "two lamps are shown");
    await page.reload();
    await gridRow(page, "Green lamp").waitFor();
    expect(await page.getByRole("textbox", { name: "Search items" }).inputValue()).toBe("LAMP");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await gridRow(page, "Blue chair").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await until(
      async () => (await list(leaf)).map((item) => item.name).join() === "Green lamp,Red lamp,Blue chair",
      "moved down by keyboard",
    );
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("button", { name: "Visibility" }).click();
    await page.getByRole("radio", { name: "Hidden" }).check();
    await page.getByText("No item matches").waitFor();
  });

  test("are changed in bulk across pages after a preview", async () => {
    const names = Array.from({ length: 130 }, (_, at) => `Bulk ${String(at).padStart(3, "0")}`);
    const { leaf } = await openLeaf("Bulk", names);
    await gridRow(page, "Bulk 000").locator("input[type=checkbox]").click();
    await page.getByRole("button", { name: "Select all 130 items" }).click();
    await page.getByText("130 selected").waitFor();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New value").fill("40");
    await dialog.getByText("130 items change").waitFor();
    await dialog.getByRole("button", { name: "Change 130 items" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await list(leaf)).every((item) => item.discount === 40)).toBe(true);
    await page.locator(".toast").getByText("130 items changed").waitFor();
  });

  test("are moved to another leaf and deleted", async () => {
    const { leaf } = await openLeaf("Movers", ["Stay", "Go", "Drop"], async ({ category }) => {
      const body = { name: "Budget lamps", id: "budget-lamps" };
      await bench.api.createSubcategory({ params: { categoryId: category.id }, body });
    });
    await gridRow(page, "Go").locator("input[type=checkbox]").click();
    await page.locator(".selection-bar").getByRole("button", { name: "Move" }).click();
    await page.getByRole("combobox", { name: "Find a category by name" }).fill("Budget");
    await page.locator(".node-choice", { hasText: "Budget" }).click();
    await page.getByRole("button", { name: "Move here" }).click();
    await until(async () => (await list("budget-lamps")).some((item) => item.name === "Go"), "it moved");
    await until(
      async () => (await page.locator(".grid-row", { hasText: "Go" }).count()) === 0,
      "the item is gone from the grid",
    );
    await gridRow(page, "Drop").locator("input[type=checkbox]").click();
    await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await until(async () => (await list(leaf)).map((item) => item.name).join() === "Stay", "it was deleted");
  });

  test("have tags, properties pasted from a spreadsheet, pictures by address, and comments", async () => {
    const { leaf, items } = await openLeaf("Parts", ["Whole"]);
    const stored = async () => (await list(leaf))[0];
    await page.locator(".grid-name").first().click();
    const tags = page.getByLabel("Tags", { exact: true });
    await tags.fill("oak");
    await tags.press("Enter");
    await tags.fill("solid, handmade");
    await tags.press("Tab");
    await page.getByRole("button", { name: "Add property" }).first().click();
    const key = page.getByRole("combobox", { name: "Property 1" }).first();
    await key.focus();
    await key.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "Width\t120 cm\nDepth\t80 cm");
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole("button", { name: "Move Depth up" }).click();
    await page.getByRole("button", { name: "Add by address" }).click();
    await page.getByRole("textbox", { name: "Address of a picture" }).fill("/assets/icon.svg");
    await page.keyboard.press("Enter");
    await saved(page);
    expect(await stored()).toMatchObject({
      tags: ["oak", "solid", "handmade"],
      description: [
        { key: "Depth", value: "80 cm" },
        { key: "Width", value: "120 cm" },
      ],
      imgs: ["/assets/icon.svg"],
    });
    await toComments(page);
    await page.getByRole("textbox", { name: "Comment text" }).fill("Sturdy");
    await page.getByRole("button", { name: "4 of 5 stars" }).click();
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    // The comment is shown before it is stored.
    await page.locator(".comment").waitFor();
    const comments = async () => (await bench.api.getItem({ params: { itemId: items[0]?.id ?? "" } })).data.comments;
    await until(async () => (await comments()).length > 0, "the comment is stored");
    expect(await comments()).toMatchObject([{ text: "Sturdy", stars: 4 }]);
  });

  test("pictures are added with the file picker or by drop, retried while the service is busy, reordered and removed", async () => {
    const { leaf } = await openLeaf("Pictures", ["Pictured"]);
    const imgs = async () => (await list(leaf))[0]?.imgs ?? [];
    const picture = async (color: string, name: string) => {
      const create = { width: 80, height: 60, channels: 3 as const, background: color };
      return { name, mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
    };
    await page.locator(".grid-name").first().click();
    // The first upload gets a 503 with Retry-After, as when the service is busy.
    const busy = { status: 503, headers: { "retry-after": "1" } };
    await page.route("**/api/upload", (route) => route.fulfill(busy), { times: 1 });
    await page
      .locator('.panel input[type="file"]')
      .setInputFiles([await picture("red", "a.png"), await picture("blue", "b.png")]);
    await until(async () => (await imgs()).length === 2, "both pictures are stored");
    const [first, second] = await imgs();
    await page.getByRole("button", { name: "Move earlier: Picture 2" }).click();
    await until(async () => (await imgs()).join() === [second, first].join(), "the second picture is first");

    const { buffer } = await picture("green", "c.png");
    await page.locator(".panel .picture-drop").evaluate(
      (zone, bytes) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], "c.png", { type: "image/png" }));
        zone.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      [...buffer],
    );
    await until(async () => (await imgs()).length === 3, "the dropped picture is stored");
    await page.getByRole("button", { name: "Remove picture: Picture 1" }).click();
    await until(async () => (await imgs()).length === 2, "one is removed");

    const notes = { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("this is no picture") };
    await page.locator('.panel input[type="file"]').setInputFiles([notes]);
    await page.getByText("Could not upload notes.png").waitFor();
    expect(await imgs()).toHaveLength(2);
  });

  test("the focal point of a picture is set with the mouse, the keyboard or a number, and every crop uses it", async () => {
    const { leaf } = await openLeaf("Focal", ["Focused"]);
    const img = async () => (await list(leaf))[0]?.imgs[0] ?? "";
    const wide = await corners(800, 400).png().toBuffer();
    await page.locator(".grid-name").first().click();
    await page
      .locator('.panel input[type="file"]')
      .setInputFiles([{ name: "wide.png", mimeType: "image/png", buffer: wide }]);
    await until(async () => (await img()) !== "", "the picture is stored");
    const plain = await img();
    await page.getByRole("button", { name: "Focal point: Picture 1" }).click();
    const dialog = page.getByRole("dialog");
    const picture = dialog.locator(".focal-area img");
    const point = dialog.getByRole("slider", { name: "Focal point" });
    // The picture gets its size when it is loaded, and the dialog slides in.
    await picture.evaluate((img: HTMLImageElement) => img.decode());
    await settled(page);
    const box = await picture.boundingBox();
    if (!box) throw new Error("The picture is not drawn.");
    await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.5);
    await until(async () => (await img()) === `${plain}?fx=0.25&fy=0.5`, "a click sets the point");
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 60, box.y + box.height * 0.75, { steps: 12 });
    await page.mouse.up();
    await until(
      async () => (await img()) === `${plain}?fx=1&fy=0.75`,
      "dragging moves the point, but not past the edge",
    );
    expect(await point.getAttribute("aria-valuetext")).toBe("100% from the left, 75% from the top");
    const cut = dialog.locator(".focal-cuts img").first();
    expect(await cut.evaluate((shown) => getComputedStyle(shown).objectPosition)).toBe("100% 80%");

    await point.focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await until(async () => (await img()) === `${plain}?fx=0.9&fy=0.74`, "arrow keys move the point");
    await dialog.getByLabel("Left, %").fill("0");
    await until(async () => (await img()) === `${plain}?fx=0&fy=0.74`, "a number places it");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });

    const thumb = page.locator(".panel .picture img");
    const cutOf = async (selector: string) => {
      const src = await page.locator(selector).first().getAttribute("src");
      return cornersOf(await (await fetch(new URL(src ?? "", bench.url))).bytes());
    };
    expect(await thumb.getAttribute("src")).toContain("fit=cover");
    expect(await cutOf(".panel .picture img")).toBe("rrbb");
    // The list has it when the page has the answer of the service.
    await until(async () => (await cutOf(".grid-thumb img")) === "rrbb", "the list shows the same cut");
    await page.getByRole("button", { name: "Focal point: Picture 1" }).click();
    await dialog.getByRole("button", { name: "Reset to the centre" }).click();
    await until(async () => (await img()) === plain, "the centre needs no parameters");
  });

  test("an answer that is older than someone else's change does not show the old value again", async () => {
    const { leaf, items } = await bench.makeLeaf("Overtaken", ["Before"]);
    const itemId = items[0]?.id ?? "";
    let held: (() => void)[] = [];
    let mayGo = false;
    const answered: Promise<void>[] = [];
    const answerLate = async (route: Route) => {
      const response = await route.fetch();
      if (!mayGo) await new Promise<void>((resolve) => held.push(resolve));
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => undefined);
    };
    await page.route("**/items?*", (route) => {
      const answer = answerLate(route);
      answered.push(answer);
      return answer;
    });
    const letGo = () => {
      for (const go of held) go();
      held = [];
    };
    const tell = async (words: string) => {
      await bench.api.createCategory({ params: { projectId }, body: { name: words } });
      await page.locator(".tree-row", { hasText: words }).waitFor();
    };
    const change = async (name: string) => {
      await until(() => held.length > 0, "an answer is held back");
      await bench.api.updateItem({ params: { itemId }, body: { name } });
      await tell(`Told after ${name}`);
      letGo();
    };
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    // First the initial answer, before anything is shown; then the request that the change causes.
    await change("After");
    await change("Last");
    mayGo = true;
    letGo();
    await gridRow(page, "Last").waitFor();
    await Promise.all(answered);
    // This later change is shown, so all earlier answers have been applied.
    await tell("Told after all");
    expect(await gridRow(page, "Last").count()).toBe(1);
    await page.unrouteAll();
  });

  test("the list beside an open panel fits into the remaining width at 1280 pixels, names the hidden columns, and shows them again later", async () => {
    await openLeaf("Beside", ["Lamp"]);
    const columns = async () => (await page.locator(".grid-head [role=columnheader]").allInnerTexts()).filter(Boolean);
    // The list gets its new width after the panel is shown.
    const has = (names: string[]) =>
      until(async () => (await columns()).join() === names.join() && (await beyond()) === 0, `columns: ${names}`);
    const beyond = () =>
      page.locator(".grid-scroll").evaluate((list) => list.scrollWidth - (list as HTMLElement).clientWidth);
    await page.locator(".grid-name").first().waitFor();
    const all = ["Name", "Price", "Discount", "Buyer pays", "Quantity", "Visible"];
    await has(all);
    await page.locator(".grid-name").first().click();
    await page.locator(".panel-body").waitFor();
    await has(["Name", "Price", "Quantity"]);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByText("Hidden while the panel is open: Discount, Buyer pays, Visible").waitFor();
    await page.keyboard.press("Escape");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await until(async () => (await focused()) === "Columns", "the menu has returned the focus");
    // The arrow keys move along the visible columns.
    const grid = page.locator(".grid-scroll");
    await grid.focus();
    await page.keyboard.press("End");
    await until(
      async () => (await grid.getAttribute("aria-activedescendant"))?.includes("quantity") ?? false,
      "the last visible column has the focus",
    );
    await page.getByRole("button", { name: "Close the item" }).click();
    await has(all);
  });

  test("a number that is too long is truncated, so that it does not overlap its neighbour", async () => {
    const body = { price: 123_456_789.99, quantity: 1e12, currency: "RUB" as const };
    await openLeaf("Dear", ["Yacht"], ({ items: [yacht] }) =>
      bench.api.updateItem({ params: { itemId: yacht?.id ?? "" }, body }),
    );
    const beyond = await page.locator(".grid-row .grid-cell").evaluateAll(
      (cells) =>
        cells.filter((cell) => {
          const box = cell.getBoundingClientRect();
          const range = document.createRange();
          return [...cell.children].some((face) => {
            range.selectNode(face);
            return range.getBoundingClientRect().left < box.left;
          });
        }).length,
    );
    expect(beyond).toBe(0);
  });

  test("the list beside an open panel has its tools in one line, also with the longer words of Russian", async () => {
    const { leaf, items } = await bench.makeLeaf("Narrow", ["Lamp"]);
    await page.evaluate(() => localStorage.setItem("editor-language", "ru"));
    await page.goto(`${bench.url}${bench.at}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    await page.locator(".panel-body").waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ru");
    const tops = await page
      .locator(".toolbar > *")
      .evaluateAll((tools) => tools.map((tool) => Math.round(tool.getBoundingClientRect().bottom / 20)));
    expect(new Set(tops).size).toBe(1);
    // The actions for selected items are visible too.
    await page.locator(".grid-row input[type=checkbox]").check();
    const bar = page.locator(".selection-bar");
    await bar.waitFor();
    expect(await bar.evaluate((tools) => tools.scrollWidth - tools.clientWidth)).toBe(0);
  });

  test("rows are low if someone wants more of them, the same row stays at the top, and the name stays in sight", async () => {
    const names = Array.from({ length: 80 }, (_, index) => `Lamp ${String(index).padStart(2, "0")}`);
    const { leaf } = await bench.makeLeaf("Dense", names);
    await bench.visit(`${bench.at}?subcategory=${leaf.id}`);
    await page.setViewportSize({ width: 1000, height: 700 });
    const row = page.locator(".grid-row", { hasText: "Lamp 30" });
    const scroller = page.locator(".grid-scroll");
    await page.locator(".grid-row").first().waitFor();
    await scroller.evaluate((element) => element.scrollTo(0, 30 * 40));
    const place = async () => {
      const [list, box] = [await scroller.boundingBox(), await row.boundingBox()];
      return box && list && { height: box.height, below: Math.round(box.y - list.y) };
    };
    await row.waitFor();
    const before = await place();
    expect(before?.height).toBe(40);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Compact rows" }).click();
    await until(async () => (await place())?.height === 32, "the rows are low");
    expect((await place())?.below).toBe(before?.below as number);
    await page.getByRole("menuitemcheckbox", { name: "Priority" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Tags" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Badges" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.locator(".grid-row").first().waitFor();
    expect((await page.locator(".grid-row").first().boundingBox())?.height).toBe(32);
    const name = page.locator('.grid-row .grid-cell[data-kind="text"]').first();
    const left = async () => Math.round((await name.boundingBox())?.x ?? -1) - ((await scroller.boundingBox())?.x ?? 0);
    await scroller.evaluate((element) => element.scrollTo(5_000, 0));
    await until(async () => (await left()) === 0, "the name is at the edge");
  });
});
