import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ImportRun } from "../../contract/imports.ts";
import { xlsxBytes } from "../../server/formats/xlsx-writer.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
});
afterAll(() => catalog.app.stop());

describe("an import", () => {
  test("a dry run writes nothing, and says what would be written", async () => {
    const leaf = await catalog.newLeaf();
    const checked = await catalog.imports.run(
      `subcategoryId,name,price\n${leaf},Lamp,10\n${leaf},,5\n${leaf},Desk,five\n`,
      {
        dryRun: "true",
      },
    );
    expect(checked).toMatchObject({ state: "checked", dryRun: true, created: 1, refused: 2 });
    expect(await catalog.itemsOf(leaf)).toEqual([]);
    expect(await catalog.imports.faults(checked)).toMatchObject([
      { row: 3, column: "name", code: "required" },
      { row: 4, column: "price", value: "five", code: "wrong_type" },
    ]);
    const run = await catalog.imports.act(checked, "resume");
    expect(run).toMatchObject({
      state: "done",
      dryRun: false,
      created: 1,
      refused: 2,
      checked: { created: 1, refused: 2 },
    });
    expect((await catalog.itemsOf(leaf)).map(({ name }) => name)).toEqual(["Lamp"]);
  });

  test("everything that is wrong with a new row is told at once", async () => {
    const leaf = await catalog.newLeaf();
    const rows = [",,five,-1", `${leaf},—,5,1`, "nowhere,,5,1"];
    const checked = await catalog.imports.run(`subcategoryId,name,price,quantity\n${rows.join("\n")}\n`, {
      dryRun: "true",
    });
    expect((await catalog.imports.faults(checked)).map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual([
      "2 price wrong_type",
      "2 quantity out_of_range",
      "2 name required",
      "2 subcategory required",
      "3 name blank",
      "4 subcategoryId not_found",
      "4 name required",
    ]);
  });

  test("hides new items that do not say whether they are visible, if that is chosen", async () => {
    const leaf = await catalog.newLeaf();
    const text = `name,subcategoryId,visible\nHush,${leaf},\nLoud,${leaf},TRUE\n`;
    expect(await catalog.imports.run(text, { options: JSON.stringify({ hideNew: true }) })).toMatchObject({
      created: 2,
    });
    expect((await catalog.itemsOf(leaf)).map(({ name, visible }) => [name, visible])).toEqual([
      ["Hush", false],
      ["Loud", true],
    ]);
    await catalog.imports.run(`name,subcategoryId\nUsual,${leaf}\n`);
    expect((await catalog.itemsOf(leaf)).at(-1)).toMatchObject({ name: "Usual", visible: true });
  });
});

describe("a row of an export", () => {
  test("clears a value with the mark, and leaves it where the cell is empty", async () => {
    const leaf = await catalog.newLeaf();
    const body = { name: "Lamp", price: 10, tags: ["a"], simpleDescription: "x", translations: { ru: { name: "Л" } } };
    const { data: item } = await catalog.app.api.createItem({ params: { subcategoryId: leaf }, body });
    const run = await catalog.imports.run(`id,name,price,tags,simpleDescription,name@ru\n${item.id},,,—,,—\n`);
    expect(run).toMatchObject({ state: "done", changed: 1 });
    const { data } = await catalog.app.api.getItem({ params: { itemId: item.id } });
    expect(data).toMatchObject({ name: "Lamp", price: 10, tags: [], simpleDescription: "x", translations: {} });
  });
});

describe("a file", () => {
  test("with the same key twice: the first row is taken, the second one refused", async () => {
    const leaf = await catalog.newLeaf();
    const run = await catalog.imports.run(`key,subcategoryId,name\nTWICE,${leaf},One\nTWICE,${leaf},Two\n`);
    expect(run).toMatchObject({ created: 1, refused: 1 });
    expect(await catalog.imports.faults(run)).toMatchObject([
      {
        row: 3,
        column: "key",
        value: "TWICE",
        code: "repeated",
        message: "names the same item as row 2, which is taken",
      },
    ]);
  });

  test("that is sent again is recognised", async () => {
    const leaf = await catalog.newLeaf();
    const text = `subcategoryId,name\n${leaf},Once\n`;
    const first = await catalog.imports.run(text);
    const again = await catalog.imports.posted(text);
    expect([again.status, ((await again.json()) as { id: string }).id]).toEqual([200, first.id]);
    expect(await catalog.itemsOf(leaf)).toHaveLength(1);
    await catalog.imports.run(text, { again: "true" });
    expect(await catalog.itemsOf(leaf)).toHaveLength(2);
  });

  test("that cannot be read is refused with its place, and leaves nothing behind", async () => {
    const codeOf = async (contents: string | Uint8Array) => {
      const response = await catalog.imports.posted(contents);
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    for (const contents of ["", "%PDF-1.7", "PK\u0003\u0004nothing", "name,price\n", "<html></html>"])
      expect([contents, await codeOf(contents)]).toEqual([contents, [400, "unreadable_file"]]);
    const { imports: listed } = await catalog.imports.get<{ imports: unknown[] }>("/api/projects/shop/imports");
    expect(listed.length).toBeGreaterThan(0);
    const reading = await catalog.app.db.single.get({
      text: "select 1 as found from imports where state = 'reading'",
      values: [],
    });
    expect(reading).toBeUndefined();
  });

  test("its refused rows come back with a column that says why", async () => {
    const leaf = await catalog.newLeaf();
    const run = await catalog.imports.run(
      `Name;Price;Note;subcategoryId\nGood;1;=1+1;${leaf}\nBad;one;"a; b";${leaf}\n—;—;x;${leaf}\n`,
    );
    expect(run).toMatchObject({ created: 1, refused: 2 });
    const file = await (await catalog.imports.send(`/api/imports/${run.id}/refused`)).text();
    expect(file.split("\r\n")).toEqual([
      "why refused,Name,Price,Note,subcategoryId",
      expect.stringContaining(`,Bad,one,"a; b",${leaf}`),
      expect.stringContaining(`,—,—,x,${leaf}`),
      "",
    ]);
  });
});

test("a dry run and the run count the same, or the run says what changed in between", async () => {
  const leaf = await catalog.newLeaf();
  await catalog.imports.run(`key,subcategoryId,name,price\nD-1,${leaf},One,1\nD-2,${leaf},Two,2\n`);
  const text = `key,subcategoryId,name,price\nD-1,${leaf},One,10\nD-2,${leaf},Two,20\nD-3,${leaf},Three,30\n`;
  const checked = await catalog.imports.run(text, { dryRun: "true" });
  expect(checked).toMatchObject({ state: "checked", changed: 2, created: 1 });
  const [one] = await catalog.itemsOf(leaf);
  await catalog.app.api.updateItem({ params: { itemId: one?.id ?? "" }, body: { price: 10 } });
  const run = await catalog.imports.act(checked, "resume");
  expect(run).toMatchObject({
    state: "done",
    changed: 1,
    unchanged: 1,
    created: 1,
    checked: { changed: 2, created: 1 },
  });
});

describe("a file that a program has damaged", () => {
  const texts = { name: "Беседка Slate", simpleDescription: "Größe L" };
  const description = [
    { key: "Code", value: "0070" },
    { key: "Fit", value: "3+" },
    { key: "Set", value: "1-2" },
  ];

  async function damagedExport() {
    const leaf = await catalog.newLeaf();
    const body = { ...texts, subcategoryId: leaf, description };
    const { id } = (await catalog.app.api.createItem({ params: { subcategoryId: leaf }, body })).data;
    const text = Buffer.from(await catalog.imports.exported({ format: "csv", within: leaf })).toString();
    return { leaf, id, text };
  }

  const saidOf = async (run: ImportRun) =>
    (await catalog.imports.faults(run)).map(({ column, value, code }) => `${column} ${value} ${code}`);

  test("is not written over letters: question marks are a fault", async () => {
    const { leaf, text } = await damagedExport();
    const run = await catalog.imports.run(Buffer.from(text.replace(/[^\0-\x7f\ufeff]/g, "?")));
    expect(run).toMatchObject({ changed: 0, refused: 1 });
    expect(await saidOf(run)).toEqual(["name ??????? Slate letters_lost", "simpleDescription Gr??e L letters_lost"]);
    const fresh = await catalog.imports.run(`name,subcategoryId\nCaf\ufffd,${leaf}\nReally?,${leaf}\n`);
    expect([fresh.created, await saidOf(fresh)]).toEqual([1, ["name Caf\ufffd letters_lost"]]);
    expect(await catalog.itemsOf(leaf)).toMatchObject([texts, { name: "Really?" }]);
  });

  test("makes no subcategories and no attributes of names that have lost their letters", async () => {
    const leaf = await catalog.newLeaf("Möbel");
    const { categoryId } = (await catalog.app.api.getSubcategory({ params: { subcategoryId: leaf } })).data;
    const paths = ["Audio / M\ufffdbel", "Audio / ??????", "Audio / Neu / K\ufffd\ufffdche", "Audio / Really?"];
    const lines = paths.map((path, at) => `${path};Lamp ${at}`);
    for (const createSubcategories of [true, false]) {
      const run = await catalog.imports.run(`subcategory;name\n${lines.join("\n")}\n`, {
        options: JSON.stringify({ createSubcategories }),
        dryRun: "true",
      });
      const codes = (await catalog.imports.faults(run)).map(({ row, column, code }) => `${row} ${column} ${code}`);
      const lost = ["2 subcategory letters_lost", "3 subcategory letters_lost", "4 subcategory letters_lost"];
      expect(codes).toEqual(createSubcategories ? lost : [...lost, "5 subcategory not_found"]);
    }
    const item = { name: "Stuhl", description: [{ key: "Größe", value: "L" }] };
    const { id } = (await catalog.app.api.createItem({ params: { subcategoryId: leaf }, body: item })).data;
    for (const header of ["attribute.Gr\ufffd\ufffde", "attribute.Gr??e"]) {
      const run = await catalog.imports.run(`id;${header}\n${id};XL\n`);
      expect(await saidOf(run)).toEqual([`${header} XL letters_lost`]);
    }
    const asked = await catalog.imports.run(`id;attribute.Ja?\n${id};Ja\n`);
    expect(asked).toMatchObject({ changed: 1, refused: 0 });
    const tree = (await catalog.app.api.getCategory({ params: { categoryId } })).data;
    expect(JSON.stringify(tree)).not.toContain("\ufffd");
  });

  test("is not written over texts that look like numbers and dates, and what is meant is sent as JSONL", async () => {
    const { leaf, id, text } = await damagedExport();
    const damaged = text.replace("0070", "70").replace("3+", "3").replace("1-2", "02.Jan");
    expect(damaged).not.toBe(text);
    const run = await catalog.imports.run(damaged);
    expect(run).toMatchObject({ changed: 0, refused: 1 });
    expect(await saidOf(run)).toEqual([
      "attribute.Code 70 made_number",
      "attribute.Fit 3 made_number",
      "attribute.Set 02.Jan is_date",
    ]);
    expect(await catalog.imports.run(text)).toMatchObject({ unchanged: 1, refused: 0 });
    const meant = await catalog.imports.run(JSON.stringify({ id, "attribute.Code": "70" }));
    expect(meant).toMatchObject({ changed: 1, refused: 0 });
    expect((await catalog.itemsOf(leaf))[0]?.description[0]).toEqual({ key: "Code", value: "70" });
  });

  test("is not written over numbers a thousand times as large or small, and dates in another form", async () => {
    const leaf = await catalog.newLeaf();
    const body = { name: "Mehl", price: 1.125, quantity: 1125, description: [{ key: "Until", value: "2026-12-31" }] };
    await catalog.app.api.createItem({ params: { subcategoryId: leaf }, body });
    const text = Buffer.from(await catalog.imports.exported({ format: "csv", within: leaf })).toString();
    const asGerman = text.replace("1.125", "1x").replace("1125", "1.125").replace("1x", "1125");
    const damaged = asGerman.replace("2026-12-31", "31.12.2026");
    const run = await catalog.imports.run(damaged, { options: JSON.stringify({ decimal: "." }) });
    expect(await saidOf(run)).toEqual([
      "price 1125 made_number",
      "quantity 1.125 made_number",
      "attribute.Until 31.12.2026 is_date",
    ]);
    const asItWas = await catalog.imports.run(text, { again: "true" });
    expect(asItWas).toMatchObject({ unchanged: 1, refused: 0 });
    const edited = await catalog.imports.run(text.replace("1125", "2000").replace("1.125", "2.125"));
    expect(edited).toMatchObject({ changed: 1, refused: 0 });
  });

  test("is not written over texts and prices of which a workbook that was CSV has numbers and dates", async () => {
    const leaf = await catalog.newLeaf();
    const description = [
      { key: "Size", value: "1-2" },
      { key: "Since", value: "16:10" },
    ];
    const body = { name: "0070", price: 1.125, tags: ["3+"], description };
    const { data: item } = await catalog.app.api.createItem({ params: { subcategoryId: leaf }, body });
    const headers = ["id", "name", "price", "tags", "attribute.Size", "attribute.Since"];
    const columns = headers.map((header) => ({ header }));
    const sheetOf = async (...cells: (string | number)[]) => {
      const rows = [[[item.id, ...cells]]];
      return Buffer.concat(await Array.fromAsync(xlsxBytes([{ name: "export", columns, rows }])));
    };
    const damaged = await catalog.imports.run(await sheetOf(70, 1125, 3, "1-2", "16:10"), { dryRun: "true" });
    expect(await saidOf(damaged)).toEqual(["price 1125 made_number", "name 70 made_number", 'tags ["3"] made_number']);
    const meant = await catalog.imports.run(await sheetOf("70", "1125", "3", "2026-02-01", "04:10 PM"));
    expect(meant).toMatchObject({ changed: 1, refused: 0 });
    await catalog.imports.run(`{"id":"${item.id}","price":1.125}\n`);
    expect(await catalog.imports.run(`{"id":"${item.id}","price":1125}\n`)).toMatchObject({ changed: 1, refused: 0 });
  });

  test("does not lose its keys either", async () => {
    const leaf = await catalog.newLeaf();
    const made = await catalog.imports.run(`key,name,subcategoryId\n0071,Desk,${leaf}\n`);
    expect(made).toMatchObject({ created: 1 });
    const text = Buffer.from(await catalog.imports.exported({ format: "csv", within: leaf })).toString();
    const run = await catalog.imports.run(text.replace("0071", "71"));
    expect(await saidOf(run)).toEqual(["key 71 made_number"]);
  });

  test("finds keys without their zeros by those that are there, and makes no second item", async () => {
    const leaf = await catalog.newLeaf();
    const rows = ["0080", "3+", "81", "4006381333931", "0082", "82"].map((key) => `${key};Desk;${leaf}`);
    const made = await catalog.imports.run(`key;name;subcategoryId\n${rows.join("\n")}\n`);
    expect(made).toMatchObject({ created: 6 });
    const changed = ["80", "3", "81", "4,00638E+12", "82", "83"].map((key) => `${key};Chair;${leaf}`);
    const run = await catalog.imports.run(`key;name;subcategoryId\n${changed.join("\n")}\n`);
    expect(await saidOf(run)).toEqual(["key 80 made_number", "key 3 made_number", "key 4,00638E+12 made_number"]);
    expect(run).toMatchObject({ changed: 2, created: 1 });
    const [fault] = await catalog.imports.faults(run);
    expect(fault?.message).toContain('"0080"');
  });

  test("finds keys of which dates were made", async () => {
    const leaf = await catalog.newLeaf();
    const rowsOf = (...keys: string[]) =>
      `key;name;subcategoryId\n${keys.map((key) => `${key};Desk;${leaf}\n`).join("")}`;
    expect(await catalog.imports.run(rowsOf("7-8", "07/09"))).toMatchObject({ created: 2 });
    const run = await catalog.imports.run(rowsOf("08.Jul", "2026-08-07", "07/09/2026", "01.01.2026"));
    expect(await saidOf(run)).toEqual(["key 08.Jul is_date", "key 2026-08-07 is_date", "key 07/09/2026 is_date"]);
    expect(run).toMatchObject({ created: 1 });
  });

  test("knows a key that is a number in a workbook, and takes one that is a text", async () => {
    const leaf = await catalog.newLeaf();
    await catalog.imports.run(`key;name;subcategoryId\n0090;Desk;${leaf}\n`);
    const rows = [
      [90, "Chair", leaf],
      ["90", "Stool", leaf],
    ];
    const columns = ["key", "name", "subcategoryId"].map((header) => ({ header }));
    const book = await Array.fromAsync(xlsxBytes([{ name: "Items", columns, rows: [rows] }]));
    const run = await catalog.imports.run(Buffer.concat(book));
    expect(await saidOf(run)).toEqual(["key 90 made_number"]);
    expect((await catalog.itemsOf(leaf)).map(({ name }) => name)).toEqual(["Desk", "Stool"]);
  });
});
