import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { type Bench, chooseOption, goTo, hasBrowser, startBench, until } from "./start-bench.ts";

const projectId = "bulk";

describe.skipIf(!hasBrowser)("bulk edits in the browser", () => {
  let bench: Bench;
  /** One page for the tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
  });
  afterAll(() => bench.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const list = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 500, lang: "en" } })).data.items;

  /** Opens a list, and waits for its first row. */
  async function open(query: string, first: string) {
    await goTo(page, `/projects/${projectId}?${query}`);
    await page.locator(".grid-name", { hasText: first }).first().waitFor();
  }
  /** Everything that the list shows and has not loaded is picked. */
  async function pickAll(count: string) {
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByText(`${count} selected`).waitFor();
  }
  const edit = () => page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();

  test("prices of everything that matches are raised by percent and rounded, after a preview, with one undo", async () => {
    const names = Array.from({ length: 130 }, (_, at) => `Riser ${at}`);
    const { category, leaf } = await bench.makeLeaf("Risers", [...names, "Other"]);
    await open(`category=${category.id}&search=riser`, "Riser 0");
    await pickAll("130");
    await edit();
    const dialog = page.getByRole("dialog", { name: "Edit everything that matches: 130 items" });
    await chooseOption(dialog.getByLabel("Field", { exact: true }), "Price");
    await dialog.getByLabel("New value, Price").fill("+10 %");
    await chooseOption(dialog.getByLabel("Rounding"), "To .99");
    await dialog.getByText("130 items change").waitFor();
    const preview = async () => (await dialog.locator(".preview li").first().innerText()).replaceAll(/\s+/g, " ");
    await until(async () => (await preview()) === "Riser 0 100 109.99", "the preview has the rounded price");
    const bodies: Record<string, unknown>[] = [];
    page.on("request", (request) => request.url().endsWith("/bulk") && bodies.push(request.postDataJSON()));
    await dialog.getByRole("button", { name: "Change 130 items" }).click();
    const toast = page.locator(".toast", { hasText: "130 items changed" });
    await toast.waitFor();
    expect(bodies).toEqual([
      expect.objectContaining({
        where: { projectId, within: category.id, search: "riser" },
        expect: 130,
        operations: { price: { op: "%", value: 10, round: "0.99" } },
      }),
    ]);
    const prices = async () => (await list(leaf.id)).map((item) => item.price);
    expect((await prices()).slice(0, 3)).toEqual([109.99, 110.99, 111.99]);
    expect((await prices()).at(-1)).toBe(230);
    await toast.getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast", { hasText: "Undone" }).waitFor();
    expect((await prices()).slice(0, 3)).toEqual([100, 101, 102]);
  });

  test("an entry that cannot be understood is told, and so is a result that is not allowed, with the items", async () => {
    const { leaf } = await bench.makeLeaf("Told", ["Cheap", "Dear", "Dearer"]);
    await bench.api.updateItem({
      params: { itemId: (await list(leaf.id))[0]?.id ?? "" },
      body: { price: 3 },
    });
    await open(`subcategory=${leaf.id}`, "Cheap");
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await edit();
    const dialog = page.getByRole("dialog");
    await chooseOption(dialog.getByLabel("Field", { exact: true }), "Price");
    const value = dialog.getByLabel("New value, Price");
    const apply = dialog.getByRole("button", { name: /^Change \d items$/ });
    await value.fill("+10 %%");
    await dialog.getByRole("alert").getByText("This cannot be understood.").waitFor();
    expect(await apply.isDisabled()).toBe(true);
    await value.fill("-5");
    await dialog.getByRole("alert").getByText("Cheap: Price -2. The number is out of range.").waitFor();
    expect(await apply.isDisabled()).toBe(true);
    await value.fill("-3");
    await dialog.getByText("3 items change").waitFor();
    await apply.click();
    await page.locator(".toast", { hasText: "3 items changed" }).waitFor();
    expect((await list(leaf.id)).map((item) => item.price)).toEqual([0, 98, 99]);
  });

  test("who shows many hidden items is told what they lack, whether they are picked or match", async () => {
    const { leaf, items } = await bench.makeLeaf("Lacking", ["Bare one", "Bare two", "Whole"]);
    const bodies = [{ price: 0 }, {}, { imgs: ["/assets/icon.svg"] }];
    for (const [at, { id }] of items.entries())
      await bench.api.updateItem({ params: { itemId: id }, body: { visible: false, ...bodies[at] } });
    await open(`subcategory=${leaf.id}`, "Bare one");
    const dialog = page.getByRole("dialog");
    const looks = async () => {
      await edit();
      await chooseOption(dialog.getByLabel("Field", { exact: true }), "Visible in the shop");
      await dialog.getByText("The shop would show unfinished items").waitFor();
      await dialog.getByText("1 item has no price").waitFor();
      await dialog.getByText("2 items have no picture").waitFor();
    };
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await looks();
    await page.keyboard.press("Escape");
    await page.locator(".grid-row input[type=checkbox]").first().click();
    await page.getByRole("button", { name: "Select all 3 items" }).click();
    await looks();
    await dialog.getByRole("button", { name: "Change 3 items" }).click();
    await until(async () => (await list(leaf.id)).every(({ visible }) => visible), "the dialog was question enough");
  });

  test("tags are added and removed, and a text is replaced in one language", async () => {
    const { leaf, items } = await bench.makeLeaf("Words", ["Red cup", "Red pot"]);
    for (const { id } of items) {
      const body = { tags: ["old", "kept"], translations: { ru: { name: "Красная вещь" } } };
      await bench.api.updateItem({ params: { itemId: id }, body });
    }
    await open(`subcategory=${leaf.id}`, "Red cup");
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await edit();
    const dialog = page.getByRole("dialog");
    const addLine = async (at: number, field: string) => {
      if (at > 0) await dialog.getByRole("button", { name: "Add another field" }).click();
      await chooseOption(dialog.getByLabel("Field", { exact: true }).nth(at), field);
    };
    const lineAt = (at: number) => dialog.locator(".bulk-line").nth(at);
    await addLine(0, "Tags");
    await lineAt(0).getByLabel("New value, Tags").fill("fresh,");
    await addLine(1, "Tags");
    await chooseOption(lineAt(1).getByLabel("What to do"), "Remove");
    await lineAt(1).getByLabel("New value, Tags").fill("old,");
    await addLine(2, "Find and replace");
    await chooseOption(lineAt(2).getByLabel("Language"), "Russian");
    await lineAt(2).getByLabel("Find", { exact: true }).fill("Красная");
    await lineAt(2).getByLabel("Replace with").fill("Синяя");
    await dialog.getByText("2 items change").waitFor();
    await dialog.getByRole("button", { name: "Change 2 items" }).click();
    await page.locator(".toast", { hasText: "2 items changed" }).waitFor();
    expect((await list(leaf.id)).map(({ name, tags, translations }) => [name, tags, translations.ru?.name])).toEqual([
      ["Red cup", ["kept", "fresh"], "Синяя вещь"],
      ["Red pot", ["kept", "fresh"], "Синяя вещь"],
    ]);
  });

  test("a long edit is stopped between two parts, and what was done is undone with one click", async () => {
    const { leaf } = await bench.makeLeaf("Stopped", ["Seed"]);
    let count = 1;
    while (count < 1_024) {
      const where = { projectId, within: leaf.id };
      await bench.api.bulkCopyItems({ body: { where, expect: count, subcategoryId: leaf.id } });
      count *= 2;
    }
    await open(`subcategory=${leaf.id}`, "Seed");
    await pickAll("1,024");
    await edit();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New value, Discount").fill("7");
    await dialog.getByText("1,024 items match").waitFor();
    const first = Promise.withResolvers<void>();
    let sent = 0;
    const parts = "**/bulk";
    await page.route(parts, async (route) => {
      sent++;
      await first.promise;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Change 1,024 items" }).click();
    await dialog.getByRole("button", { name: "Stop" }).click();
    first.resolve();
    const toast = page.locator(".toast", { hasText: "Stopped" });
    await toast.waitFor();
    const discounted = async () => {
      const query = { within: leaf.id, discountMin: 7, limit: 1 };
      return (await bench.api.searchItems({ params: { projectId }, query })).data.total;
    };
    expect([sent, await discounted()]).toEqual([1, 1_000]);
    await toast.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await discounted()) === 0, "it is undone");
    await page.locator(".toast", { hasText: "Undone" }).last().waitFor();
    await page.unroute(parts);
  });

  test("when others change what matches, nothing is changed, and the list shows what matches now", async () => {
    const { category, leaf, items } = await bench.makeLeaf("Moving", ["Mover 1", "Mover 2", "Mover 3"]);
    await open(`category=${category.id}&search=mover`, "Mover 1");
    await page.locator(".grid-row input[type=checkbox]").first().click();
    await page.getByRole("button", { name: "Select all 3 items" }).click();
    await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
    const meanwhile = async (route: Route) => {
      await bench.api.deleteItem({ params: { itemId: items[0]?.id ?? "" } });
      await route.continue();
    };
    await page.route("**/bulk/delete", meanwhile, { times: 1 });
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.locator(".toast", { hasText: "Meanwhile other items match" }).waitFor();
    expect(await list(leaf.id)).toHaveLength(2);
    // Nothing is picked any more, and the list shows what matches now.
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.locator(".grid-row", { hasText: "Mover 1" }).waitFor({ state: "detached" });
    expect(await page.locator(".selection-bar").count()).toBe(0);
  });
});
