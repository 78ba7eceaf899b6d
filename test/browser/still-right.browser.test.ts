import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { type Bench, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "still-right";

describe.skipIf(!hasBrowser)("a stale translation that is still right", () => {
  let bench: Bench;
  let page: Page;
  let other: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(bench.at);
    other = await bench.visit(bench.at, { person: "other" });
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });
  /** Both look at the same. */
  const bothGoTo = (path: string) => Promise.all([goTo(page, path), goTo(other, path)]);

  /** An item and a leaf whose Russian names are stale. */
  async function leftBehind(name: string) {
    const { leaf, items } = await bench.makeLeaf(name, ["Lamp"]);
    const itemId = items[0]?.id ?? "";
    const subcategoryId = leaf.id;
    const translations = { ru: { name: "Лампа" } };
    await bench.api.updateItem({ params: { itemId }, body: { translations } });
    await bench.api.updateItem({ params: { itemId }, body: { name: "Lamp 2" } });
    await bench.api.updateSubcategory({ params: { subcategoryId }, body: { translations } });
    await bench.api.updateSubcategory({ params: { subcategoryId }, body: { name: `${name} 2` } });
    return { itemId, subcategoryId };
  }
  const staleOf = async (itemId: string) => (await bench.api.itemStaleTranslations({ params: { itemId } })).data.stale;
  const mark = (at: Page | Locator) => at.locator(".mantine-Badge-root", { hasText: "The original has changed" });
  /** On the board, a dot. */
  const dot = (at: Page | Locator, words = "The original has changed") => at.getByRole("img", { name: words });

  test("is confirmed in the item, loses its mark for everyone who has it open, and can be undone", async () => {
    const { itemId, subcategoryId } = await leftBehind("Confirm one");
    await bothGoTo(`${bench.at}?subcategory=${subcategoryId}&item=${itemId}`);
    await mark(other).waitFor();
    await page.getByRole("button", { name: "Still right: Name · RU" }).click();
    await mark(page).waitFor({ state: "detached" });
    await until(async () => (await staleOf(itemId)).length === 0, "the confirmation is stored");
    await mark(other).waitFor({ state: "detached" });
    expect(await page.getByLabel("Name · RU", { exact: true }).inputValue()).toBe("Лампа");

    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await mark(page).waitFor();
    await mark(other).waitFor();
    expect(await staleOf(itemId)).toMatchObject([{ language: "ru", field: "name", translatedFrom: "Lamp" }]);
    await page.getByRole("button", { name: "Show history" }).click();
    await page.locator(".list-line", { hasText: "confirmed the Russian translation of the name" }).waitFor();
  });

  test("is confirmed on the board, where its row stays, and loses its mark on another board too", async () => {
    const { itemId, subcategoryId } = await leftBehind("Confirm two");
    await bothGoTo(`${bench.at}/translations?branch=${subcategoryId}&state=stale`);
    await dot(other).nth(1).waitFor();
    const row = page.locator(".board-row", { hasText: "Lamp 2" });
    await dot(page).nth(1).waitFor();
    await row.getByRole("button", { name: /^Still right/ }).click();
    await dot(row).waitFor({ state: "detached" });
    await until(async () => (await staleOf(itemId)).length === 0, "the confirmation is stored");
    expect(await row.count()).toBe(1);
    await until(async () => (await dot(other).count()) === 1, "the other board shows one stale translation");
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await until(async () => (await dot(other).count()) === 2, "after the undo it is marked on the other board again");
    await page
      .locator(".board-row", { hasText: "Lamp 2" })
      .getByRole("button", { name: /^Still right/ })
      .click();
    await until(async () => (await dot(other).count()) === 1, "after another confirmation it is not");
    // The remaining one is the name of the leaf, which is confirmed in its own panel.
    await goTo(page, `${bench.at}?subcategory=${subcategoryId}&details=true`);
    await page.getByRole("button", { name: /^Still right/ }).click();
    await mark(page).waitFor({ state: "detached" });
    await until(async () => (await dot(other).count()) === 0, "the other board shows no stale translation");
  });

  test("is translated again by someone else, and another board shows that live", async () => {
    const { subcategoryId } = await leftBehind("Translate two");
    await bothGoTo(`${bench.at}/translations?branch=${subcategoryId}&state=stale`);
    const field = (of: Page) => of.getByRole("textbox", { name: "Name of Lamp 2 in Russian" });
    await field(other).waitFor();
    await field(page).fill("Лампа 2");
    await until(async () => (await field(other).inputValue()) === "Лампа 2", "the other board shows it");
    // Events from before the board was read may still come: for a moment they take the mark of the leaf away too.
    await until(async () => (await dot(other).count()) === 1, "only the name of the leaf is stale");
  });

  test("is a copy of its original: not translated until it is confirmed, in the item, on the board and in the counts", async () => {
    const { leaf, items } = await bench.makeLeaf("Copies", ["Nike", "Puma"]);
    for (const { id, name } of items)
      await bench.api.updateItem({ params: { itemId: id }, body: { translations: { ru: { name } } } });
    const copy = (at: Page | Locator) => at.locator(".mantine-Badge-root", { hasText: "Same as the original" });
    const [nike = "", puma = ""] = items.map(({ id }) => id);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}&item=${nike}`);
    await copy(page).waitFor();
    const tab = page.getByRole("button", { name: /^Russian/ });
    expect(await tab.innerText()).toContain("0/1");
    await page.getByRole("button", { name: "Right as it is: Name · RU" }).click();
    await copy(page).waitFor({ state: "detached" });
    await until(async () => (await tab.innerText()).includes("1/1"), "a confirmed copy counts");
    // It counts here before the service has it.
    await saved(page);

    await goTo(other, `${bench.at}/translations?branch=${leaf.id}&state=missing`);
    const rows = other.locator(".board-row");
    await dot(rows, "Same as the original").waitFor();
    await until(async () => (await rows.locator("textarea").count()) === 2, "the leaf and the copy are listed");
    await other.locator(".board-branches").getByText("2 texts left").waitFor();
    await rows
      .filter({ hasText: "Puma" })
      .getByRole("button", { name: /^Right as it is/ })
      .click();
    await dot(rows, "Same as the original").waitFor({ state: "detached" });
    await other.locator(".board-branches").getByText("1 text left").waitFor();
    await goTo(page, `${bench.at}?subcategory=${leaf.id}&item=${puma}`);
    const name = page.getByLabel("Name", { exact: true });
    await until(async () => (await name.inputValue()) === "Puma", "it is open");
    await until(async () => (await tab.innerText()).includes("1/1"), "and is confirmed for everyone");
    await other.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await copy(page).waitFor();
  });

  test("is confirmed without the network, and sent when the network is back", async () => {
    const { itemId, subcategoryId } = await leftBehind("Confirm three");
    await goTo(page, `${bench.at}?subcategory=${subcategoryId}&item=${itemId}`);
    await mark(page).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Still right: Name · RU" }).click();
    await mark(page).waitFor({ state: "detached" });
    expect(await staleOf(itemId)).toHaveLength(1);
    await page.context().setOffline(false);
    await until(async () => (await staleOf(itemId)).length === 0, "it was sent");
  });
});
