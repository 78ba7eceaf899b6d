import { afterAll, beforeAll, describe, test } from "bun:test";
import { type Bench, goTo, hasBrowser, startBench, until } from "./start-bench.ts";

const projectId = "titles";

describe.skipIf(!hasBrowser)("the title of the page", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
  });
  afterAll(() => bench?.stop());

  test("names what is open, so that tabs can be told apart", async () => {
    const { leaf } = await bench.makeLeaf("Titles", ["Lamp"]);
    const page = await bench.visit("/");
    const is = (title: string) => until(async () => (await page.title()) === title, `the title is ${title}`);
    await is("Projects · Catalog Backoffice");
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await is("Titles · titles · Catalog Backoffice");
    await page.locator(".grid-name").click();
    await is("Lamp · titles · Catalog Backoffice");
    await page.goBack();
    await is("Titles · titles · Catalog Backoffice");
    await page.getByRole("link", { name: "Translations" }).click();
    await is("Translations · titles · Catalog Backoffice");
    await page.getByRole("link", { name: "History" }).click();
    await is("History · titles · Catalog Backoffice");
  });
});
