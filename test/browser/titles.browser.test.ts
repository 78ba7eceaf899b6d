import { afterAll, beforeAll, describe, test } from "bun:test";
import { type Bench, hasBrowser, makeLeaf, projectId, startBench, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("the title of the page", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  test("names what is open, so that tabs can be told apart", async () => {
    const { leaf } = await makeLeaf(bench.api, "Titles", ["Lamp"]);
    const page = await bench.visit("/");
    const is = (title: string) => until(async () => (await page.title()) === title, `the title is ${title}`);
    await is("Projects · Catalog Backoffice");
    await page.goto(`${bench.url}/projects/${projectId}?subcategory=${leaf.id}`);
    await is("Titles · Aurora Market · Catalog Backoffice");
    await page.locator(".grid-name").click();
    await is("Lamp · Aurora Market · Catalog Backoffice");
    await page.goBack();
    await is("Titles · Aurora Market · Catalog Backoffice");
    await page.getByRole("link", { name: "Translations" }).click();
    await is("Translations · Aurora Market · Catalog Backoffice");
    await page.getByRole("link", { name: "History" }).click();
    await is("History · Aurora Market · Catalog Backoffice");
  });
});
