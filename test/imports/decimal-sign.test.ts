import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ImportRun } from "../../contract/imports.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
});
afterAll(() => catalog.app.stop());

type Asked = { options?: object; dryRun?: string };

async function imported(lines: readonly string[], { options = {}, ...query }: Asked = {}) {
  const leaf = await catalog.newLeaf();
  const run = await catalog.imports.run(`name;price;quantity\n${lines.join("\n")}\n`, {
    ...query,
    again: "true",
    options: JSON.stringify({ subcategoryId: leaf, ...options }),
  });
  const items = (await catalog.itemsOf(leaf)).map(({ name, price, quantity }) => [name, price, quantity]);
  const faults = (await catalog.imports.faults(run)).map(({ row, column, code }) => `${row} ${column} ${code}`);
  return { run, leaf, items, faults };
}

const exported = async (leaf: string) =>
  Buffer.from(await catalog.imports.exported({ format: "csv", within: leaf })).toString();

const again = (text: string, options: object = {}): Promise<ImportRun> =>
  catalog.imports.run(text, { again: "true", options: JSON.stringify(options) });

describe("the sign before decimals", () => {
  test("is decided by any number of the file, for all of its columns and rows", async () => {
    const filler = Array.from({ length: 450 }, (_, at) => `Filler ${at};1;1`);
    const comma = await imported(["Lamp;5;1.000", "Desk;7,125;3", ...filler, "Chair;1.234,50;2"]);
    expect(comma.run).toMatchObject({ read: { decimal: "," }, options: { subcategoryId: comma.leaf }, refused: 0 });
    expect(comma.items.slice(0, 2)).toEqual([
      ["Lamp", 5, 1000],
      ["Desk", 7.125, 3],
    ]);
    expect(comma.items.at(-1)).toEqual(["Chair", 1234.5, 2]);
    const point = await imported(["Lamp;1,000;1", "Desk;12.5;1.125"]);
    expect(point.run.read?.decimal).toBe(".");
    expect(point.items).toEqual([
      ["Lamp", 1000, 1],
      ["Desk", 12.5, 1.125],
    ]);
  });

  test("is a fault of each number that may be two, in both directions, where none decides it", async () => {
    const { run, leaf, faults } = await imported(["Lamp;5;1.000", "Desk;1,234;3", "Chair;6;2"], { dryRun: "true" });
    expect([run.read?.decimal, run.created, faults]).toEqual([
      null,
      1,
      ["2 quantity not_allowed", "3 price not_allowed"],
    ]);
    expect(JSON.stringify(await catalog.imports.faults(run))).not.toContain("either");
    const response = await catalog.imports.send(`/api/imports/${run.id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...run.options, decimal: "," }),
    });
    const chosen = await catalog.imports.ended((await response.json()) as ImportRun);
    expect(chosen).toMatchObject({ read: { decimal: "," }, created: 3, refused: 0 });
    await catalog.imports.act(chosen, "resume");
    expect((await catalog.itemsOf(leaf)).map(({ price, quantity }) => [price, quantity])).toEqual([
      [5, 1000],
      [1.234, 3],
      [6, 2],
    ]);
  });

  test("is not decided by numbers of both kinds: those that are clear are read as they are", async () => {
    const { run, items, faults } = await imported(["Lamp;12,5;1", "Desk;12.5;1", "Chair;1.000;1"]);
    expect(run.read?.decimal).toBeNull();
    expect(items).toEqual([
      ["Lamp", 12.5, 1],
      ["Desk", 12.5, 1],
    ]);
    expect(faults).toEqual(["4 price not_allowed"]);
  });

  test("is decided by the columns that are numbers, whatever they are called", async () => {
    const leaf = await catalog.newLeaf();
    const run = await catalog.imports.run("Art;VP;Menge;Note\nLamp;1.000;1;12.5\n", {
      dryRun: "true",
      options: JSON.stringify({ subcategoryId: leaf, columns: { Art: "name", VP: "price", Menge: null, Note: null } }),
    });
    expect([run.read?.decimal, run.refused]).toEqual([null, 1]);
    const columns = { Art: "name", VP: "quantity", Note: "price", Menge: null };
    const response = await catalog.imports.send(`/api/imports/${run.id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ subcategoryId: leaf, columns }),
    });
    const other = await catalog.imports.ended((await response.json()) as ImportRun);
    expect([other.read?.decimal, other.refused]).toEqual([".", 0]);
  });
});

test("an export whose only decimals may be thousands comes back as it was, here and in an empty catalog", async () => {
  const { leaf } = await imported(["Lamp;1.125;2", "Desk;7;3"], { options: { decimal: "." } });
  const text = await exported(leaf);
  expect(await again(text)).toMatchObject({ read: { decimal: "." }, unchanged: 2, refused: 0 });
  const withoutIds = text.replaceAll(/^(﻿?)[^,]*,[^,]*,\d+,/gmu, "$1,,,");
  const copy = await again(withoutIds);
  expect(copy).toMatchObject({ created: 2, refused: 0 });
  expect((await catalog.itemsOf(leaf)).map(({ price }) => price)).toEqual([1.125, 7, 1.125, 7]);
});

test("a number that no export writes is a fault in one that was edited, and one that the item has is not", async () => {
  const { leaf } = await imported(["Lamp;1.125;2", "Desk;7;3"], { options: { decimal: "." } });
  const text = await exported(leaf);
  const run = await again(text.replace(",7,", ",8.000,"));
  expect(run).toMatchObject({ read: { decimal: null }, unchanged: 1, refused: 1 });
  expect(await catalog.imports.faults(run)).toMatchObject([{ column: "price", value: "8.000", code: "not_allowed" }]);
  expect((await catalog.itemsOf(leaf)).map(({ price }) => price)).toEqual([1.125, 7]);
});
