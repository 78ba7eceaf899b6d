import { expect, test } from "bun:test";
import fc from "fast-check";
import { encoded } from "../../test/support/encoded.ts";
import { rounds } from "../../test/support/rounds.ts";
import { anyText } from "../../test/support/sheet-items.ts";
import { CsvParser } from "../formats/csv-parser.ts";
import { JsonLines } from "../formats/jsonl-parser.ts";
import { SharedStrings } from "../formats/shared-strings.ts";
import type { Row } from "../formats/sheet.ts";
import { fileOfBlob, pieceBytes } from "../formats/sheet-file.ts";
import { SheetRows } from "../formats/sheet-rows.ts";
import { XmlScanner } from "../formats/xml-scanner.ts";
import { openSheet } from "./open-sheet.ts";
import type { SheetHints } from "./opened.ts";

/** The pieces of a text, cut anywhere. */
const cutAt = (text: string, places: readonly number[]): string[] => {
  const cuts = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...cuts].map((start, index) => text.slice(start, cuts[index] ?? text.length));
};
/** The rows of a text that arrives in pieces. */
function rowsOf(parser: CsvParser | JsonLines, pieces: readonly string[]): Row[] {
  const rows: Row[] = [];
  const take = (last: boolean) => {
    for (let batch = parser.rows(last); batch.length > 0; batch = parser.rows(last)) rows.push(...batch);
  };
  for (const piece of pieces) {
    parser.push(piece);
    take(false);
  }
  take(true);
  return rows;
}

const anyCuts = fc.array(fc.nat(), { maxLength: 8 });

test("CSV reads the same wherever its pieces are cut", () => {
  const cell = anyText.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));
  const line = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(","));
  const anyFile = fc.tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom("\n", "\r\n", "\r"), fc.boolean());
  fc.assert(
    fc.property(anyFile, anyCuts, ([lines, end, closed], cuts) => {
      const text = lines.join(end) + (closed ? end : "");
      const whole = rowsOf(new CsvParser(","), [text]);
      expect(rowsOf(new CsvParser(","), cutAt(text, cuts))).toEqual(whole);
    }),
    { numRuns: rounds(200, 1_000) },
  );
});

test("JSONL reads the same wherever its pieces are cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(anyText, anyText, { maxKeys: 3 }), { maxLength: 4 }),
      anyCuts,
      (objects, cuts) => {
        const text = objects.map((object) => JSON.stringify(object)).join("\r\n");
        const whole = rowsOf(new JsonLines([]), [text]);
        expect(rowsOf(new JsonLines([]), cutAt(text, cuts))).toEqual(whole);
      },
    ),
  );
});

test("a sheet of a workbook reads the same wherever its pieces are cut", () => {
  const xml = `<?xml version="1.0"?><!-- a > b --><sheetData><row r='1'><c r="A1" s="0" t="str"><f>"&gt;"</f><v>a &amp; b</v></c
    ><c a=">" t='inlineStr'><is><r><t>1</t></r><r><t xml:space="preserve"> 2</t></r></is></c></row><row/><row><c><v>5</v></c></row></sheetData>`;
  const read = (pieces: string[]) => {
    const handler = new SheetRows({ strings: new SharedStrings(), kinds: [], epoch: 1900 });
    const scanner = new XmlScanner(handler);
    for (const piece of pieces) scanner.push(piece);
    scanner.end();
    return handler.take();
  };
  const whole: Row[] = [
    { number: 1, cells: ["a & b", "1 2"] },
    { number: 3, cells: [5] },
  ];
  fc.assert(fc.property(anyCuts, (cuts) => expect(read(cutAt(xml, cuts))).toEqual(whole)));
});

test("shared texts are found in any order", () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 500, maxLength: 600 }), fc.array(fc.nat(700)), (texts, places) => {
      const strings = new SharedStrings();
      for (const text of texts) strings.add(text);
      for (const place of places) expect(strings.at(place)).toBe(texts[place] as string);
      for (const place of [-1, 0.5, Number.NaN, 2 ** 32]) expect(strings.at(place)).toBeUndefined();
    }),
    { numRuns: rounds(5, 20) },
  );
});

async function opened(bytes: Uint8Array, hints?: SheetHints) {
  const sheet = await openSheet(fileOfBlob(new Blob([new Uint8Array(bytes)])), hints);
  const rows: Row[] = [];
  for await (const batch of sheet.rows()) rows.push(...batch);
  return { ...sheet, cells: rows.map(({ cells }) => cells) };
}

const russian = ["Артикул;Название;Цена", "00042;Чехол для телефона;12,50", "7;Ёлка;3"];
const german = ["SKU,Name,Price", "00042,Hülle für Geräte,12", "7,Kühlschrank größer,3"];

test.each([
  ["utf-8", russian, ""],
  ["utf-8", russian, "\ufeff"],
  ["utf-16le", russian, "\ufeff"],
  ["utf-16be", russian, "\ufeff"],
  ["utf-16le", russian, ""],
  ["utf-16be", german, ""],
  ["windows-1251", russian, ""],
  ["windows-1252", german, ""],
] as const)("%s is recognised", async (encoding, lines, mark) => {
  const separator = lines === russian ? ";" : ",";
  const sheet = await opened(encoded(`${mark}${lines.join("\r\n")}\r\n`, encoding));
  expect(sheet).toMatchObject({ format: "csv", encoding, separator, header: lines[0]?.split(separator) });
  expect(sheet.cells).toEqual(lines.slice(1).map((line) => line.split(separator)));
});

test("the first letter beyond ASCII may be in the last row", async () => {
  const text = `id,name\n${"1,case\n".repeat(100_000)}2,чехол\n`;
  expect(await opened(encoded(text, "windows-1251"))).toMatchObject({ encoding: "windows-1251" });
  const sheet = await opened(Buffer.from(text));
  expect(sheet.encoding).toBe("utf-8");
  expect(sheet.cells.at(-1)).toEqual(["2", "чехол"]);
  expect(text.length).toBeGreaterThan(2 * pieceBytes);
});

test("UTF-8 that is damaged or cut off is a fault, not another encoding", async () => {
  const whole = Buffer.from("id,name\n1,чехол для телефона\n2,ёлка\n");
  const cut = whole.subarray(0, whole.indexOf("лка") + 1);
  await expect(opened(cut)).rejects.toMatchObject({ code: "invalid_text" });
  const damaged = Buffer.from(whole);
  damaged[20] = 0xff;
  await expect(opened(damaged)).rejects.toMatchObject({ code: "invalid_text" });
});

test("what the person says wins over what is recognised", async () => {
  const bytes = encoded("name;price\nÄ;1,5\n", "windows-1252");
  const sheet = await opened(bytes, { encoding: "windows-1251", separator: ",", headerRow: 2 });
  expect(sheet).toMatchObject({ encoding: "windows-1251", separator: ",", headerRow: 2, header: ["Д;1", "5"] });
});

test.each([
  ["sep=;\nid;name\n1;a,b\n", ";", [["1", "a,b"]]],
  ["id\tname\n1\ta, b; c\n", "\t", [["1", "a, b; c"]]],
  ["id|name\n1|a\n", "|", [["1", "a"]]],
  [
    'name;note\n"a;b";"1,2,3"\nx;1,5\n',
    ";",
    [
      ["a;b", "1,2,3"],
      ["x", "1,5"],
    ],
  ],
  ["name;note, one, two\nphone;a, b, c\n", ";", [["phone", "a, b, c"]]],
  ["name\na\nb\n", ",", [["a"], ["b"]]],
  ["id,name", ",", []],
])("the separator of %p", async (text, separator, cells) => {
  expect(await opened(Buffer.from(text))).toMatchObject({ separator, cells, headerRow: 1 });
});

test("rows have the numbers that a spreadsheet shows", async () => {
  const sheet = await openSheet(fileOfBlob(new Blob(['\n\nid,name\n1,"two\nlines"\n\n2,b\n'])));
  expect(sheet.headerRow).toBe(3);
  for await (const rows of sheet.rows()) expect(rows.map(({ number }) => number)).toEqual([4, 6]);
});
