import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "catalog-language";

const showIn = async (page: Page, language: string) => {
  await page.getByRole("button", { name: /^Language of the catalog/ }).click();
  await page.getByRole("menuitemradio", { name: language }).click();
};

describe.skipIf(!hasBrowser)("the language of the catalog", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
  });
  afterAll(() => bench?.stop());

  async function lamps(name: string) {
    const { leaf, items } = await bench.makeLeaf(name, ["Zebra lamp", "Apple lamp", "Middle lamp"]);
    const [zebra, apple, middle] = items.map(({ id }) => id) as [string, string, string];
    const translate = (itemId: string, text: string) =>
      bench.api.updateItem({ params: { itemId }, body: { translations: { de: { name: text } } } });
    await translate(zebra, "Aal-Lampe");
    await translate(apple, "Zimtlampe");
    await bench.api.updateSubcategory({
      params: { subcategoryId: leaf.id },
      body: { translations: { de: { name: `${name} auf Deutsch` } } },
    });
    return { leaf, zebra, apple, middle };
  }
  const nameOf = (page: Page, itemId: string) => page.locator(`[data-item="${itemId}"] .grid-name`);
  const textsOf = async (itemId: string) => (await bench.api.getItem({ params: { itemId } })).data;

  test("is switched apart from that of the interface, is kept, and is written where it is shown: in the list and in the tree", async () => {
    const { leaf, zebra, middle } = await lamps("Lamps");
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`);
    await nameOf(page, zebra).getByText("Zebra lamp").waitFor();
    await showIn(page, "German");
    await nameOf(page, zebra).getByText("Aal-Lampe").waitFor();
    await page.getByRole("heading", { name: "Lamps auf Deutsch" }).waitFor();
    await page.getByRole("treeitem", { name: "Lamps auf Deutsch" }).waitFor();
    await page.getByRole("columnheader", { name: "Name · DE" }).waitFor();
    expect(await nameOf(page, middle).textContent()).toBe("Middle lamp");
    expect(await nameOf(page, middle).getAttribute("data-original")).not.toBeNull();
    expect(await nameOf(page, zebra).getAttribute("data-original")).toBeNull();
    expect(await page.getByRole("button", { name: "Add item" }).count()).toBe(1);
    await until(async () => (await page.title()).startsWith("Lamps auf Deutsch"), "the title of the page follows");
    await page.reload();
    await nameOf(page, zebra).getByText("Aal-Lampe").waitFor();

    await nameOf(page, middle).click();
    await page.getByRole("grid").focus();
    await page.keyboard.press("F2");
    const input = page.getByRole("textbox", { name: "Name, Middle lamp" });
    expect(await input.getAttribute("placeholder")).toBe("Middle lamp");
    expect(await input.inputValue()).toBe("");
    await input.fill("Mittellampe");
    await page.keyboard.press("Enter");
    await saved(page);
    expect(await textsOf(middle)).toMatchObject({ name: "Middle lamp", translations: { de: { name: "Mittellampe" } } });
    await nameOf(page, middle).getByText("Mittellampe").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "Name, Mittellampe" }).fill("");
    await page.keyboard.press("Enter");
    await until(async () => (await textsOf(middle)).translations.de?.name === undefined, "the translation is gone");
    await nameOf(page, middle).getByText("Middle lamp").waitFor();

    await page.getByRole("treeitem", { name: "Lamps auf Deutsch" }).dblclick();
    await page.locator(".tree-input").fill("Geschrieben");
    await page.keyboard.press("Enter");
    await page.getByRole("treeitem", { name: "Geschrieben" }).waitFor();
    await saved(page);
    const { data: stored } = await bench.api.getSubcategory({ params: { subcategoryId: leaf.id } });
    expect([stored.name, stored.translations.de?.name]).toEqual(["Lamps", "Geschrieben"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("treeitem", { name: "Lamps auf Deutsch" }).waitFor();
    await goTo(page, `/projects/${projectId}?subcategory=${leaf.id}&search=lamp`);
    const chips = page.getByRole("list", { name: "Filters" });
    await chips.getByText("In Lamps auf Deutsch").waitFor();
    await showIn(page, "English · original");
    await nameOf(page, zebra).getByText("Zebra lamp").waitFor();
    await chips.getByText("In Lamps", { exact: true }).waitFor();
  });

  test("is the one that lists are sorted in and that the palette finds", async () => {
    const { leaf, zebra, apple, middle } = await lamps("Sorted");
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&sort=name`);
    const order = () =>
      page.locator("[data-item]").evaluateAll((rows) =>
        rows
          .map((row) => ({ id: row.getAttribute("data-item"), top: row.getBoundingClientRect().top }))
          .sort((one, other) => one.top - other.top)
          .map(({ id }) => id),
      );
    await until(async () => (await order()).join() === [apple, middle, zebra].join(), "the originals are sorted");
    await showIn(page, "German");
    await until(async () => (await order()).join() === [zebra, middle, apple].join(), "the German names are sorted");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("zimt");
    await page
      .getByRole("option", { name: /Zimtlampe.*Sorted auf Deutsch/ })
      .first()
      .waitFor();
    expect(await page.getByRole("option", { name: /Apple lamp/ }).count()).toBe(0);
    expect(bench.errors).toEqual([]);
  });
});
