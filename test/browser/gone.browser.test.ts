import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, demoId, goTo, hasBrowser, startBench } from "./start-bench.ts";

const projectId = demoId;

describe.skipIf(!hasBrowser)("a link to a deleted thing", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  test("says so, does not report an error of the service, and offers a way on", async () => {
    const page = await bench.visit("/projects/no-such-project");
    const notFound = page.getByText("Page not found");
    const leave = async () => {
      await page.getByRole("link", { name: "Go to projects" }).click();
      await page.getByRole("heading", { name: "Projects" }).waitFor();
    };
    await notFound.waitFor();
    for (const path of ["/translations", "/history", "/history?trash=true"]) {
      await leave();
      await goTo(page, `/projects/no-such-project${path}`);
      await notFound.waitFor();
    }
    await leave();

    await goTo(page, `/projects/${projectId}?subcategory=no-such-place`);
    await page.getByRole("button", { name: "Go to the catalog" }).click();
    await page.getByText("Choose a category in the tree").waitFor();
    expect(bench.errors).toEqual([]);
  });
});
