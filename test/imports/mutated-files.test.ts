import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { ImportRun } from "../../contract/imports.ts";
import { fileOfBlob } from "../../server/formats/sheet-file.ts";
import { entryBytes, zipEntries } from "../../server/formats/zip-reader.ts";
import {
  archive,
  header,
  odsHeader,
  odsNumber,
  odsRow,
  odsTable,
  odsText,
  openDocument,
  workbook,
} from "../support/made-workbooks.ts";
import { mutated, mutating, mutationTimeoutMs } from "../support/mutations.ts";
import type { Random } from "../support/random.ts";
import { rounds } from "../support/rounds.ts";
import type { WatchedService } from "../support/watched-service.ts";
import { randomTest } from "../test-seed.ts";
import type { Imports } from "./import-run.ts";
import { startWatchedImports } from "./watched-imports.ts";

const span = ' table:number-columns-spanned="2" table:number-rows-spanned="1"';
const tableStyle =
  '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>';

/** The longest time for which a file may hold the loop, and the memory that it may add. */
const mostMs = 50;
const mostMegabytes = 250;

let service: WatchedService;
let imports: Imports;
let leaf = "";
const corpus: { name: string; bytes: Buffer }[] = [];
let pictures: Buffer;
let megabytes = 0;

beforeAll(async () => {
  ({ service, imports, leaf } = await startWatchedImports());
  const text = (at: number) => `Lamp ${at},Лампа ${at},${at * 1.5},"a, b",Red ""and"" blue,"two\nlines"`;
  const lines = Array.from({ length: 40 }, (_, at) => `K-${at},${leaf},${text(at)}`);
  const sheet = `key,subcategoryId,name,name@ru,price,tags,attribute.Colour,simpleDescription\n${lines.join("\n")}\n`;
  expect(await imports.run(sheet)).toMatchObject({ created: 40 });
  for (const format of ["csv", "xlsx", "jsonl"]) {
    corpus.push({ name: format, bytes: Buffer.from(await imports.exported({ format })) });
  }
  const row = '<row><c t="s"><v>0</v></c><c s="1"><v>46143.5</v></c></row>';
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>';
  const after = '<mergeCells count="1"><mergeCell ref="A3:B4"/></mergeCells>';
  const strings = "<si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r></si>";
  corpus.push({ name: "xlsx", bytes: await workbook({ rows: header + row.repeat(5), strings, styles, after }) });
  const cells = odsText("rich <text:span>text</text:span></text:p><text:p>line") + odsNumber(5);
  const tables =
    odsTable(odsRow(odsText("Cover")), 'table:name="Cover" table:style-name="ta1"') +
    odsTable(odsHeader + odsRow(cells, 3) + odsRow(`${odsText("a", span)}<table:covered-table-cell/>`));
  corpus.push({ name: "ods", bytes: await openDocument({ tables, styles: tableStyle }) });
  corpus.push({
    name: "windows-1251",
    bytes: Buffer.from([...Buffer.from("name\n"), 0xcb, 0xe0, 0xec, 0xef, 0xe0, 0x0a]),
  });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  pictures = await archive({ "a.png": picture, "b/c.png": picture });
  await ended(Buffer.from("name\nLamp\n"), Buffer.from(pictures));
  // Where there is no build of the editor, the service makes one at its start.
  await (await fetch(service.url)).text();
  await service.longestTurn();
  megabytes = service.peakMemory();
});
afterAll(() => service.stop());

/** A workbook with one of its parts changed, and packed again: most changes of packed bytes are seen at once. */
async function mutatedInside(bytes: Buffer, random: Random): Promise<Buffer> {
  const file = fileOfBlob(new Blob([new Uint8Array(bytes)]));
  const entries = [...(await zipEntries(file)).values()];
  const chosen = random.of(entries);
  const parts: Record<string, Uint8Array> = {};
  for (const entry of entries) {
    const pieces: Uint8Array[] = [];
    for await (const piece of entryBytes(file, entry)) pieces.push(Uint8Array.from(piece));
    const part = Buffer.concat(pieces);
    parts[entry.name] = entry === chosen ? mutated(part, random) : part;
  }
  return archive(parts);
}

/** Sends a file, waits for what becomes of it, and reads all that is told of it. */
async function ended(table: Buffer, zip?: Buffer, query: Record<string, string> = {}): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(table)]), "a");
  if (zip) form.append("pictures", new Blob([new Uint8Array(zip)]), "a.zip");
  const path = `/api/projects/shop/imports?${new URLSearchParams({ again: "true", ...query })}`;
  const response = await imports.send(path, { method: "POST", body: form });
  const answer = await response.json();
  expect([response.status < 500, answer]).toEqual([true, expect.anything()]);
  if (!response.ok) return;
  const run = await imports.ended(answer as ImportRun);
  expect(run.error).toBeNull();
  for (const told of [
    "",
    "/rows",
    "/faults?limit=500",
    "/changes?limit=500",
    "/refused?format=csv",
    "/refused?format=xlsx",
  ]) {
    const read = await imports.send(`/api/imports/${run.id}${told}`);
    await read.arrayBuffer();
    expect([told, read.status]).toEqual([told, 200]);
  }
}

const mostAttempts = 3;

/**
 * The longest time for which a file holds the loop. What a file costs it costs each time; a full collection of garbage,
 * which takes as long on a slow machine, comes now and then.
 */
async function held(send: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < mostAttempts && least >= mostMs; attempt++) {
    await service.longestTurn();
    await send();
    least = Math.min(least, await service.longestTurn());
  }
  return least;
}

async function anyFile(random: Random): Promise<{ table: Buffer; zip: Buffer | undefined }> {
  const { name, bytes } = random.of(corpus) as (typeof corpus)[number];
  const inside = (name === "xlsx" || name === "ods") && random.below(3) > 0;
  const zip = random.below(6) === 0 ? mutated(pictures, random) : undefined;
  return { table: inside ? await mutatedInside(bytes, random) : mutated(bytes, random), zip };
}

randomTest(
  "no mutated file is a fault of the service, holds it up or fills its memory",
  async (random) => {
    await mutating(rounds(12, 400), async (round) => {
      const { table, zip } = await anyFile(random);
      const options = JSON.stringify({ subcategoryId: leaf, createSubcategories: random.below(2) === 0 });
      const query = { options, dryRun: String(random.below(3) > 0) };
      try {
        expect(await held(() => ended(table, zip, query))).toBeLessThan(mostMs);
        expect(service.peakMemory() - megabytes).toBeLessThan(mostMegabytes);
      } catch (error) {
        // Stays there after the run.
        const folder = mkdtempSync(join(tmpdir(), "catalog-mutated-"));
        writeFileSync(join(folder, "table"), table);
        if (zip) writeFileSync(join(folder, "pictures.zip"), zip);
        process.stderr.write(`Round ${round}: the file is in ${folder}. ${service.output().slice(-2_000)}\n`);
        throw error;
      }
    });
  },
  mutationTimeoutMs,
);

/** Files that are as large as a limit lets them be, or describe more than they hold. */
const hostile: Record<string, () => Promise<Buffer> | Buffer> = {
  "texts that many cells share": () =>
    workbook({
      rows: header + '<row><c t="s"><v>0</v></c></row>'.repeat(300),
      strings: `<si><t>${"x".repeat(1_000_000)}</t></si>`,
    }),
  "a row of the largest size": () => Buffer.from(`name,simpleDescription\nLamp,${"ж".repeat(4_000_000)}\n`),
  "a thousand columns with a fault in each cell": () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `<c t="str"><v>attribute.${at}${"x".repeat(100)}</v></c>`);
    const cells = `<row>${'<c t="e"><v>#REF!</v></c>'.repeat(1_000)}</row>`;
    return workbook({ rows: `<row>${names.join("")}</row>${cells.repeat(300)}` });
  },
  "a name of a column of a megabyte": () => Buffer.from(`name,${"x".repeat(1_000_000)}\n${"Lamp,1\n".repeat(1_000)}`),
  "cells far to the right": () => Buffer.from(`${"x,".repeat(999)}x\n${`${",".repeat(999)}1\n`.repeat(3_000)}`),
  "lines with a name in turn": () =>
    Buffer.from(Array.from({ length: 30_000 }, (_, at) => `{"name":"a","attribute.${at % 900}":1}\n`).join("")),
  "rows of a spreadsheet that are repeated": () =>
    openDocument({ tables: odsTable(odsHeader + odsRow(odsText("a"), 99_000) + odsRow(odsText("b"), 2 ** 30)) }),
  "sheets that are looked through for a header": () => {
    const cover = (at: number) => odsTable(odsRow(odsText("x".repeat(1_000)), 50), `table:name="Cover ${at}"`);
    return openDocument({ tables: Array.from({ length: 9_000 }, (_, at) => cover(at)).join("") });
  },
  "many short rows": () => Buffer.from(`name\n${"a\n".repeat(100_000)}`),
  "many merged ranges": () => {
    const refs = Array.from({ length: 100_000 }, (_, at) => `<mergeCell ref="A${at + 2}:B${at + 2}"/>`).join("");
    const rows = header + '<row><c t="str"><v>a</v></c></row>'.repeat(20_000);
    return workbook({ rows, after: `<mergeCells>${refs}</mergeCells>` });
  },
};

test.each(Object.keys(hostile))(
  "%s hold nobody up, and fill no memory",
  async (name) => {
    const table = await (hostile[name] as () => Promise<Buffer>)();
    expect(await held(() => ended(table, undefined, { dryRun: "true" }))).toBeLessThan(mostMs);
    expect(service.peakMemory() - megabytes).toBeLessThan(mostMegabytes);
  },
  mutationTimeoutMs,
);
