import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ImportFault } from "../../contract/imports.ts";
import { sql } from "../../server/db/sql.ts";
import { header, workbook } from "../support/made-workbooks.ts";
import { until } from "../support/until.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
});
afterAll(() => catalog.app.stop());

const readings = async () =>
  (
    await catalog.app.db.single.get<{ count: number }>(
      sql`select count(*) as count from imports where state = 'reading'`,
    )
  )?.count;
const allImports = async () =>
  (await catalog.app.db.single.get<{ count: number }>(sql`select count(*) as count from imports`))?.count;

test("a file is read no further when its sender has left, and the next ones are read", async () => {
  // Seconds of reading, however fast.
  const text = `name\n${"a lamp\n".repeat(4_000_000)}`;
  const leaving = new AbortController();
  const sent = [1, 2].map((at) =>
    catalog.imports
      .send(`/api/projects/shop/imports?dryRun=true&fileName=${at}`, {
        method: "POST",
        body: text,
        signal: leaving.signal,
      })
      .catch(() => "left"),
  );
  await until(async () => (await readings()) === 2, "both files are read");
  leaving.abort();
  expect(await Promise.all(sent)).toEqual(["left", "left"]);
  await until(async () => (await allImports()) === 0, "nothing of them is left");
  expect(await catalog.imports.run("name\nLamp\n", { dryRun: "true" })).toMatchObject({ state: "checked", rows: 1 });
});

/** Columns with long names, and a fault in each of their cells. */
const columns = Array.from({ length: 1_000 }, (_, at) => `attribute.${`${at}`.padEnd(100, "x")}`);
const faulty = (rows: number) => {
  const names = columns.map((name) => `<c t="str"><v>${name}</v></c>`).join("");
  const cells = '<c t="e"><v>#REF!</v></c>'.repeat(columns.length);
  return workbook({ rows: `<row>${names}</row>${`<row>${cells}</row>`.repeat(rows)}` });
};

test("what is told of an import is bounded in bytes, and nothing of it is left out", async () => {
  const run = await catalog.imports.run(await faulty(20), { dryRun: "true" });
  expect(run).toMatchObject({ rows: 20, refused: 20 });
  const seen = new Set<string>();
  let cursor: string | null = "0.0";
  while (cursor !== null) {
    const response = await catalog.imports.send(`/api/imports/${run.id}/faults?limit=500&cursor=${cursor}`);
    const text = await response.text();
    expect(text.length).toBeLessThan(1024 ** 2);
    const page = JSON.parse(text) as { faults: ImportFault[]; nextCursor: string | null };
    for (const { row, column } of page.faults) seen.add(`${row} ${column}`);
    cursor = page.nextCursor;
  }
  expect(seen.size).toBeGreaterThanOrEqual(20 * columns.length);
  const refused = await catalog.imports.send(`/api/imports/${run.id}/refused?format=csv`);
  const lines = (await refused.text()).trim().split("\n");
  expect(lines).toHaveLength(21);
  for (const line of lines.slice(1)) expect(line.length).toBeLessThan(20_000);
});

test("a page with long faults ends early, and the next one goes on", async () => {
  const leaf = await catalog.newLeaf();
  const long = "x".repeat(20_000);
  const rows = Array.from({ length: 150 }, (_, at) => `L-${at},${leaf},Lamp,${long}`);
  const texts = `key,subcategoryId,name,simpleDescription\n${rows.join("\n")}\n`;
  const run = await catalog.imports.run(texts);
  expect(run).toMatchObject({ state: "done", created: 150 });
  const first = await catalog.imports.send(`/api/imports/${run.id}/changes?limit=500`);
  const { changes, nextCursor } = (await first.json()) as { changes: { row: number }[]; nextCursor: string };
  expect(changes.length).toBeLessThan(150);
  const rest = await catalog.imports.send(`/api/imports/${run.id}/changes?limit=500&cursor=${nextCursor}`);
  const second = (await rest.json()) as typeof first & { changes: { row: number }[] };
  expect(second.changes[0]?.row).toBe((changes.at(-1)?.row ?? 0) + 1);
});

test("of many long values, what became of them keeps the start", async () => {
  const leaf = await catalog.newLeaf();
  const columns = Array.from({ length: 80 }, (_, at) => `attribute.a${at}`);
  const table = (text: string) =>
    `key,subcategoryId,name,${columns.join(",")}\n${[1, 2].map((at) => `V-${at},${leaf},Lamp,${columns.map(() => text).join(",")}\n`).join("")}`;
  expect(await catalog.imports.run(table("x".repeat(9_000)))).toMatchObject({ created: 2 });
  // Short values replace long ones.
  const run = await catalog.imports.run(table("y"));
  expect(run).toMatchObject({ changed: 2 });
  const changes = await catalog.imports.changes(run);
  const lengths = changes.flatMap(({ fields }) => fields.map(({ before }) => String(before).length));
  expect(lengths[0]).toBe(9_000);
  expect(lengths.at(-1)).toBeLessThan(1_000);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(600_000);
});

test("the first rows of an import show the start of each cell", async () => {
  const strings = `<si><t>${"x".repeat(500_000)}</t></si>`;
  const rows = `${header}${'<row><c t="s"><v>0</v></c></row>'.repeat(30)}`;
  const run = await catalog.imports.run(await workbook({ rows, strings }), { dryRun: "true" });
  const shown = await (await catalog.imports.send(`/api/imports/${run.id}/rows?limit=20`)).text();
  expect(shown.length).toBeLessThan(50_000);
});
