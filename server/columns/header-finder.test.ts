import { describe, expect, test } from "bun:test";
import { type MadeSheet, tableFile, tableFormats } from "../../test/support/made-tables.ts";
import type { Row } from "../formats/sheet.ts";
import { fileOfBlob } from "../formats/sheet-file.ts";
import { openSheet } from "./open-sheet.ts";
import type { SheetHints } from "./opened.ts";

type Rows = MadeSheet["rows"];

const titles: Rows = [
  ["Price list 2026, wholesale"],
  ["Date", "2026-05-01"],
  [],
  ["Phone: +49 1; mail: sales@example.com", null, "Page 1"],
  [null, "Product", null, "Prices"],
];
const data: Rows = [
  ["K-1", "Lamp", 5, "red"],
  ["K-2", "Desk", 7, "blue"],
];

describe.each(tableFormats)("in %s", (format) => {
  async function read(sheets: MadeSheet[], hints?: SheetHints) {
    const content = await tableFile(format, sheets);
    const sheet = await openSheet(fileOfBlob(new Blob([new Uint8Array(content)])), hints);
    const rows: Row[] = [];
    for await (const batch of sheet.rows()) rows.push(...batch);
    return { ...sheet, rows: rows.map(({ number, cells }) => [number, cells[0]] as const) };
  }
  const readRows = (rows: Rows, hints?: SheetHints) => read([{ name: "List", rows }], hints);

  test("the header is found below titles, and rows keep their numbers", async () => {
    const found = await readRows([...titles, ["SKU", "Name", "Price", "Farbe"], ...data]);
    expect(found).toMatchObject({ headerRow: 6, header: ["SKU", "Name", "Price", "Farbe"] });
    expect(found.rows).toEqual([
      [7, "K-1"],
      [8, "K-2"],
    ]);
  });

  test("of rows that name columns, the one that names the most is the header", async () => {
    const found = await readRows([["Name", "Price"], ["id", "name", "price", "quantity"], ...data]);
    expect(found.headerRow).toBe(2);
    const equal = await readRows([
      ["Name", "Price"],
      ["Lamp", 5],
      ["Name", "Price"],
      ["Desk", 7],
    ]);
    expect(equal).toMatchObject({
      headerRow: 1,
      rows: [
        [2, "Lamp"],
        [3, "Name"],
        [4, "Desk"],
      ],
    });
  });

  test("a header of unknown names is the first row with more than one value", async () => {
    const header = ["Art.", "Bez.", "VK", "Farbe"];
    expect(await readRows([header, ...data])).toMatchObject({ headerRow: 1, header });
    expect(await readRows([["Preisliste"], [], header, ...data])).toMatchObject({ headerRow: 3, header });
    expect(await readRows([["Bez."], ["Lamp"], ["Desk"]])).toMatchObject({ headerRow: 1, header: ["Bez."] });
    expect(await readRows([["Name"], ["Lamp"]])).toMatchObject({ headerRow: 1, header: ["Name"] });
  });

  test("names that a person has mapped are the header", async () => {
    const header = ["Art.", "Bez.", "VK", "Farbe"];
    const found = await readRows([...titles, header, ...data], { names: ["Bez."] });
    expect(found).toMatchObject({ headerRow: 6, header });
  });

  test("names that a person has mapped go before rows that name columns by accident", async () => {
    const rows: Rows = [["Art.", "Bez.", "VK"], ["K-1", "Photo", "Label"], ...data];
    expect(await readRows([["Name", "Position"], ...rows], { names: ["Art."] })).toMatchObject({ headerRow: 2 });
    expect(await readRows([["Art.", "x"], ["y"], ...rows], { names: ["Art.", "Bez."] })).toMatchObject({
      headerRow: 3,
    });
  });

  test("a header with rows below it stays, whatever a later row names", async () => {
    const rows: Rows = [
      ["Name", "Price"],
      ["Lamp", 5],
      ["Desk", 7],
      ["Name", "Price", "Quantity"],
      ["Bed", 9, 1],
    ];
    expect(await readRows(rows)).toMatchObject({ headerRow: 1, header: ["Name", "Price"] });
  });

  test("a name that occurs often in a row is one column", async () => {
    const found = await readRows([
      ["Art.", "Bez."],
      ["name", "name"],
      ["K-1", "Lamp"],
    ]);
    expect(found.headerRow).toBe(1);
  });

  test("the header is looked for among the first fifty rows with a value", async () => {
    const before = (count: number): Rows => Array.from({ length: count }, (_, at) => [`${at}`, "x"]);
    expect(await readRows([...before(49), ["SKU", "Name"], ["K-1", "Lamp"]])).toMatchObject({ headerRow: 50 });
    expect(await readRows([...before(50), ["SKU", "Name"], ["K-1", "Lamp"]])).toMatchObject({ headerRow: 1 });
  });

  test("a row that is chosen is the header, and one without a value is a fault that names it", async () => {
    const rows = [...titles, ["SKU", "Name", "Price", "Farbe"], ...data];
    expect(await readRows(rows, { headerRow: 2 })).toMatchObject({ headerRow: 2, header: ["Date", "2026-05-01"] });
    for (const headerRow of [3, 9, 1_000]) {
      await expect(readRows(rows, { headerRow })).rejects.toMatchObject({
        code: "no_header",
        place: { row: headerRow },
      });
    }
  });

  const list: MadeSheet = { name: "Prices", rows: [...titles, ["SKU", "Name"], ["K-1", "Lamp"]] };

  test("a sheet that there is not is a fault that names it", async () => {
    await expect(read([list], { sheet: "Preise" })).rejects.toMatchObject({ code: "no_sheet" });
  });

  if (format === "csv") return;

  const cover: MadeSheet = { name: "Cover", rows: [["Lamps & Co."], ["Name", "John"], ["Phone", "1"]] };
  const other: MadeSheet = {
    name: "Other",
    rows: [
      ["id", "name", "price"],
      ["x", "Old", 1],
    ],
  };

  test("the first visible sheet with a header of known columns is read", async () => {
    const hidden = { ...other, name: "Hidden", hidden: true };
    const empty = { name: "Empty", rows: [] };
    const found = await read([hidden, empty, cover, list, other]);
    expect(found).toMatchObject({ sheet: "Prices", headerRow: 6, sheets: ["Empty", "Cover", "Prices", "Other"] });
    expect(found.rows).toEqual([[7, "K-1"]]);
    expect(await read([empty, cover])).toMatchObject({ sheet: "Cover", headerRow: 2 });
  });

  test("a sheet whose header a person has mapped goes before one that names columns by accident", async () => {
    const contact = { name: "Contact", rows: [["Name", "Position"]] };
    const mapped = { name: "Preise", rows: [["Art."], ["K-1"]] };
    expect(await read([contact, mapped], { names: ["Art."] })).toMatchObject({ sheet: "Preise", rows: [[2, "K-1"]] });
    const names = ["SKU", "Name"];
    expect(await read([cover, list], { names })).toMatchObject({ sheet: "Prices", rows: [[7, "K-1"]] });
    expect(await read([cover, contact, list], { names: ["Art."] })).toMatchObject({ sheet: "Contact" });
  });

  test("a sheet that is chosen is read, with its own header", async () => {
    expect(await read([cover, list, other], { sheet: "Other" })).toMatchObject({ sheet: "Other", rows: [[2, "x"]] });
    expect(await read([cover, list], { sheet: "Cover", headerRow: 3 })).toMatchObject({ header: ["Phone", "1"] });
    await expect(read([{ name: "Empty", rows: [] }, list], { sheet: "Empty" })).rejects.toMatchObject({
      code: "empty_file",
    });
  });

  test("an export of one column is read from its own sheet, and goes on on further ones", async () => {
    const items = (name: string, id: string): MadeSheet => ({ name, rows: [["name"], [id]] });
    const found = await read([items("Items", "a"), items("Items 2", "b"), { name: "Items 3", rows: [] }, other]);
    expect(found).toMatchObject({
      sheet: "Items",
      rows: [
        [2, "a"],
        [2, "b"],
      ],
    });
  });

  test("a row that has values only beside the columns is refused, not passed over", async () => {
    const rows: Rows = [
      ["SKU", "Name"],
      ["K-1", "Lamp", "new!"],
      [null, null, "Total", 5],
      ["K-2", "Desk"],
    ];
    const content = await tableFile(format, [{ name: "List", rows }]);
    const found: Row[] = [];
    const sheet = await openSheet(fileOfBlob(new Blob([new Uint8Array(content)])));
    for await (const batch of sheet.rows()) found.push(...batch);
    expect(found.map(({ number, cells, fault }) => [number, cells.length, fault?.code])).toEqual([
      [2, 2, undefined],
      [3, 2, "too_many"],
      [4, 2, undefined],
    ]);
  });
});
