import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, hasBrowser, makeLeaf, projectId, startBench, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("a service that is unreachable for a while", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  test("removes nothing that is on the screen", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Kept", ["Lamp", "Vase"]);
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`);
    await page.locator(".grid-name", { hasText: "Lamp" }).waitFor();
    let refused = 0;
    await page.route(/\/items\?/, (route) => {
      refused++;
      return route.abort();
    });
    // A change of the order by someone else makes the list load again.
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { priority: 9 } });
    await until(() => refused >= 3, "the list was requested again until the page gave up");
    // This later change is shown, so a change of the list would be shown too.
    await bench.api.createCategory({ params: { projectId }, body: { name: "Told later" } });
    await page.locator(".tree-row", { hasText: "Told later" }).waitFor();
    expect(await page.locator(".grid-name", { hasText: "Lamp" }).count()).toBe(1);
  });

  test("is asked again by itself when it is back", async () => {
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
