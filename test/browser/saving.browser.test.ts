import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { quietMs } from "../../web/saving/field-edits.ts";
import { onDevice } from "./on-device.ts";
import { type Bench, blank, cutWrites, goTo, hasBrowser, saved, startBench, until, wire } from "./start-bench.ts";

const projectId = "saving";

const itemPath = (leaf: string, item: string) => `/projects/${projectId}?subcategory=${leaf}&item=${item}`;

const typeAnew = async (page: Page, label: string, text: string) => {
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  await field.press("ControlOrMeta+a");
  await page.keyboard.type(text, { delay: 50 });
};

describe.skipIf(!hasBrowser)("saving in the browser", () => {
  let bench: Bench;
  /** One page for the tests, which go on in it. */
  let page: Page;
  const stored = async (itemId: string) =>
    (await bench.api.getItem({ params: { itemId }, query: { lang: "en" } })).data;

  /** Opens the first of two new items, and the list beside it. Each test has another name for it. */
  async function openItem(name: string) {
    const { leaf, items } = await bench.makeLeaf(`${name}s`, [name, "Second"]);
    const [item = "", second = ""] = items.map(({ id }) => id);
    await goTo(page, itemPath(leaf.id, item));
    await page.locator(".panel-head", { hasText: name }).waitFor();
    await page.locator(".grid-name", { hasText: name }).waitFor();
    return { item, second };
  }

  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  test("typed text is stored, with one field per request", async () => {
    const { item } = await openItem("Torch");
    const bodies: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && bodies.push(request.postData() ?? ""));
    await typeAnew(page, "Name", "Warm lamp");
    await typeAnew(page, "Price", "12,50");
    await page.getByLabel("Short description", { exact: true }).fill("Bright.");
    await page.getByLabel("Quantity", { exact: true }).click();
    await saved(page);
    expect(await stored(item)).toMatchObject({
      name: "Warm lamp",
      price: 12.5,
      simpleDescription: "Bright.",
    });
    for (const body of bodies) expect(Object.keys(JSON.parse(body))).toHaveLength(1);
  });

  test("on a slow network nothing typed is overwritten, and one request is sent at a time", async () => {
    const { leaf, items } = await bench.makeLeaf("Slow", ["First"]);
    const item = items[0]?.id ?? "";
    // A separate window, because its clock is moved.
    const page = await bench.open("about:blank");
    await page.clock.install();
    const sent: string[] = [];
    const flying: Route[] = [];
    let most = 0;
    await page.route("**/api/items/*", (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      sent.push(JSON.parse(route.request().postData() ?? "{}").name);
      most = Math.max(most, flying.push(route));
    });
    await page.goto(bench.url + itemPath(leaf.id, item));
    const field = page.getByLabel("Name", { exact: true });
    await field.click();
    await field.press("ControlOrMeta+a");
    let typed = "";
    const typeOn = async (words: string) => {
      await page.keyboard.type(words);
      typed += words;
      // Long enough for the typed text to be sent.
      await page.clock.runFor(2 * quietMs);
    };
    await typeOn("Slow");
    for (const words of [" but sure,", " all", " of it"]) {
      await until(() => flying.length > 0, "the previous text is being sent");
      const before = sent.length;
      await typeOn(words);
      await flying.shift()?.continue();
      // The answer, which is older than the text in the field, arrives before the next request.
      await until(() => sent.length > before, "the text typed meanwhile is sent after it");
      expect(await field.inputValue()).toBe(typed);
    }
    await flying.shift()?.continue();
    await saved(page);
    expect(await field.inputValue()).toBe(typed);
    expect((await stored(item)).name).toBe(typed);
    expect(sent).toEqual(["Slow", "Slow but sure,", "Slow but sure, all", "Slow but sure, all of it"]);
    expect(most).toBe(1);
    await page.context().close();
  });

  test("without the network edits wait, survive a reload, and are sent in order when the network is back", async () => {
    const { item, second } = await openItem("Tunnel");
    let connected = false;
    const order: string[] = [];
    await page.route(wire, (route) => {
      if (!connected) return cutWrites(route);
      if (route.request().method() !== "PATCH") return route.continue();
      order.push(new URL(route.request().url()).pathname);
      return route.continue();
    });
    await typeAnew(page, "Name", "In a tunnel");
    await page.locator('.save-status[data-status="waiting"]').waitFor();
    await page.getByText("Second", { exact: true }).click();
    await page.locator(".panel-head", { hasText: "Second" }).waitFor();
    await typeAnew(page, "Quantity", "7");
    await until(
      async () => (await onDevice(page, "catalog-editor", "outbox")).length === 2,
      "both edits are stored on the device",
    );
    expect((await stored(item)).name).toBe("Tunnel");

    page.once("dialog", (dialog) => void dialog.accept());
    // The old page must not send any more: the test is about what the new page sends.
    await page.reload({ waitUntil: "commit" });
    connected = true;
    await until(async () => (await stored(second)).quantity === 7, "the outbox was sent after the reload");
    await saved(page);
    await page.unroute(wire);
    expect((await stored(item)).name).toBe("In a tunnel");
    expect(order).toEqual([`/api/items/${item}`, `/api/items/${second}`]);
  });

  test("closing a tab with unsaved work warns, and a killed tab loses nothing: the next tab sends its edits", async () => {
    const { leaf, items } = await bench.makeLeaf("Crash", ["First"]);
    const item = items[0]?.id ?? "";
    await page.goto(bench.url + blank);
    const first = await page.context().newPage();
    await first.goto(bench.url + itemPath(leaf.id, item));
    await first.context().route(wire, cutWrites);
    await first.getByLabel("Name", { exact: true }).fill("Typed before the crash");
    const asked = first.waitForEvent("dialog");
    await first.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await first.locator('.save-status[data-status="waiting"]').waitFor();
    await first.close({ runBeforeUnload: false });
    await page.context().unroute(wire);
    await page.goto(`${bench.url}/projects/${projectId}`);
    await until(async () => (await stored(item)).name === "Typed before the crash", "another tab sent it");
  });

  test("an error of the service is shown at the field, and other fields are still saved", async () => {
    const { item } = await openItem("Refusal");
    await page.getByLabel("Name", { exact: true }).fill(" ");
    await page.getByLabel("Discount, %", { exact: true }).fill("25");
    await page.getByLabel("Quantity", { exact: true }).click();
    const problem = page.locator(".field", { hasText: "Name" }).first().locator(".problem");
    await problem.waitFor();
    expect(await problem.innerText()).toContain("must not be blank");
    // The same value would be refused again.
    expect(await problem.getByRole("button").allInnerTexts()).toEqual(["Discard my edit"]);
    await until(async () => (await stored(item)).discount === 25, "the discount was saved");
    expect((await stored(item)).name).toBe("Refusal");
    expect(await page.locator(".save-status").getAttribute("data-status")).toBe("attention");
    await page.getByLabel("Name", { exact: true }).fill("Mended");
    await saved(page);
    expect((await stored(item)).name).toBe("Mended");
  });

  test("a translation is sent alone, and the original is never saved as a translation", async () => {
    const { item } = await openItem("Word");
    const sent: unknown[] = [];
    page.on("request", (request) => request.method() === "PATCH" && sent.push(JSON.parse(request.postData() ?? "")));
    const field = page.getByLabel("Name · RU", { exact: true });
    expect(await field.getAttribute("placeholder")).toBe("Word");
    await field.click();
    await field.blur();
    // What someone else's change makes the page ask for is answered before this person's change, and comes after it.
    const late = Promise.withResolvers<void>();
    let isHeld = false;
    await page.route(`**/api/items/${item}?*`, async (route) => {
      if (isHeld || route.request().method() !== "GET") return route.fallback();
      const response = await route.fetch();
      isHeld = true;
      await late.promise;
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await bench.api.updateItem({
      params: { itemId: item },
      body: { translations: { de: { name: "Erster" } } },
      merge: true,
    });
    await until(() => isHeld, "the item is asked for");
    await field.fill("Первый");
    await field.blur();
    await saved(page);
    late.resolve();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await field.inputValue()).toBe("Первый");
    expect((await stored(item)).translations).toEqual({ de: { name: "Erster" }, ru: { name: "Первый" } });
    await field.fill("");
    await field.blur();
    await saved(page);
    expect((await stored(item)).translations.ru?.name).toBeUndefined();
    expect(sent).toEqual([{ translations: { ru: { name: "Первый" } } }, { translations: { ru: { name: null } } }]);
  });

  const price = async (itemId: string) => (await stored(itemId)).price;
  const paste = (page: Page, text: string) => page.keyboard.insertText(text);

  test("numbers are accepted in the formats of spreadsheets, in the panel and in the grid", async () => {
    const { item: id } = await openItem("Paste");
    const field = page.getByLabel("Price", { exact: true });
    await field.click();
    await field.press("Control+a");
    await paste(page, "1,234.50");
    await field.blur();
    await until(async () => (await price(id)) === 1234.5, "the price from the panel is stored");
    expect(await field.inputValue()).toBe("1234.5");
    // Several numbers never become one.
    await field.evaluate((input: HTMLInputElement) => {
      input.select();
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "10\n20\n30");
      const given = { clipboardData, bubbles: true, cancelable: true };
      if (input.dispatchEvent(new ClipboardEvent("paste", given))) document.execCommand("insertText", false, "102030");
    });
    await page.getByText("This is not a number.").waitFor();
    expect(await field.inputValue()).toBe("10; 20; 30");
    await field.fill("1234.5");
    await saved(page);
    expect(await price(id)).toBe(1234.5);
    await page.locator('.grid-row [data-kind="number"]').first().dblclick();
    await page.keyboard.press("Control+a");
    await paste(page, "2.345,60");
    await page.keyboard.press("Enter");
    await until(async () => (await price(id)) === 2345.6, "the price from the grid is stored");
  });

  test("numbers that are ambiguous are refused with a reason, and no partial value remains", async () => {
    const { item: id } = await openItem("Doubt");
    const field = page.getByLabel("Price", { exact: true });
    await field.click();
    await field.press("Control+a");
    // As slowly as a person, so that the first digits are saved meanwhile.
    await field.pressSequentially("1,2", { delay: 50 });
    await saved(page);
    await field.pressSequentially("34", { delay: 50 });
    await page.getByText("may mark thousands or decimals").waitFor();
    await field.blur();
    expect(await field.inputValue()).toBe("1,234");
    await until(async () => (await price(id)) === 100, "the previous price is stored");
    await field.fill("1234");
    await until(async () => (await price(id)) === 1234, "the unambiguous price is stored");
    await page.locator('.grid-row [data-kind="number"]').first().dblclick();
    await page.keyboard.press("Control+a");
    await paste(page, "5,678");
    await page.keyboard.press("Enter");
    // What is wrong is said at the cell, which stays open; who leaves it all the same finds it marked.
    await page.getByRole("alert").getByText("may mark thousands or decimals").waitFor();
    expect(await page.locator(".cell-input").inputValue()).toBe("5,678");
    await page.getByRole("textbox", { name: "Search items" }).click();
    await page
      .locator(".grid-cell[aria-invalid]")
      .getByRole("img", { name: /^5,678: / })
      .waitFor();
    await page.locator(".toast", { hasText: "5,678" }).getByRole("button", { name: "Show" }).click();
    await page.locator(".grid-cell[aria-invalid] .cell-fault").getByText("5,678").waitFor();
    expect(await price(id)).toBe(1234);
  });

  test("two people: different fields merge, the same field is a conflict, and the chosen value is stored", async () => {
    const { leaf, items } = await bench.makeLeaf("Together", ["Shared"]);
    const item = items[0]?.id ?? "";
    const [anna, boris] = [await bench.visit(blank), await bench.visit(blank, { person: "other" })];
    // Without events neither page learns of the other's value, which they would then overwrite on purpose.
    for (const page of [anna, boris]) {
      await page.route(/\/events\b/, (route) => route.abort());
      await page.goto(bench.url + itemPath(leaf.id, item));
      await page.getByLabel("Name", { exact: true }).waitFor();
    }

    await boris.getByLabel("Quantity", { exact: true }).fill("12");
    await boris.getByLabel("Quantity", { exact: true }).blur();
    await until(async () => (await stored(item)).quantity === 12, "Boris saved the quantity");
    await anna.getByLabel("Name", { exact: true }).fill("Anna's name");
    await anna.getByLabel("Name", { exact: true }).blur();
    await saved(anna);
    expect(await stored(item)).toMatchObject({ name: "Anna's name", quantity: 12 });
    expect(await anna.getByLabel("Quantity", { exact: true }).inputValue()).toBe("12");

    await boris.getByLabel("Name", { exact: true }).fill("Boris's name");
    await boris.getByLabel("Name", { exact: true }).blur();
    const choice = boris.locator(".conflict");
    await choice.waitFor();
    expect(await choice.innerText()).toContain("Anna's name");
    expect(await choice.innerText()).toContain("Boris's name");
    expect((await stored(item)).name).toBe("Anna's name");
    await choice.getByRole("button", { name: "Keep mine" }).click();
    await saved(boris);
    expect((await stored(item)).name).toBe("Boris's name");

    await anna.getByLabel("Name", { exact: true }).fill("Anna again");
    await anna.getByLabel("Name", { exact: true }).blur();
    await anna.locator(".conflict").getByRole("button", { name: "Take theirs" }).click();
    await saved(anna);
    expect(await anna.getByLabel("Name", { exact: true }).inputValue()).toBe("Boris's name");
    expect((await stored(item)).name).toBe("Boris's name");
  });
});
