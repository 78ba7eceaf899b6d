import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, hasBrowser, makeLeaf, projectId, startBench, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("a service that is away for a while", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  test("takes nothing off the screen that was there", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Kept", ["Lamp", "Vase"]);
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`);
    await page.locator(".grid-name", { hasText: "Lamp" }).waitFor();
    let refused = 0;
    await page.route(/\/items\?/, (route) => {
      refused++;
      return route.abort();
    });
    // Another's change of the order makes the list ask for itself again.
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { priority: 9 } });
    await until(() => refused >= 3, "it was asked for again, and given up");
    // What comes after that is shown, so what became of the list would be as well.
    await bench.api.createCategory({ params: { projectId }, body: { name: "Told later" } });
    await page.locator(".tree-row", { hasText: "Told later" }).waitFor();
    expect(await page.locator(".grid-name", { hasText: "Lamp" }).count()).toBe(1);
  });

  test("is asked again once it is back, without anyone pressing a button", async () => {
    const page = await bench.visit(`/projects/${projectId}`);
    await page.getByRole("treeitem").first().waitFor();
    const cut = /\/(api|readyz)/;
    await page.route(cut, (route) => route.abort());
    await page.getByRole("link", { name: "Translations" }).click();
    await page.getByText("This could not be loaded").waitFor();
    await page.unroute(cut);
    await page.locator(".board-row").first().waitFor();
    expect(bench.errors).toEqual([]);
  });
});
