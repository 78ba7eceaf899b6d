import { expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../contract/limits.ts";
import { rounds } from "../../test/support/rounds.ts";
import { anySheetItem, anyText } from "../../test/support/sheet-items.ts";
import { tooLongMark } from "../formats/cell-text.ts";
import type { Row, Separator, Sheet, SheetFormat, Value } from "../formats/sheet.ts";
import { fileOfBlob } from "../formats/sheet-file.ts";
import { sheetBytes } from "../formats/sheet-writer.ts";
import { changesOfCells, emptyItem, type ItemFields, valueIn } from "./cell-changes.ts";
import { guideSheet } from "./column-guide.ts";
import { DecimalSigns, decimalOfFile } from "./decimal-signs.ts";
import { itemCells, type SheetItem } from "./item-cells.ts";
import { itemSheetColumn, templateSheet } from "./item-sheet.ts";
import { openSheet } from "./open-sheet.ts";
import type { OpenSheet } from "./opened.ts";
import { pathOfText } from "./path-text.ts";
import { patchOfCells, type RowPatch } from "./read-cells.ts";
import { allColumns, columnOfHeader, type ItemColumn } from "./sheet-columns.ts";
import { nodeCells, treeColumns } from "./tree-sheet.ts";
import { UseCounter } from "./use-counter.ts";

type Way = { format: SheetFormat; separator?: Separator };
const ways: Way[] = [
  { format: "csv", separator: "," },
  { format: "csv", separator: ";" },
  { format: "csv", separator: "\t" },
  { format: "jsonl" },
  { format: "xlsx" },
];
const anyWay = fc.constantFrom(...ways);

async function opened(sheets: [Sheet, ...Sheet[]], { format, separator }: Way): Promise<OpenSheet> {
  const pieces: BlobPart[] = [];
  for await (const bytes of sheetBytes(format, sheets, separator)) pieces.push(new Uint8Array(bytes));
  return openSheet(fileOfBlob(new Blob(pieces)));
}

async function rowsOf(sheet: OpenSheet): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of sheet.rows()) rows.push(...batch);
  return rows;
}

const itemSheet = (columns: readonly ItemColumn[], rows: Value[][]): Sheet => ({
  name: "Items",
  columns: columns.map(itemSheetColumn),
  rows: [rows],
});

function columnsFor(items: readonly SheetItem[]): ItemColumn[] {
  const counter = new UseCounter();
  for (const item of items) counter.add(item);
  return allColumns({ languages: ["de", "en", "ru"], attributes: counter.result().attributes });
}

/** What an import reads of an export of items, by row. */
async function readBack(items: readonly SheetItem[], columns: readonly ItemColumn[], way: Way): Promise<RowPatch[]> {
  const sheet = await opened([itemSheet(columns, items.map(itemCells(columns)))], way);
  const rows = await rowsOf(sheet);
  const read = sheet.header.map(columnOfHeader);
  expect(rows.map(({ fault }) => fault)).toEqual(items.map(() => undefined));
  const signs = new DecimalSigns();
  for (const { cells } of rows) signs.add(cells);
  const decimal = decimalOfFile(signs.ofColumns, read, way.format === "csv") ?? undefined;
  return rows.map(({ cells }) => patchOfCells(cells, read, { decimal }));
}

test("an unchanged export changes nothing, in every format", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySheetItem, { minLength: 1, maxLength: 3 }), anyWay, async (items, way) => {
      const patches = await readBack(items, columnsFor(items), way);
      items.forEach((item, index) => {
        const { values, ...patch } = patches[index] as RowPatch;
        const { id, key, version, subcategoryId } = item;
        const path = pathOfText(item.path ?? "") as string[];
        expect(patch).toEqual({ id, version, path, subcategoryId, faults: [], ...(key !== "" && { key }) });
        expect(changesOfCells(item, values)).toEqual({ patch: {}, changes: [], faults: [] });
      });
    }),
    { numRuns: rounds(30, 150) },
  );
});

test("attributes without a column of their own come back too", async () => {
  await fc.assert(
    fc.asyncProperty(anySheetItem, anyWay, async (item, way) => {
      const columns = allColumns({ languages: [], attributes: [{ key: "Colour", nth: 1 }] });
      const [{ values } = { values: [] }] = await readBack([item], columns, way);
      const { description, translations } = changesOfCells(emptyItem, values).patch;
      const sorted = (list: ItemFields["description"] = []) => list.map(({ key, value }) => `${key}=${value}`).sort();
      expect(sorted(description ?? [])).toEqual(sorted(item.description));
      for (const [language, texts] of Object.entries(item.translations)) {
        expect(sorted(translations?.[language]?.description ?? [])).toEqual(sorted(texts.description));
      }
    }),
    { numRuns: rounds(20, 60) },
  );
});

test("an export makes the same item in an empty catalog", async () => {
  await fc.assert(
    fc.asyncProperty(anySheetItem, anyWay, async (item, way) => {
      const columns = columnsFor([item]);
      const [{ values } = { values: [] }] = await readBack([item], columns, way);
      const { patch, faults } = changesOfCells(emptyItem, values);
      expect(faults).toEqual([]);
      const made = { ...emptyItem, ...patch, translations: patch.translations ?? {} } as ItemFields;
      const own = columns.filter(
        ({ name }) => !["id", "key", "version", "subcategory", "subcategoryId", "attributes"].includes(name),
      );
      for (const column of own) expect(valueIn(made, column)).toEqual(valueIn(item, column));
    }),
    { numRuns: rounds(20, 60) },
  );
});

test("a changed cell changes its field and no other", async () => {
  await fc.assert(
    fc.asyncProperty(anySheetItem, anyText, fc.nat(), anyWay, async (item, text, number, way) => {
      fc.pre(text !== "");
      const columns = columnsFor([item]);
      const texts = columns.filter(({ name }) => name === "simpleDescription" || name === "attribute");
      const chosen = texts[number % texts.length] as ItemColumn;
      const cells = itemCells(columns)(item);
      cells[columns.indexOf(chosen)] = text;
      const sheet = await opened([itemSheet(columns, [cells])], way);
      const [row] = await rowsOf(sheet);
      const { values, faults } = patchOfCells((row as Row).cells, sheet.header.map(columnOfHeader));
      expect(faults).toEqual([]);
      const before = valueIn(item, chosen);
      const { changes } = changesOfCells(item, values);
      expect(changes).toEqual(before === text ? [] : [{ column: chosen, before, after: text }]);
    }),
    { numRuns: rounds(25, 100) },
  );
});

test("a text that is too long for a workbook leaves its value alone there, and is exact elsewhere", async () => {
  const imgs = Array.from(
    { length: limits.images },
    (_, index) => `https://cdn.example.com/${"x".repeat(200)}${index}.webp`,
  );
  const item = {
    ...emptyItem,
    id: "a",
    key: "",
    version: 1,
    path: "A",
    subcategoryId: "a",
    name: "A",
    imgs,
  } as SheetItem;
  for (const way of ways) {
    const sheet = await opened([itemSheet([{ name: "id" }, { name: "imgs" }], [["a", imgs]])], way);
    const [row] = await rowsOf(sheet);
    const { values, faults } = patchOfCells((row as Row).cells, sheet.header.map(columnOfHeader));
    expect(faults).toEqual([]);
    if (way.format === "xlsx") expect((row as Row).cells[1]).toBe(tooLongMark);
    expect(values).toEqual(way.format === "xlsx" ? [] : [{ column: { name: "imgs" }, value: item.imgs }]);
  }
});

test("a workbook shows its items first, with the keys hidden and the header frozen", async () => {
  const node = {
    kind: "category" as const,
    parentId: null,
    path: "A",
    id: "a",
    name: "A",
    visible: true,
    priority: 0,
    img: "",
  };
  const columns = treeColumns(["ru"]);
  const tree = {
    name: "Tree",
    columns,
    rows: [[nodeCells({ ...node, translations: { ru: { name: "А" } } }, columns)]],
  };
  const sheets: [Sheet, ...Sheet[]] = [templateSheet({ languages: ["ru"], attributes: [] }), tree, guideSheet("en")];
  const template = await opened(sheets, { format: "xlsx" });
  expect(template.sheets).toEqual(["Items", "Tree", "Columns"]);
  expect(template.header).toContain("name@ru");
  expect(await rowsOf(template)).toEqual([]);
  const csv = await opened([tree], { format: "csv" });
  expect(csv.header).toEqual(["kind", "id", "parentId", "path", "name", "name@ru", "visible", "priority", "img"]);
  expect(await rowsOf(csv)).toEqual([{ number: 2, cells: ["category", "a", null, "A", "A", "А", "true", "0", null] }]);
  expect(itemSheetColumn({ name: "id" })).toMatchObject({ hidden: true });
  expect(templateSheet({ languages: [], attributes: [] }).columns.some(({ hidden }) => hidden)).toBe(false);
});
