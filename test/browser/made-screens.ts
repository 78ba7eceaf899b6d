import type { Page } from "playwright-core";
import type { Screen } from "./check-screens.ts";
import { type Bench, chooseOption, goTo, saved, toComments, until } from "./start-bench.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Chooses a file, as somebody does in the dialog of the browser. */
async function choose(page: Page, name: string, text: string) {
  const [picker] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Choose a file").click()]);
  await picker.setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

/** The screens of a project that was made for them: of what the demo catalog has not. */
export async function madeScreens(bench: Bench): Promise<Screen[]> {
  const { api, at, makeLeaf } = bench;
  const { leaf, items } = await makeLeaf("Lamps", ["Floor lamp", "Table lamp"]);
  const [lamp = "", other = ""] = items.map(({ id }) => id);
  const params = { itemId: lamp };
  for (const text of ["Is it oak?", "Which bulb?"]) {
    const { data } = await api.createComment({ params, body: { text } });
    if (text === "Is it oak?")
      await api.setCommentState({ params: { ...params, commentId: data.id }, body: { resolved: true } });
  }
  await api.updateItem({ params, body: { translations: { de: { name: "Stehlampe" } } } });
  // The translation is of another name.
  await api.updateItem({
    params,
    body: { name: "Floor lamp of oak", description: [{ key: "Height", value: "150 cm" }] },
  });
  return [
    ...listScreens(`${at}?subcategory=${leaf.id}`, lamp),
    ...(await viewScreens(bench)),
    ...(await importScreens(bench, { leaf: leaf.id, lamp, other })),
    ...pageScreens(at),
  ];
}

const listScreens = (leaf: string, item: string): Screen[] => [
  {
    name: "item-comments",
    path: `${leaf}&item=${item}`,
    ready: ".panel-body",
    act: async (page) => {
      await toComments(page);
      await button(page, "Show 1 resolved comment").click();
      await page.getByText("Resolved by Anonymous").waitFor();
    },
    part: "panel",
  },
  {
    name: "done-and-undone",
    path: `${leaf}&item=${item}`,
    ready: ".panel-body",
    act: async (page) => {
      for (const [field, value] of [
        ["Price", "12"],
        ["Quantity", "3"],
      ] as const)
        await page.getByLabel(field, { exact: true }).fill(value);
      await page.getByRole("grid").focus();
      await saved(page);
      await button(page, "What you did").click();
      await button(page, "Undo: Price of “Floor lamp of oak”: 100 → 12").click();
      await button(page, "Redo: Price of “Floor lamp of oak”: 100 → 12").waitFor();
    },
    part: "overlay",
  },
  {
    name: "catalog-language",
    path: leaf,
    ready: '.shell:not(:has(.panel-body)) .grid-name:has-text("Floor lamp")',
    act: async (page) => {
      await page.getByRole("button", { name: /^Language of the catalog/ }).click();
      await page.getByRole("menuitemradio", { name: "German" }).click();
      await page.locator(".grid-name[data-original]").first().waitFor();
    },
    part: "centre",
  },
];

async function viewScreens({ api, at, projectId, makeLeaf }: Bench): Promise<Screen[]> {
  const params = { projectId };
  const name = `To look at: ${"a long name for a view ".repeat(4)}`.slice(0, 100).trim();
  const long = (
    await api.createView({ params, body: { name, shared: true, query: { priceMin: 100, sort: "-price" } } })
  ).data;
  const gone = await makeLeaf("Doomed shelf", ["Doomed"]);
  const query = { within: gone.leaf.id };
  const lost = (await api.createView({ params, body: { name: "Of the doomed", query } })).data;
  await api.deleteCategory({ params: { categoryId: gone.category.id } });
  return [
    { name: "view", path: `${at}?view=${long.id}&all=true&priceMin=50`, ready: '.view-bar:has-text("changed")' },
    {
      name: "view-form",
      ready: ".view-bar",
      act: async (page) => {
        await button(page, "Save as new").click();
        await page.getByLabel("Name of the view").waitFor();
      },
      part: "overlay",
    },
    // The views are beside the list in each of these screens.
    {
      name: "views",
      path: at,
      ready: '.shell:has(.view-link:has-text("To look at")) .empty:has-text("Choose a category")',
    },
    {
      name: "view-of-deleted-branch",
      path: `${at}?view=${lost.id}`,
      ready: "text=The branch this view is about was deleted",
    },
  ];
}

type Places = { leaf: string; lamp: string; other: string };

/** The pages of the project beside its lists, after everything else has left its lines in them. */
const pageScreens = (at: string): Screen[] => [
  {
    name: "history",
    path: `${at}/history`,
    ready: '.page:has(h1:text-is("History")) .list-line',
    act: async (page) => {
      await page.getByRole("textbox", { name: "From this day" }).press("ArrowDown");
      await page.locator(".day:focus").waitFor();
    },
  },
  {
    name: "comments",
    path: `${at}/comments`,
    ready: '.page:has(h1:text-is("Comments")) .list-line:has-text("Which bulb?")',
  },
  { name: "translations", path: `${at}/translations?lang=de&state=all`, ready: ".board-row" },
];

async function importScreens({ api, at, projectId, url }: Bench, { leaf, lamp, other }: Places): Promise<Screen[]> {
  const send = async (fileName: string, text: string, dryRun = true) => {
    const form = new FormData();
    form.append("file", new File([text], fileName));
    // As the editor asks, so that it finds a file again.
    form.append("options", JSON.stringify({ hideNew: true }));
    const { data } = await api.createImport({ params: { projectId }, query: { dryRun }, form });
    const params = { importId: data.id };
    const over = dryRun ? "checked" : "done";
    await until(async () => (await api.getImport({ params })).data.state === over, `${fileName} is ${over}`);
    return data.id;
  };
  const newItem = (name: string) => `subcategoryId,name\n${leaf},${name}\n`;
  const mixed = await send("mixed.csv", `id,name,price\n${lamp},,150\n${other},Table lamp,101\n,Desk,many\n`);
  const unknown = await send("lampen.csv", "Art.;Modell;VK;Farbe\nM-1;Lampe;5,5;rot\nM-2;Stuhl;20;\n");
  const same = await send("same.csv", `id,price\n${other},101\n`);
  const exported = await fetch(`${url}/api/projects/${projectId}/export?within=${leaf}&columns=id,name,price`);
  await api.updateItem({ params: { itemId: other }, body: { price: 12 } });
  const conflict = await send("edited.csv", (await exported.text()).replace("Table lamp,101", "Desk lamp,11"));
  const done = await send("owls.csv", newItem("Owl"), false);
  const undone = await send("doves.csv", newItem("Dove"), false);
  await api.undoImport({ params: { importId: undone } });

  const start = { path: `${at}/import`, ready: ".import-drop" };
  /** Of this file: some have the same heading. */
  const step = (name: string, id: string, file: string, heading: string): Screen => ({
    name: `import-${name}`,
    path: `${at}/import?id=${id}`,
    ready: `.page:has(p:text-is("${file}")) h2:text-is("${heading}")`,
  });
  const faults = async (page: Page, words: string) => {
    await page.getByText("Problems 1", { exact: true }).click();
    await page.locator(".list-line", { hasText: words }).waitFor();
  };
  /** A state that passes: it is not waited for, the answer of the service is given it. */
  const passing = async (state: "running" | "stopped" | "failed", heading: string): Promise<Screen> => {
    const id = await send(`${state}.csv`, newItem(state), false);
    return {
      name: `import-${state}`,
      ...start,
      act: async (page) => {
        await page.route(`**/api/imports/${id}`, async (route) => {
          const run = await (await route.fetch()).json();
          const error = state === "failed" ? "Whoever started or continued it has no access any more." : null;
          await route.fulfill({ json: { ...run, state, error, done: 0, finishedAt: null } });
        });
        await goTo(page, `${at}/import?id=${id}`);
        await page.getByRole("heading", { name: heading, exact: true }).waitFor();
      },
    };
  };
  return [
    {
      name: "import-file",
      ...start,
      act: async (page) => {
        await choose(page, "letter.csv", "%PDF-1.7");
        await page.getByRole("alert").getByText("This is no spreadsheet that can be read").waitFor();
      },
    },
    {
      name: "import-known",
      ...start,
      act: async (page) => {
        await choose(page, "owls.csv", newItem("Owl"));
        await page.getByRole("alert").getByText("Imported: 1 new, 0 changed, 0 refused.").waitFor();
      },
    },
    {
      ...step("columns", unknown, "lampen.csv", "What is in the columns?"),
      act: async (page) => {
        await chooseOption(page.getByLabel("What “Modell” is"), "Name");
        await chooseOption(page.getByLabel("What “VK” is"), "Name");
        await page.getByText("Another column is this already.").waitFor();
        await chooseOption(page.getByLabel("What “Farbe” is"), "Attribute…");
        await page.getByLabel("Name of the attribute in “Farbe”").fill("Colour");
      },
    },
    step("check", mixed, "mixed.csv", "What would change"),
    {
      ...step("faults", mixed, "mixed.csv", "What would change"),
      act: (page) => faults(page, "This is not a number."),
    },
    {
      ...step("conflict", conflict, "edited.csv", "What would change"),
      act: (page) => faults(page, "Somebody changed this since the export."),
    },
    step("nothing", same, "same.csv", "Nothing to import"),
    step("done", done, "owls.csv", "Imported"),
    step("undone", undone, "doves.csv", "The import is undone"),
    await passing("running", "Importing"),
    await passing("stopped", "Stopped"),
    await passing("failed", "The import failed"),
  ];
}
