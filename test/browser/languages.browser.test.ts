import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, goTo, hasBrowser, startBench, until } from "./start-bench.ts";

const projectId = "languages";

describe.skipIf(!hasBrowser)("texts in any language", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
  });
  afterAll(() => bench?.stop());

  test("are written from right to left where the language is", async () => {
    const { leaf, items } = await bench.makeLeaf("From the right", ["Lamp"]);
    const itemId = items[0]?.id ?? "";
    const translations = { ar: { name: "مصباح (2)!", description: [{ key: "لون", value: "أحمر" }] } };
    await bench.api.updateItem({ params: { itemId }, body: { translations } });
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&item=${itemId}`);
    await page.getByRole("button", { name: /^Arabic/ }).click();
    const panel = page.getByRole("region", { name: "Languages" });
    const look = (label: string) =>
      panel
        .getByLabel(label, { exact: true })
        .evaluate((input: HTMLInputElement) => [input.lang, getComputedStyle(input).direction]);
    expect(await look("Name · AR")).toEqual(["ar", "rtl"]);
    expect(await look("Value 1")).toEqual(["ar", "rtl"]);
    await goTo(page, `${bench.at}/translations?lang=ar&state=all&branch=${leaf.id}`);
    const field = page.getByRole("textbox", { name: "Name of Lamp in Arabic" });
    expect(await field.evaluate((input) => getComputedStyle(input).direction)).toBe("rtl");
  });

  test("can be composed with an input method: Enter that selects a word does not end the input", async () => {
    const { leaf } = await bench.makeLeaf("Composing");
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`);
    await page.getByRole("tree").focus();
    await page.keyboard.press("F2");
    const input = page.locator(".tree-input");
    await input.fill("");
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", { text: "でんわ", selectionStart: 3, selectionEnd: 3 });
    await page.keyboard.press("Enter");
    expect(await input.count()).toBe(1);
    await keyboard.send("Input.insertText", { text: "電話" });
    await page.keyboard.press("Enter");
    await input.waitFor({ state: "detached" });
    const name = async () => (await bench.api.getSubcategory({ params: { subcategoryId: leaf.id } })).data.name;
    await until(async () => (await name()) === "電話", "the name is the selected word");
    expect(bench.errors).toEqual([]);
  });
});
