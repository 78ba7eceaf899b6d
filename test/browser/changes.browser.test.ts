import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, hasBrowser, makeLeaf, projectId, saved, startBench, until } from "./bench.ts";

describe.skipIf(!hasBrowser)("taking things back in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const list = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 500, lang: "en" } })).data.items;
  const names = async (subcategoryId: string) => (await list(subcategoryId)).map((item) => item.name);

  test("a bulk edit is undone by one click", async () => {
    const { leaf } = await makeLeaf(bench.api, "Regret", ["A", "B", "C"]);
    const page = await bench.open(`/projects/${projectId}?subcategory=${leaf.id}`);
    await page.locator(".grid-name").first().waitFor();
    await page.getByRole("checkbox", { name: "Select all on screen" }).click();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("New value").fill("55");
    await page.getByRole("button", { name: "Change 3 items" }).click();
    await page.locator(".toast", { hasText: "3 items changed" }).getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast", { hasText: "Taken back" }).waitFor();
    expect((await list(leaf.id)).map((item) => item.discount)).toEqual([0, 0, 0]);
    await page.context().close();
  });

  test("a deleted department comes back whole, by undo and from the trash", async () => {
    const { leaf, category } = await makeLeaf(bench.api, "Phoenix", ["One", "Two"]);
    const page = await bench.open(`/projects/${projectId}?category=${category.id}`);
    const remove = async () => {
      await page.locator(".tree-row", { hasText: category.name }).first().click();
      await page.getByRole("tree").focus();
      await page.keyboard.press("Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    };
    await remove();
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await page.locator(".tree-row", { hasText: category.name }).first().waitFor();
    expect(await names(leaf.id)).toEqual(["One", "Two"]);

    await remove();
    await page.locator(".toast", { hasText: "deleted" }).first().waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.locator(".segment", { hasText: "Trash" }).click();
    await page
      .getByRole("button", { name: `Restore: ${category.name}` })
      .first()
      .click();
    await until(async () => (await fetch(`${bench.url}/api/subcategories/${leaf.id}`)).ok, "it was restored");
    expect(await names(leaf.id)).toEqual(["One", "Two"]);
    await page.context().close();
  });

  test("the history of an item shows what changed, and each entry can be taken back", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Diary", ["Before"]);
    const item = items[0]?.id ?? "";
    await bench.api.updateItem({ params: { itemId: item }, body: { translations: { ru: { name: "До" } } } });
    const page = await bench.open(`/projects/${projectId}?subcategory=${leaf.id}&item=${item}`);
    await page.getByLabel("Name", { exact: true }).fill("After");
    await page.getByLabel("Name", { exact: true }).blur();
    await saved(page);
    await page.reload();
    await page.getByText("Original changed since").first().waitFor();
    await page.getByRole("button", { name: "Show history" }).click();
    const entry = page.locator(".history-entry", { hasText: "After" });
    await entry.locator("del", { hasText: "Before" }).waitFor();
    await entry.getByRole("button", { name: /^Undo/ }).click();
    await until(async () => (await names(leaf.id))[0] === "Before", "the name is back");
    await until(
      async () => (await page.getByLabel("Name", { exact: true }).inputValue()) === "Before",
      "the field shows it",
    );
    await page.context().close();
  });

  test("two people on one item see each other", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Meeting", ["Shared"]);
    const path = `/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`;
    const anna = await bench.open(path);
    await anna.getByLabel("Name", { exact: true }).waitFor();
    const boris = await bench.open(path);
    await boris.getByLabel("Your name").fill("Boris");
    await anna.locator(".also-here", { hasText: "Boris" }).waitFor();
    await boris.getByLabel("Quantity", { exact: true }).fill("31");
    await until(
      async () => (await anna.getByLabel("Quantity", { exact: true }).inputValue()) === "31",
      "the other's number appears",
    );
    await anna.context().close();
    await boris.context().close();
  });
});
