import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Grant } from "../../contract/access.ts";
import { limits } from "../../contract/limits.ts";
import type { ViewCreate } from "../../contract/views.ts";
import { draw, settled } from "./screenshots.ts";
import type { Staff } from "./signed-in.ts";
import { type Bench, hasBrowser, startBench, startSignedInBench, until } from "./start-bench.ts";

const projectId = "views";

const at = `/projects/${projectId}`;
const link = (page: Page, name: string) => page.locator(".view-link", { hasText: name });
/** Beside the filters. */
const saveButton = (page: Page) => page.locator(".filter-chips").getByRole("button", { name: "Save view" });
const bar = (page: Page) => page.locator(".view-bar");
const named = (page: Page, name: string) => page.locator(".grid-row", { hasText: name });
const heads = (page: Page) => page.locator(".grid-head [role=columnheader]").allInnerTexts();
/** Within the loaded editor. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

async function menu(page: Page, view: string, item: string) {
  await link(page, view).hover();
  await page.getByRole("button", { name: `Actions for ${view}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function save(page: Page, name: string) {
  await saveButton(page).click();
  await page.getByLabel("Name of the view").fill(name);
  await page.keyboard.press("Enter");
  await link(page, name).waitFor();
}

describe.skipIf(!hasBrowser)("views in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    // An empty project shows no views.
    await bench.makeLeaf("First shelf", ["First of all"]);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const stored = async (name: string) =>
    (await bench.api.listViews({ params: { projectId } })).data.find((view) => view.name === name);
  const make = async (body: ViewCreate) => (await bench.api.createView({ params: { projectId }, body })).data;

  test("the filters, the sort and the columns of a list are saved, and a link opens them in another window", async () => {
    const { category } = await bench.makeLeaf("Saved shelf", ["Cheap one", "Dear one", "Dearest one"]);
    const page = await bench.visit(`${at}?category=${category.id}&priceMin=101&sort=-price`);
    await named(page, "Dear one").waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Discount", "Buyer pays"]) await page.getByRole("menuitemcheckbox", { name }).click();
    await page.keyboard.press("Escape");
    await saveButton(page).click();
    expect(await page.getByLabel("Name of the view").inputValue()).toBe("Saved shelf department · Price from 101");
    await page.keyboard.press("Escape");
    await save(page, "Dear ones");
    expect(await link(page, "Dear ones").getAttribute("aria-current")).toBe("page");
    await bar(page).getByText("Dear ones").waitFor();
    // The button is gone, and the focus is not lost.
    await until(() => bar(page).evaluate((element) => element === document.activeElement), "the bar has the focus");
    await until(async () => (await page.title()).startsWith("Dear ones"), "the tab has the name of the view");
    const view = await stored("Dear ones");
    expect(view).toMatchObject({
      shared: false,
      query: { within: category.id, priceMin: 101, sort: "-price" },
      columns: ["name", "place", "price", "quantity", "visible"],
    });

    const other = await bench.visit(`${at}?view=${view?.id}`);
    await named(other, "Dearest one").waitFor();
    expect(await other.locator(".grid-name").allInnerTexts()).toEqual(["Dearest one", "Dear one"]);
    expect(parameter(other, "category")).toBe(category.id);
    expect(parameter(other, "sort")).toBe("-price");
    await until(async () => !(await heads(other)).includes("Discount"), "the columns are those of the view");
    // The person's own choice is as it was.
    await other.locator(".all-items").click();
    await until(async () => (await heads(other)).includes("Discount"), "the columns are the usual ones");
    await other.goBack();
    await until(async () => !(await heads(other)).includes("Discount"), "the view is open again");
  });

  test("a change is reset, saved, or saved as a new view", async () => {
    const { category } = await bench.makeLeaf("Changed shelf", ["First", "Second"]);
    const query = { within: category.id, priceMin: 100 };
    const { id } = await make({ name: "Changing", query, columns: ["name", "price"] });
    const page = await bench.visit(`${at}?view=${id}`);
    await named(page, "Second").waitFor();
    expect(await bar(page).getByRole("button", { name: "Reset" }).count()).toBe(0);
    await page.getByRole("button", { name: "Price", exact: true }).click();
    await bar(page).getByText("changed").waitFor();
    expect(parameter(page, "view")).toBe(id);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Quantity" }).click();
    await until(async () => (await heads(page)).includes("Quantity"), "the column is shown");
    await page.keyboard.press("Escape");
    await page.reload();
    await bar(page).getByText("changed").waitFor();
    await until(async () => (await heads(page)).includes("Quantity"), "the change is in the address");

    await bar(page).getByRole("button", { name: "Reset" }).click();
    await bar(page).getByText("changed").waitFor({ state: "hidden" });
    expect(await bar(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(parameter(page, "sort")).toBeNull();
    await until(async () => !(await heads(page)).includes("Quantity"), "the columns are reset too");

    await page.getByRole("button", { name: "Price", exact: true }).click();
    await bar(page).getByRole("button", { name: "Save", exact: true }).click();
    await bar(page).getByText("changed").waitFor({ state: "hidden" });
    expect(await stored("Changing")).toMatchObject({ query: { ...query, sort: "price" }, columns: ["name", "price"] });

    await page.getByRole("button", { name: /^Remove: Price from/ }).click();
    await bar(page).getByRole("button", { name: "Save as new" }).click();
    await page.getByLabel("Name of the view").fill("Changed into another");
    await page.keyboard.press("Enter");
    await bar(page).getByText("Changed into another").waitFor();
    expect(await stored("Changed into another")).toMatchObject({ query: { within: category.id, sort: "price" } });
    expect(await stored("Changing")).toMatchObject({ query: { priceMin: 100 } });
  });

  test("a view is renamed, shared and deleted from its menu; the palette finds views by name, on any screen of the project", async () => {
    const { id } = await make({ name: "Before", query: { picture: false } });
    const zebra = await make({ name: "Zebra crossing", query: { quantityMax: 2 } });
    const page = await bench.visit(`${at}?view=${id}`);
    await bar(page).getByText("Before").waitFor();
    await menu(page, "Before", "Rename");
    await page.getByLabel("New name of Before").fill("After");
    await page.keyboard.press("Enter");
    await bar(page).getByText("After").waitFor();
    await until(async () => (await stored("After")) !== undefined, "the new name is stored");
    await menu(page, "After", "Share with the project");
    await page.getByText("Everyone in the project now sees After").waitFor();
    expect(await stored("After")).toMatchObject({ shared: true });
    await menu(page, "After", "Make private");
    await page.getByText("After is now private").waitFor();
    expect(await stored("After")).toMatchObject({ shared: false });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await menu(page, "After", "Copy link");
    await page.getByText("Link copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${bench.url}${at}?view=${id}`);
    await menu(page, "After", "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await link(page, "After").waitFor({ state: "hidden" });
    expect(await stored("After")).toBeUndefined();
    // The list stays, without the view.
    await bar(page).waitFor({ state: "hidden" });
    expect(parameter(page, "picture")).toBe("false");
    expect(parameter(page, "view")).toBeNull();

    await page.getByRole("link", { name: "History" }).click();
    await page.locator(".list-line").first().waitFor();
    const choose = async (words: string, name: string) => {
      await page.keyboard.press("ControlOrMeta+k");
      await page.locator(".palette-search input").fill(words);
      // What is found in the catalog comes later, and would move the view away from the pointer.
      await page.locator("#palette-list[aria-busy=false]").waitFor();
      await page.getByRole("group", { name: "Views" }).getByRole("option", { name }).click();
    };
    await choose("zebra", "Zebra crossing");
    await bar(page).getByText("Zebra crossing").waitFor();
    expect(parameter(page, "view")).toBe(zebra.id);
    await choose("out of st", "Out of stock");
    await page.waitForURL((url) => url.searchParams.get("quantityMax") === "0" && !url.searchParams.has("view"));
  });

  test("a view that does not exist is told, with the list that the rest of the address names; one of a deleted branch says so, shows all items instead, or is deleted", async () => {
    const standing = (await bench.makeLeaf("Standing shelf", ["Standing"])).leaf;
    const page = await bench.visit(`${at}?view=nothing`);
    await page.getByText("This view no longer exists or is not shared with you").waitFor();
    await page.getByRole("button", { name: "Show all items" }).click();
    await page.locator(".grid-name").first().waitFor();
    expect(await bar(page).count()).toBe(0);
    await go(page, `${at}?view=nothing&subcategory=${standing.id}`);
    await bar(page).getByText("This view no longer exists").waitFor();
    await named(page, "Standing").waitFor();
    await bar(page).getByRole("button", { name: "Close" }).click();
    await bar(page).waitFor({ state: "hidden" });
    expect(parameter(page, "subcategory")).toBe(standing.id);

    const { leaf, category } = await bench.makeLeaf("Doomed shelf", ["Doomed"]);
    const { id } = await make({ name: "Of the doomed", query: { within: leaf.id, priceMin: 100 } });
    await page.goto(`${bench.url}${at}?view=${id}`);
    await named(page, "Doomed").waitFor();
    await bench.api.deleteCategory({ params: { categoryId: category.id } });
    // Whoever has it open sees it too.
    const gone = page.getByText("The branch this view is about was deleted");
    await gone.waitFor();
    await page.goto(`${bench.url}${at}?view=${id}`);
    await gone.waitFor();
    await settled(page);
    await draw(page, "view-of-deleted-branch");
    await page.getByRole("button", { name: "Show all items" }).click();
    await page.locator(".grid-name").first().waitFor();
    expect(parameter(page, "priceMin")).toBe("100");
    await bar(page).getByText("changed").waitFor();
    await link(page, "Of the doomed").click();
    await page.getByRole("button", { name: "Delete the view" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await link(page, "Of the doomed").waitFor({ state: "hidden" });
    expect(await stored("Of the doomed")).toBeUndefined();
    await page.locator(".grid-name").first().waitFor();
  });

  test("the ready-made views list what they say, with how many there are; a view that is refused is told, and the form stays as it is", async () => {
    const { items, leaf } = await bench.makeLeaf("Ready shelf", ["Sold out", "In stock"]);
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { quantity: 0, visible: false } });
    await bench.api.updateItem({ params: { itemId: items[1]?.id ?? "" }, body: { quantity: 5 } });
    const total = async (query: object) =>
      (await bench.api.searchItems({ params: { projectId }, query: { limit: 1, ...query } })).data.total;
    const page = await bench.visit(at);
    for (const [name, query] of [
      ["Out of stock", { quantityMax: 0 }],
      ["No picture", { picture: false }],
      ["Not translated", { missing: "ru" }],
      ["Hidden", { visible: false }],
    ] as const) {
      const count = String(await total(query));
      await until(
        async () => (await link(page, name).locator(".tree-count").innerText()) === count,
        `${name}: ${count}`,
      );
    }
    await link(page, "Out of stock").click();
    await named(page, "Sold out").waitFor();
    expect(await named(page, "In stock").count()).toBe(0);
    expect(await page.locator(".view-link[aria-current]").allInnerTexts()).toEqual([
      expect.stringContaining("Out of stock"),
    ]);
    await link(page, "Changed today").click();
    await named(page, "In stock").waitFor();
    expect(await page.locator(".view-link[aria-current]").innerText()).toContain("Changed today");

    const asked: string[] = [];
    await page.getByRole("button", { name: "Views", exact: true }).click();
    expect(await page.locator(".view-link").count()).toBe(0);
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${bench.url}${at}?subcategory=${leaf.id}`);
    await page.locator(".grid-name").first().waitFor();
    await page.getByRole("button", { name: "Views", exact: true }).waitFor();
    expect(await page.locator(".view-link").count()).toBe(0);
    expect(asked.filter((url) => url.includes(`${projectId}/items?`))).toEqual([]);

    await go(page, `${at}?all=true&visible=true`);
    const before = (await bench.api.listViews({ params: { projectId } })).data.length;
    const names = Array.from({ length: limits.viewsPerOwner - before }, (_, at) => `Filler ${at}`);
    await Promise.all(names.map((name) => make({ name })));
    await saveButton(page).click();
    await page.getByLabel("Name of the view").fill("One too many");
    await page.keyboard.press("Enter");
    await page.getByText("There are too many views. Delete some that nobody needs.").waitFor();
    expect(await page.getByLabel("Name of the view").inputValue()).toBe("One too many");
  });
});

describe.skipIf(!hasBrowser)("views of several people in the browser", () => {
  let bench: Bench;
  let staff: Staff;
  let anna: Page;
  beforeAll(async () => {
    const signedIn = await startSignedInBench({ projectId });
    bench = signedIn;
    staff = signedIn.staff;
    const { items } = await bench.makeLeaf("Shelf", ["Seen", "Hidden"]);
    await bench.api.updateItem({ params: { itemId: items[1]?.id ?? "" }, body: { visible: false } });
    anna = await bench.visit(`${at}?all=true&quantityMax=3`, { person: "anna", cookie: staff.cookie });
  });
  afterAll(() => bench?.stop());

  const enter = async (name: string, grants: Grant[], path: string) =>
    bench.visit(path, { cookie: await staff.add(name, grants) });

  test("a private view is nobody else's, a shared one is everyone's, and a viewer keeps private ones", async () => {
    await go(anna, `${at}?all=true&quantityMax=3`);
    await anna.locator(".filter-chip", { hasText: "Quantity" }).first().waitFor();
    await save(anna, "To restock");
    const id = parameter(anna, "view");

    const vera = await enter("vera", [{ role: "viewer" }], `${at}?view=${id}`);
    await vera.getByText("This view no longer exists or is not shared with you").waitFor();
    await menu(anna, "To restock", "Share with the project");
    await anna.getByText("Everyone in the project now sees To restock").waitFor();
    await vera.reload();
    await bar(vera).getByText("To restock").waitFor();
    expect(await link(vera, "To restock").getAttribute("data-tip")).toBe("Shared by anna");
    await link(vera, "To restock").hover();
    await vera.getByRole("button", { name: "Actions for To restock" }).click();
    await vera.getByRole("menuitem").first().waitFor();
    expect(await vera.getByRole("menuitem").allInnerTexts()).toEqual(["Copy link"]);
    await vera.keyboard.press("Escape");

    // Changed, it can only become a view of her own, which she may not share.
    await vera.getByRole("button", { name: "Price", exact: true }).click();
    await bar(vera).getByText("changed").waitFor();
    expect(await bar(vera).getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    await bar(vera).getByRole("button", { name: "Save as new" }).click();
    await vera.getByText("Sharing needs the right to edit the whole project.").waitFor();
    expect(await vera.getByRole("switch").isDisabled()).toBe(true);
    await vera.getByLabel("Name of the view").fill("Mine alone");
    await vera.keyboard.press("Enter");
    await bar(vera).getByText("Mine alone").waitFor();
    await anna.reload();
    await link(anna, "To restock").waitFor();
    expect(await link(anna, "Mine alone").count()).toBe(0);
    await vera.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await menu(vera, "Mine alone", "Copy link");
    await vera.getByText("The view is private").waitFor();

    await menu(anna, "To restock", "Make private");
    await anna.getByText("To restock is now private").waitFor();
    await vera.goto(`${bench.url}${at}?view=${id}`);
    await vera.getByText("This view no longer exists or is not shared with you").waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("an editor of the project changes the shared view of someone else", async () => {
    await go(anna, `${at}?all=true&visible=false`);
    await anna.locator(".filter-chip", { hasText: "Hidden" }).first().waitFor();
    await saveButton(anna).click();
    await anna.getByLabel("Name of the view").fill("Ours");
    await anna.getByRole("switch", { name: "Share with everyone in the project" }).click();
    await anna.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await bar(anna).getByText("Ours").waitFor();
    const edgar = await enter("edgar", [{ role: "editor", project: projectId }], at);
    await link(edgar, "Ours").click();
    await bar(edgar).getByText("Ours").waitFor();
    await edgar.getByRole("button", { name: "Name", exact: true }).click();
    await bar(edgar).getByRole("button", { name: "Save", exact: true }).click();
    await bar(edgar).getByText("changed").waitFor({ state: "hidden" });
    await anna.goto(`${bench.url}${at}?view=${parameter(edgar, "view")}`);
    await anna.waitForURL((url) => url.searchParams.get("sort") === "name");
    expect(bench.errors).toEqual([]);
  });
});
