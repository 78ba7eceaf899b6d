import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { ZipWriter } from "../../server/formats/zip-writer.ts";
import { encoded } from "../support/encoded.ts";
import { tableFile } from "../support/made-tables.ts";
import { draw } from "./screenshots.ts";
import type { Staff } from "./signed-in.ts";
import {
  type Bench,
  chooseOption,
  goTo,
  hasBrowser,
  pictureHost,
  startBench,
  startSignedInBench,
  until,
} from "./start-bench.ts";

const projectId = "import";

const at = `/projects/${projectId}/import`;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true, level: 2 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const idIn = (page: Page) => new URL(page.url()).searchParams.get("id") ?? "";

/** Chooses a file, as somebody does in the dialog of the browser. */
async function choose(page: Page, name: string, text: string | Uint8Array) {
  const [picker] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Choose a file").click()]);
  await picker.setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

/** The four numbers: new, changed, the same, refused. */
const counts = async (page: Page) => (await page.locator(".import-count dd").allInnerTexts()).join(" ");

describe.skipIf(!hasBrowser)("import in the browser", () => {
  let bench: Bench;
  /** The pages of two people for all tests, which go on in them. */
  let page: Page;
  let other: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(at);
    other = await bench.visit(at, { person: "other" });
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const itemsIn = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 100, lang: "en" } })).data.items
      .map(({ name, price }) => `${name} ${price}`)
      .sort();

  test("a file is checked, imported and undone", async () => {
    const { leaf, items } = await bench.makeLeaf("Imported", ["Lamp", "Chair"]);
    const [lamp, chair] = items.map(({ id }) => id);
    await goTo(page, `/projects/${projectId}?subcategory=${leaf.id}`);
    await page.locator(".grid-name").first().waitFor();
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await heading(page, "Choose a file").waitFor();
    await page.getByText("New items go to Imported department / Imported.").waitFor();
    await draw(page, "import-file");
    await choose(page, "prices.csv", `id,name,price\n${lamp},,150\n${chair},Chair,101\n,Table,30\n,Desk,many\n`);

    // Everything is recognised, so the columns are not asked for.
    await heading(page, "What would change").waitFor();
    expect(await counts(page)).toBe("1 1 1 1");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("What would change");
    const lines = page.locator(".list-line");
    await lines.filter({ hasText: "Lamp" }).waitFor();
    expect(await lines.filter({ hasText: "Lamp" }).locator("del").innerText()).toBe("100");
    expect(await lines.filter({ hasText: "Lamp" }).locator("ins").innerText()).toBe("150");
    await lines.filter({ hasText: "Table" }).filter({ hasText: "Row 4" }).waitFor();
    await draw(page, "import-check");
    await page.getByText("Problems 1", { exact: true }).click();
    await lines.filter({ hasText: "This is not a number." }).filter({ hasText: "many" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV", exact: true }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toContain(",Desk,many");
    expect(await itemsIn(leaf.id)).toEqual(["Chair 101", "Lamp 100"]);

    // Who opens the address sees the same.
    await page.reload();
    await heading(page, "What would change").waitFor();
    await button(page, "Import 2 items").click();
    await heading(page, "Imported").waitFor();
    await page.getByText("2 items written.").waitFor();
    expect(await counts(page)).toBe("1 1 1 1");
    expect(await itemsIn(leaf.id)).toEqual(["Chair 101", "Lamp 150", "Table 30"]);
    await draw(page, "import-done");

    await page.getByRole("link", { name: "Show the items" }).click();
    await page.locator(".grid-name", { hasText: "Table" }).waitFor();
    await page.locator(".grid-name", { hasText: "Lamp" }).waitFor();
    expect(await page.locator(".grid-name", { hasText: "Chair" }).count()).toBe(0);
    await page.goBack();
    await button(page, "Undo the import").click();
    await heading(page, "The import is undone").waitFor();
    expect(await itemsIn(leaf.id)).toEqual(["Chair 101", "Lamp 100"]);
    await draw(page, "import-undone");
    await button(page, "Import again").click();
    await heading(page, "Imported").waitFor();
    expect(await itemsIn(leaf.id)).toEqual(["Chair 101", "Lamp 150", "Table 30"]);
  });

  test("columns are mapped by hand, and the mapping serves the next file", async () => {
    const { leaf } = await bench.makeLeaf("Mapped");
    await goTo(page, at);
    await choose(page, "lampen.csv", "Art.;Modell;VK;Farbe;Notiz\nM-1;Lampe;5,5;rot;x\nM-2;Stuhl;20;;\n");
    await heading(page, "What is in the columns?").waitFor();
    await page.locator(".import-column", { hasText: "Modell" }).getByText("Lampe · Stuhl").waitFor();
    await page.getByText("No column says which item a row is.").waitFor();
    await chooseOption(page.getByLabel("What “Art.” is"), "Key (SKU)");
    await chooseOption(page.getByLabel("What “Modell” is"), "Name");
    await page.getByLabel("Language of “Modell”").focus();
    await chooseOption(page.getByLabel("Language of “Modell”"), "German");
    await page.getByText("No column says which item a row is.").waitFor({ state: "detached" });
    await chooseOption(page.getByLabel("What “VK” is"), "Price");
    await chooseOption(page.getByLabel("What “Farbe” is"), "Attribute…");
    await page.getByLabel("Name of the attribute in “Farbe”").fill("Colour");
    await chooseOption(page.getByLabel("What “Notiz” is"), "Price");
    await page.getByText("Another column is this already.").waitFor();
    await chooseOption(page.getByLabel("What “Notiz” is"), "Leave out");
    await chooseOption(page.getByLabel("Language of “Modell”"), "Original");
    await page.getByLabel("Name of the mapping").fill("Lampen GmbH");
    await button(page, "Save these columns").click();
    await page.getByText("Mapping “Lampen GmbH” saved").waitFor();
    await draw(page, "import-columns");

    // A step that nobody finished is the same after a reload.
    await page.reload();
    await heading(page, "What is in the columns?").waitFor();
    expect(await page.getByLabel("What “Art.” is").innerText()).toBe("Leave out");
    await chooseOption(page.getByLabel("Saved mappings"), "Lampen GmbH");
    expect(await page.getByLabel("Name of the attribute in “Farbe”").inputValue()).toBe("Colour");
    await button(page, "Choose…").click();
    const dialog = page.getByRole("dialog", { name: "Where new items go" });
    await dialog.getByRole("combobox").fill("Mapped");
    await dialog.getByRole("treeitem", { name: "Mapped Mapped department" }).click();
    await button(page, "Choose").click();
    await page.getByText("Mapped department / Mapped").waitFor();
    await button(page, "Check the file").click();
    await heading(page, "What would change").waitFor();
    expect(await counts(page)).toBe("2 0 0 0");

    // What was decided can be decided again.
    await page.getByRole("link", { name: "Columns and options" }).click();
    await heading(page, "What is in the columns?").waitFor();
    await chooseOption(page.getByLabel("What “Art.” is"), "Leave out");
    await page.getByText("every row becomes a new item").waitFor();
    await page.getByLabel("Match by name").check();
    await page.getByText("every row becomes a new item").waitFor({ state: "detached" });
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Mark that clears a value").fill("-");
    await button(page, "Check the file").click();
    await heading(page, "What would change").waitFor();
    const { data } = await bench.api.getImport({ params: { importId: idIn(page) } });
    expect(data.options).toEqual({
      hideNew: true,
      columns: { "Art.": null, Modell: "name", VK: "price", Farbe: "attribute.Colour", Notiz: null },
      subcategoryId: leaf.id,
      match: "name",
      clearMark: "-",
    });
    await button(page, "Import 2 items").click();
    await page.getByText("2 items written.").waitFor();
    expect(await itemsIn(leaf.id)).toEqual(["Lampe 5.5", "Stuhl 20"]);

    // A mapping that nobody needs is deleted.
    await goTo(page, at);
    await choose(page, "more.csv", "Art.;Notiz\nM-1;y\n");
    await chooseOption(page.getByLabel("Saved mappings"), "Lampen GmbH");
    expect(await page.getByLabel("What “Art.” is").innerText()).toBe("Key (SKU)");
    await button(page, "Delete the mapping “Lampen GmbH”").click();
    await page.getByLabel("Saved mappings").waitFor({ state: "detached" });
    expect((await bench.api.listMappings({ params: { projectId } })).data.mappings).toEqual([]);
  });

  test("a person sees how the letters were read, and chooses another encoding and another header", async () => {
    const { leaf } = await bench.makeLeaf("Encoded");
    await goTo(page, `${at}?subcategory=${leaf.id}`);
    await heading(page, "Choose a file").waitFor();
    await choose(page, "preise.csv", encoded("name;price\nLampe, Größe 5;12,5\nTür;1.000\n", "windows-1252"));
    await heading(page, "What would change").waitFor();
    await page.getByText("Read as Western Europe (windows-1252): Lampe, Größe 5 · Tür").waitFor();
    await page.getByText("A comma starts the decimals").waitFor();
    await page.getByRole("link", { name: "Columns and options" }).click();
    const samples = page.locator(".import-samples li");
    await samples.filter({ hasText: "Tür" }).waitFor();
    await draw(page, "import-reading");
    await chooseOption(page.getByLabel("Encoding of its text"), "Cyrillic, Windows (windows-1251)");
    await samples.filter({ hasText: "Lampe, GrцЯe 5" }).waitFor();

    // After a reload the file is chosen once more.
    await page.reload();
    await samples.filter({ hasText: "Lampe, GrцЯe 5" }).waitFor();
    await chooseOption(page.getByLabel("Header", { exact: true }), "Row 2");
    await page.getByText("To read it otherwise, choose the file again.").waitFor();
    await choose(page, "preise.csv", encoded("Preise\nname;price\nTür;10\n", "windows-1252"));
    await page.locator(".import-column", { hasText: "price" }).getByText("10").waitFor();
    await chooseOption(page.getByLabel("Encoding of its text"), "Western Europe (windows-1252)");
    await samples.filter({ hasText: "Tür" }).waitFor();
    const { data } = await bench.api.getImport({ params: { importId: idIn(page) } });
    expect(data).toMatchObject({
      options: { encoding: "windows-1252", headerRow: 2, subcategoryId: leaf.id },
      read: { encoding: "windows-1252", headerRow: 2, samples: ["Tür"] },
    });
  });

  test("an encoding that is a guess is said to be one in the check", async () => {
    const { leaf } = await bench.makeLeaf("Guessed");
    await goTo(page, `${at}?subcategory=${leaf.id}`);
    await choose(page, "times.csv", encoded("name;price\nΛάμπα γραφείου;12,50\nΤραπέζι;99\n", "windows-1253"));
    await heading(page, "What would change").waitFor();
    await page.getByText("so its encoding is a guess").waitFor();
    await page.getByRole("link", { name: "Columns and options" }).click();
    await chooseOption(page.getByLabel("Encoding of its text"), "Greek (windows-1253)");
    await page.locator(".import-samples li").filter({ hasText: "Λάμπα γραφείου" }).waitFor();
    await button(page, "Check the file").click();
    await page.getByText("Read as Greek (windows-1253): Λάμπα γραφείου · Τραπέζι").waitFor();
    expect(await page.getByText("so its encoding is a guess").count()).toBe(0);
  });

  test("what columns were said to be is kept for those that are there when the file is read otherwise", async () => {
    const { leaf } = await bench.makeLeaf("Kept columns");
    await goTo(page, `${at}?subcategory=${leaf.id}`);
    await choose(page, "felder.csv", encoded("VK;Feld Größe;Bez\n5;L;Tür, weiß\n6;M;Öfen\n", "windows-1252"));
    await heading(page, "What is in the columns?").waitFor();
    const column = (header: string) => page.getByLabel(`What “${header}” is`);
    await chooseOption(column("VK"), "Price");
    await chooseOption(column("Bez"), "Name");
    await chooseOption(column("Feld Größe"), "Attribute…");
    await page.getByLabel("Name of the attribute in “Feld Größe”").fill("Size");
    await page.keyboard.press("Tab");
    await chooseOption(page.getByLabel("Encoding of its text"), "Cyrillic, Windows (windows-1251)");
    await column("Feld GrцЯe").waitFor();
    const shown = async (...headers: string[]) => Promise.all(headers.map((header) => column(header).innerText()));
    expect(await shown("VK", "Bez", "Feld GrцЯe")).toEqual(["Price", "Name", "Leave out"]);
    await chooseOption(column("VK"), "Quantity");
    await chooseOption(page.getByLabel("Separator", { exact: true }), "Vertical bar");
    await column("VK;Feld GrцЯe;Bez").waitFor();
    await chooseOption(page.getByLabel("Separator", { exact: true }), "Semicolon");
    await column("Feld GrцЯe").waitFor();
    expect(await shown("VK", "Bez", "Feld GrцЯe")).toEqual(["Quantity", "Name", "Leave out"]);
    await chooseOption(page.getByLabel("Encoding of its text"), "Western Europe (windows-1252)");
    await column("Feld Größe").waitFor();
    expect(await shown("VK", "Bez", "Feld Größe")).toEqual(["Quantity", "Name", "Attribute…"]);
    expect(await page.getByLabel("Name of the attribute in “Feld Größe”").inputValue()).toBe("Size");
    await button(page, "Check the file").click();
    await heading(page, "What would change").waitFor();
    await button(page, "Import 2 items").click();
    await page.getByText("2 items written.").waitFor();
    const { items } = (await bench.api.listItems({ params: { subcategoryId: leaf.id } })).data;
    expect(items.map(({ name, quantity, description }) => [name, quantity, description])).toEqual([
      ["Tür, weiß", 5, [{ key: "Size", value: "L" }]],
      ["Öfen", 6, [{ key: "Size", value: "M" }]],
    ]);
  });

  test("the table of a workbook is found, and another sheet can be chosen", async () => {
    const { leaf } = await bench.makeLeaf("Booked");
    await goTo(page, `${at}?subcategory=${leaf.id}`);
    await heading(page, "Choose a file").waitFor();
    const sheets = [
      { name: "Cover", rows: [["Lamps & Co."], ["Phone", "+49 30 1234"]] },
      { name: "Prices", rows: [["Price list 2026"], [], ["name", "price"], ["Lamp", 10], [null, null, "as of May"]] },
      {
        name: "Old",
        rows: [
          ["name", "price"],
          ["Old lamp", 8],
          ["Old desk", 9],
        ],
      },
    ];
    await choose(page, "prices.ods", await tableFile("ods", sheets));
    await heading(page, "What would change").waitFor();
    await page.getByText("The header is row 3 of the sheet “Prices”.").waitFor();
    expect(await counts(page)).toBe("1 0 0 1");
    await page.getByText("Problems 1", { exact: true }).click();
    await page.locator(".list-line").filter({ hasText: "values beside the columns of the header" }).waitFor();
    await page.getByRole("link", { name: "Columns and options" }).click();
    await chooseOption(page.getByLabel("Sheet", { exact: true }), "Old");
    await page.locator(".import-column", { hasText: "name" }).getByText("Old lamp · Old desk").waitFor();
    await button(page, "Check the file").click();
    await page.getByText("The header is row 1 of the sheet “Old”.").waitFor();
    expect(await counts(page)).toBe("2 0 0 0");
  });

  test("a file that is being sent can be cancelled, and one that cannot be read is told beside the place for it", async () => {
    await goTo(page, at);
    // Nobody answers.
    const held = "**/imports?*";
    await page.route(held, () => undefined);
    await choose(page, "long.csv", "name\nOwl\n");
    await button(page, "Cancel").click();
    await page.getByText("Drop a spreadsheet here").waitFor();
    await page.unroute(held);
    await choose(page, "empty.csv", "name,price\n");
    await page.getByRole("alert").getByText("The file has no rows.").waitFor();
    await choose(page, "letter.csv", "%PDF-1.7");
    await page.getByRole("alert").getByText("This is no spreadsheet that can be read").waitFor();
    await draw(page, "import-unreadable");
  });

  test("cells are pasted anywhere, or as text, and lists of others show what was imported", async () => {
    const { leaf } = await bench.makeLeaf("Pasted", ["Before"]);
    await goTo(other, `/projects/${projectId}?subcategory=${leaf.id}`);
    await other.locator(".grid-name", { hasText: "Before" }).waitFor();
    await goTo(page, `${at}?subcategory=${leaf.id}`);
    await heading(page, "Choose a file").waitFor();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "name\tprice\nFern\t4\nMoss\t2\n");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await button(page, "Import 2 items").waitFor();
    await page.getByText("Pasted cells.tsv").waitFor();
    await goTo(page, `${at}?subcategory=${leaf.id}`);
    await button(page, "Paste as text").click();
    await page.getByLabel("Cells, with their headers in the first row").fill("name,price\nReed,1\n");
    await button(page, "Use these cells").click();
    await button(page, "Import 1 item").click();
    await page.getByText("1 item written.").waitFor();
    expect(await itemsIn(leaf.id)).toEqual(["Before 100", "Reed 1"]);
    await other.locator(".grid-name", { hasText: "Reed" }).waitFor();
    await button(page, "Undo the import").click();
    await other.locator(".grid-name", { hasText: "Reed" }).waitFor({ state: "detached" });
  });

  test("an import is stopped and goes on, and everyone sees how far it is", async () => {
    const { leaf } = await bench.makeLeaf("Stopped");
    /** Pictures that the service is waiting for. */
    let waiting: ((answer: Response) => void)[] = [];
    pictureHost.reload({ fetch: () => new Promise<Response>((resolve) => waiting.push(resolve)) });
    await goTo(page, at);
    const address = new URL("picture.png", pictureHost.url);
    await choose(page, "slow.csv", `subcategoryId,name,imgs\n${leaf.id},Slow,${address}\n`);
    await heading(page, "What would change").waitFor();
    await page.getByRole("link", { name: "Columns", exact: true }).click();
    await page.getByLabel("Fetch pictures").check();
    await button(page, "Check the file").click();
    await button(page, "Import 1 item").click();
    // The service waits for the picture, so the import cannot be over.
    await heading(page, "Importing").waitFor();
    await page.getByText("0 of 1 rows").waitFor();
    await draw(page, "import-running");
    await goTo(other, at);
    await other.locator(".list-line", { hasText: "slow.csv" }).getByText("Importing").waitFor();
    await button(page, "Stop").click();
    await heading(page, "Stopped").waitFor();
    await page.getByText("0 of 1 rows are done.").waitFor();
    await draw(page, "import-stopped");
    await other.locator(".list-line", { hasText: "slow.csv" }).getByText("Stopped").waitFor();
    await button(page, "Continue").click();
    await heading(page, "Importing").waitFor();
    await until(() => {
      for (const answer of waiting) answer(new Response("no picture", { status: 404 }));
      waiting = [];
      return page.getByRole("heading", { name: "Imported", exact: true }).isVisible();
    }, "the import is over");
    // The check could not know that there is no picture.
    await heading(page, "Other than the check said").waitFor();
    await page.getByText("No picture could be fetched from this address.").waitFor();
    expect(await itemsIn(leaf.id)).toEqual([]);
  });

  test("an import is one line of what was done and of the history, which undo it and lead to it; its file is recognised, and can be imported again", async () => {
    const { leaf, items } = await bench.makeLeaf("Listed", ["Kept"]);
    const kept = items[0]?.id;
    const text = `id,subcategoryId,name,price\n${kept},,Kept,7\n,${leaf.id},New,8\n,${leaf.id},Newer,9\n`;
    await goTo(page, at);
    await choose(page, "mixed.csv", text);
    await button(page, "Import 3 items").click();
    await page.getByText("3 items written.").waitFor();
    await page.getByRole("button", { name: "What you did" }).click();
    const done = page.getByRole("dialog", { name: "What you did" });
    await done.getByRole("button", { name: "Undo: mixed.csv imported" }).click();
    await page.locator(".toast", { hasText: "Undone: mixed.csv imported" }).waitFor();
    await heading(page, "The import is undone").waitFor();
    expect(await itemsIn(leaf.id)).toEqual(["Kept 100"]);
    await done.getByRole("button", { name: "Redo: mixed.csv imported" }).click();
    await page.locator(".toast", { hasText: "Redone: mixed.csv imported" }).waitFor();
    expect(await itemsIn(leaf.id)).toEqual(["Kept 7", "New 8", "Newer 9"]);
    const id = idIn(page);
    expect(await done.getByRole("link", { name: "mixed.csv imported" }).getAttribute("href")).toContain(id);

    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Import another file" }).click();
    await choose(page, "mixed.csv", text);
    const known = page.getByRole("alert").filter({ hasText: "This file was imported before" });
    await known.getByText("Imported: 2 new, 1 changed, 0 refused.").waitFor();
    await draw(page, "import-known");
    await known.getByRole("link", { name: "Look at that import" }).click();
    await heading(page, "Imported").waitFor();
    expect(idIn(page)).toBe(id);
    await page.goBack();
    await choose(page, "mixed.csv", text);
    await button(page, "Import it again").click();
    await heading(page, "What would change").waitFor();
    expect(idIn(page)).not.toBe(id);
    await page.getByRole("link", { name: "File", exact: true }).click();
    const listed = page.locator(".list-line", { hasText: "mixed.csv" });
    await listed.filter({ hasText: "Checked, not imported" }).waitFor();
    await listed.getByText("Imported · 2 new, 1 changed, 0 refused", { exact: true }).waitFor();

    await goTo(page, `/projects/${projectId}/history`);
    const lines = page.locator(".list-line", { hasText: "mixed.csv" });
    await lines.nth(2).waitFor();
    expect(await lines.count()).toBe(3);
    expect(await lines.first().innerText()).toContain("imported mixed.csv · 3 records");
    const asked: string[] = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(new URL(request.url()).pathname));
    await lines.first().getByRole("button", { name: "Undo: mixed.csv imported" }).click();
    await page.locator(".toast", { hasText: "Undone: mixed.csv imported" }).waitFor();
    expect(asked).toEqual([`/api/imports/${id}/undo`]);
    expect(await itemsIn(leaf.id)).toEqual(["Kept 100"]);
    await page.locator(".list-line", { hasText: "undid the import of mixed.csv" }).first().waitFor();
    await lines.last().getByRole("link", { name: "mixed.csv" }).click();
    await heading(page, "The import is undone").waitFor();
  });

  test("pictures come from a zip archive beside the file", async () => {
    const { leaf } = await bench.makeLeaf("Pictured");
    const background = "green";
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
    const zip = new ZipWriter();
    const archive = Buffer.concat([zip.open("fern.png"), await zip.piece(picture), zip.close(), zip.finish()]);
    await goTo(page, at);
    const [picker] = await Promise.all([
      page.waitForEvent("filechooser"),
      button(page, "Add pictures in a zip archive").click(),
    ]);
    await picker.setFiles({ name: "pictures.zip", mimeType: "application/zip", buffer: archive });
    await page.getByText("Pictures: pictures.zip").waitFor();
    const rows = `${leaf.id},Fern,fern.png\n${leaf.id},Moss,moss.png\n`;
    await choose(page, "pictured.csv", `subcategoryId,name,imgs\n${rows}`);
    await page.getByText("Problems 1", { exact: true }).click();
    await page.getByText("The archive has no picture with this name.").waitFor();
    await button(page, "Import 1 item").click();
    await page.getByText("1 item written.").waitFor();
    const { items } = (await bench.api.listItems({ params: { subcategoryId: leaf.id } })).data;
    expect(items.map(({ imgs }) => imgs.length)).toEqual([1]);
  });

  test("an import that failed says why, and what is written can be undone", async () => {
    const { leaf } = await bench.makeLeaf("Failed");
    const form = new FormData();
    form.append("file", new File([`subcategoryId,name\n${leaf.id},Owl\n`], "owls.csv"));
    const { data } = await bench.api.createImport({ params: { projectId }, form });
    const params = { importId: data.id };
    await until(async () => (await bench.api.getImport({ params })).data.state === "done", "the import is over");
    const error = "Whoever started or continued it has no access any more.";
    const asked = `**/api/imports/${data.id}`;
    await page.route(asked, async (route) => {
      const run = await (await route.fetch()).json();
      await route.fulfill({ json: run.state === "done" ? { ...run, state: "failed", error } : run });
    });
    await goTo(page, `${at}?id=${data.id}`);
    await heading(page, "The import failed").waitFor();
    await page.getByText(error).waitFor();
    await draw(page, "import-failed");
    // Somebody else changed what was imported.
    const { items } = (await bench.api.listItems({ params: { subcategoryId: leaf.id } })).data;
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { price: 3 } });
    await button(page, "Undo the import").click();
    await page.getByText("1 change kept, because somebody changed the same later.").waitFor();
    expect(await itemsIn(leaf.id)).toEqual(["Owl 3"]);
    await page.unroute(asked);
  });

  test("a cell that somebody changed since the export is shown with both values", async () => {
    const { leaf, items } = await bench.makeLeaf("Conflicts", ["Lamp"]);
    const itemId = items[0]?.id ?? "";
    const exported = await fetch(
      `${bench.url}/api/projects/${projectId}/export?within=${leaf.id}&columns=id,name,price`,
    );
    const edited = (await exported.text()).replace(",Lamp,100", ",Lantern,11");
    await bench.api.updateItem({ params: { itemId }, body: { price: 12 } });
    await goTo(page, at);
    await choose(page, "edited.csv", edited);
    await page.getByText("1 cell was changed by somebody since the export.").waitFor();
    await page.getByText("Problems 1", { exact: true }).click();
    const line = page.locator(".list-line", { hasText: "Somebody changed this since the export." });
    await line.waitFor();
    expect((await line.locator(".diff").innerText()).split("\n")).toEqual([
      "In the file",
      "11",
      "In the catalog",
      "12",
    ]);
    await draw(page, "import-conflict");
    await goTo(page, at);
    await choose(page, "same.csv", `id,price\n${itemId},12\n`);
    await heading(page, "Nothing to import").waitFor();
    await page.getByText("All rows are in the catalog as they are in the file.").waitFor();
    await draw(page, "import-nothing");
  });

  test("the keyboard alone imports a file, in Russian, on a phone and in the dark", async () => {
    const { leaf } = await bench.makeLeaf("Русский");
    await page.evaluate(() => localStorage.setItem("editor-language", "ru"));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${bench.url}/projects/${projectId}?subcategory=${leaf.id}`);
    await page.getByRole("link", { name: "Импорт", exact: true }).focus();
    await page.keyboard.press("Enter");
    await heading(page, "Выберите файл").waitFor();
    await draw(page, "import-phone-file");
    await page.getByRole("button", { name: "Вставить текстом" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Название\tЦена\tЦвет\nЛампа\t5\tкрасный\nСтол\tмного\t\n");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await heading(page, "Что в столбцах?").waitFor();
    await chooseOption(page.getByLabel("Что такое «Цвет»"), "Характеристика…");
    await draw(page, "import-phone-columns");
    await page.getByRole("button", { name: "Проверить файл" }).focus();
    await page.keyboard.press("Enter");
    await heading(page, "Что изменится").waitFor();
    expect(await counts(page)).toBe("1 0 0 1");
    await draw(page, "import-phone-check");
    await page.getByText("Проблемы 1", { exact: true }).click();
    await page.getByText("Это не число.").waitFor();
    await draw(page, "import-phone-faults");
    await page.getByRole("button", { name: "Импортировать 1 товар" }).focus();
    await page.keyboard.press("Enter");
    await heading(page, "Импортировано").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    expect(await itemsIn(leaf.id)).toEqual(["Лампа 5"]);
    await draw(page, "import-phone-done");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

describe.skipIf(!hasBrowser)("rights to import", () => {
  let bench: Bench;
  let staff: Staff;
  beforeAll(async () => {
    const signedIn = await startSignedInBench({ projectId });
    bench = signedIn;
    staff = signedIn.staff;
  });
  afterAll(() => bench?.stop());

  test("a viewer watches imports and starts none", async () => {
    const { leaf } = await bench.makeLeaf("Watched");
    const form = new FormData();
    form.append("file", new File([`subcategoryId,name,Farbe\n${leaf.id},Owl,red\n`], "owls.csv"));
    const { data } = await staff.admin.createImport({ params: { projectId }, query: { dryRun: true }, form });
    const cookie = await staff.add("vera", [{ role: "viewer" }]);
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`, { cookie });
    await page.getByRole("button", { name: "Export", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Import", exact: true }).count()).toBe(0);
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog").getByRole("combobox");
    await search.fill("Export this list");
    await page.getByRole("option", { name: "Export this list" }).waitFor();
    await search.fill("Import a file");
    await page.getByRole("option", { name: "Export this list" }).waitFor({ state: "detached" });
    expect(await page.getByRole("option", { name: "Import a file" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await goTo(page, at);
    await heading(page, "You can look at imports here, but not start one.").waitFor();
    await page.getByRole("link", { name: "owls.csv" }).click();
    await heading(page, "What would change").waitFor();
    expect(idIn(page)).toBe(data.id);
    expect(await counts(page)).toBe("1 0 0 0");
    for (const name of ["Import 1 item", "Columns and options"])
      expect([name, await page.getByText(name).count()]).toEqual([name, 0]);
    await staff.admin.resumeImport({ params: { importId: data.id } });
    await heading(page, "Imported").waitFor();
    expect(await button(page, "Undo the import").count()).toBe(0);
    await draw(page, "import-viewer");
    expect(bench.errors).toEqual([]);
  });

  test("an editor of one branch imports into it, from the palette too", async () => {
    const { leaf } = await bench.makeLeaf("Branch", ["Owl"]);
    const cookie = await staff.add("boris", [{ role: "editor", project: projectId, subtree: leaf.id }]);
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`, { cookie });
    await page.locator(".grid-name").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("Import a file");
    await page.getByRole("option", { name: "Import a file" }).click();
    await heading(page, "Choose a file").waitFor();
    expect(new URL(page.url()).searchParams.get("subcategory")).toBe(leaf.id);
  });
});
