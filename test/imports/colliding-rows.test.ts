import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ImportRun } from "../../contract/imports.ts";
import { limits } from "../../contract/limits.ts";
import { sql } from "../../server/db/sql.ts";
import { rounds } from "../support/rounds.ts";
import { until } from "../support/until.ts";
import { randomTest } from "../test-seed.ts";
import { type ImportCatalog, startImportCatalog } from "./import-catalog.ts";

let catalog: ImportCatalog;
beforeAll(async () => {
  catalog = await startImportCatalog();
});
afterAll(() => catalog.app.stop());

/** Enough rows for two chunks, so that the rows that collide are not all in one. These are refused. */
const between = Array.from({ length: 250 }, () => ",,nowhere,,Between,1").join("\n");

const header = "id,key,subcategoryId,subcategory,name,price";
const item = async (subcategoryId: string, name: string, key?: string) => {
  const body = JSON.stringify({ name });
  const headers = { "content-type": "application/json", ...(key && { "item-key": key }) };
  const sent = await catalog.imports.send(`/api/subcategories/${subcategoryId}/items`, {
    method: "POST",
    headers,
    body,
  });
  return ((await sent.json()) as { id: string }).id;
};

type Case = { rows: string[]; options?: object };

/** Checks the file and carries it out. The run must do what the check said, and write each item once. */
async function imported(rows: readonly string[], options: object = {}): Promise<{ run: ImportRun; faults: string[] }> {
  const text = `${header}\n${rows.join("\n")}\n`;
  const query = { dryRun: "true", again: "true", options: JSON.stringify(options) };
  const checked = await catalog.imports.run(text, query);
  expect(checked.state).toBe("checked");
  const run = await catalog.imports.act(checked, "resume");
  expect(run).toMatchObject({ state: "done", error: null });
  expect(await catalog.imports.changes(run, "&differs=true")).toEqual([]);
  const { created, changed, unchanged, refused, conflicts } = run;
  expect(run.checked).toEqual({ created, changed, unchanged, refused, conflicts });
  await writesOnce(run);
  const faults = await catalog.imports.faults(run);
  return { run, faults: faults.map(({ row, column, code }) => `${row} ${column} ${code}`) };
}

async function writesOnce({ changeSetId }: ImportRun): Promise<void> {
  const { single } = catalog.app.db;
  const twice = sql`select entity_id from changes where set_id = ${changeSetId} and kind = 'item'
    group by entity_id having count(*) > 1`;
  expect(await single.all(twice)).toEqual([]);
  const forks = sql`select entity_key, previous from changes where previous is not null
    group by entity_key, previous having count(*) > 1`;
  expect(await single.all(forks)).toEqual([]);
  expect(await catalog.app.doctor()).toEqual([]);
}

describe("of rows that collide the second is refused, and the rest goes through:", () => {
  /** The rows next to each other, and in two chunks. */
  const bothWays = (name: string, prepare: () => Promise<Case & { fault: (row: number) => string }>) =>
    test.each([1, 251])(`${name}, %d rows apart`, async (apart) => {
      const { rows, options = {}, fault } = await prepare();
      const [first = "", second = "", third = ""] = rows;
      const file = apart === 1 ? [first, second, third] : [first, between, second, third];
      const { run, faults } = await imported(file, options);
      expect(faults.filter((words) => !words.endsWith("subcategoryId not_found"))).toEqual([fault(2 + apart)]);
      expect(run.created + run.changed).toBe(2);
    });
  const other = async (leaf: string) => `,,${leaf},,Other,1`;

  bothWays("one key for two items", async () => {
    const leaf = await catalog.newLeaf();
    const [a, b] = [await item(leaf, "A"), await item(leaf, "B")];
    const rows = [`${a},${leaf}-K,,,,1`, `${b},${leaf}-K,,,,1`, await other(leaf)];
    return { rows, fault: (row) => `${row} key repeated` };
  });

  bothWays("one key for a new item and an old one", async () => {
    const leaf = await catalog.newLeaf();
    const a = await item(leaf, "A");
    const rows = [`,${leaf}-K,${leaf},,New,1`, `${a},${leaf}-K,,,,1`, await other(leaf)];
    return { rows, fault: (row) => `${row} key repeated` };
  });

  bothWays("a key that one row takes away and another one gives", async () => {
    const leaf = await catalog.newLeaf();
    const [a, b] = [await item(leaf, "A", `${leaf}-K`), await item(leaf, "B")];
    const rows = [`${a},—,,,,1`, `${b},${leaf}-K,,,,1`, await other(leaf)];
    return { rows, fault: (row) => `${row} key key_taken` };
  });

  bothWays("one item by its id and by its key", async () => {
    const leaf = await catalog.newLeaf();
    const a = await item(leaf, "A", `${leaf}-K`);
    const rows = [`${a},,,,,1`, `,${leaf}-K,,,,2`, await other(leaf)];
    return { rows, fault: (row) => `${row} key repeated` };
  });

  bothWays("one item by its id and by its name", async () => {
    const leaf = await catalog.newLeaf();
    const a = await item(leaf, "A");
    const rows = [`${a},,,,Renamed,1`, `,,${leaf},,A,2`, await other(leaf)];
    return { rows, options: { match: "name" }, fault: (row) => `${row} name repeated` };
  });

  bothWays("a name that another row gives to an item", async () => {
    const leaf = await catalog.newLeaf();
    const a = await item(leaf, "A");
    const rows = [`${a},,,,Renamed,1`, `,,${leaf},,Renamed,2`, await other(leaf)];
    return { rows, options: { match: "name" }, fault: (row) => `${row} name repeated` };
  });

  bothWays("an item that moves to where another row finds it by its name", async () => {
    const [from, to] = [await catalog.newLeaf(), await catalog.newLeaf()];
    const a = await item(from, "A");
    const rows = [`${a},,${to},,,1`, `,,${to},,A,2`, await other(from)];
    return { rows, options: { match: "name" }, fault: (row) => `${row} name repeated` };
  });

  bothWays("one new name, its subcategory once by id and once by path", async () => {
    const leaf = await catalog.newLeaf();
    const path = `Audio / ${await nameOf(leaf)}`;
    const rows = [`,,${leaf},,New,1`, `,,,${path},New,2`, await other(leaf)];
    return { rows, options: { match: "name" }, fault: (row) => `${row} name repeated` };
  });

  bothWays("a path that is a leaf and then a branch", async () => {
    const top = `New ${crypto.randomUUID()}`;
    const rows = [`,,,Audio / ${top},A,1`, `,,,Audio / ${top} / B,B,1`, `,,,Audio / ${top},C,1`];
    return { rows, options: { createSubcategories: true }, fault: (row) => `${row} subcategory has_items` };
  });

  bothWays("a path that is a branch and then a leaf", async () => {
    const top = `New ${crypto.randomUUID()}`;
    const rows = [`,,,Audio / ${top} / B,B,1`, `,,,Audio / ${top},A,1`, `,,,Audio / ${top} / C,C,1`];
    return { rows, options: { createSubcategories: true }, fault: (row) => `${row} subcategory has_subcategories` };
  });

  bothWays("an item that moves to where another row makes a subcategory", async () => {
    const [from, empty] = [await catalog.newLeaf(), await catalog.newLeaf()];
    const a = await item(from, "A");
    const path = `Audio / ${await nameOf(empty)} / Below`;
    const rows = [`,,,${path},New,1`, `${a},,${empty},,,1`, await other(from)];
    return { rows, options: { createSubcategories: true }, fault: (row) => `${row} subcategoryId has_subcategories` };
  });
});

const nameOf = async (id: string): Promise<string> =>
  (await catalog.app.api.getSubcategory({ params: { subcategoryId: id }, query: {} })).data.name;

test("a row that is refused for something else claims nothing", async () => {
  const leaf = await catalog.newLeaf();
  const a = await item(leaf, "A");
  const { run, faults } = await imported([`${a},,,,,cheap`, `${a},,,,,5`]);
  expect(run).toMatchObject({ changed: 1, refused: 1 });
  expect(faults).toEqual(["2 price wrong_type"]);
});

test("a row that is refused for what its item holds claims nothing", async () => {
  const leaf = await catalog.newLeaf();
  const [plain, lost] = [await item(leaf, "Plain"), await item(leaf, "Lost")];
  const texts = [{ key: "Size", value: "größer" }];
  await catalog.app.api.updateItem({ params: { itemId: lost }, body: { description: texts } });
  const rows = [
    `${plain},,,,,red`,
    `${plain},,,,1,`,
    `${lost},,,gr??er,,`,
    `${lost},,,größere,,`,
    `,${leaf}-N,New,,,red`,
    `,${leaf}-N,New,,4,`,
  ];
  const header = "id,key,name,attribute.Size,price,attribute.Colour [2]";
  const options = JSON.stringify({ subcategoryId: leaf });
  const run = await catalog.imports.run(`${header}\n${rows.join("\n")}\n`, { options });
  const faults = await catalog.imports.faults(run);
  expect(faults.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual([
    "2 attribute.Colour [2] out_of_range",
    "4 attribute.Size letters_lost",
    "6 attribute.Colour [2] out_of_range",
  ]);
  expect(run).toMatchObject({ changed: 2, created: 1, refused: 3 });
});

test("a check that was stopped goes on with what the rows before have claimed", async () => {
  const leaf = await catalog.newLeaf();
  const rows = Array.from({ length: 6_000 }, (_, at) => `,${leaf}-${at % 5_999},${leaf},,Item,1`);
  const begun = await catalog.imports.start(`${header}\n${rows.join("\n")}\n`, { dryRun: "true" });
  await until(async () => (await catalog.imports.read(begun.id)).done > 0, "the first rows are checked");
  const stopped = await catalog.imports.send(`/api/imports/${begun.id}`, { method: "DELETE" });
  expect([stopped.status, (await catalog.imports.read(begun.id)).done < 6_000]).toEqual([200, true]);
  const checked = await catalog.imports.act(begun, "resume");
  expect(checked).toMatchObject({ state: "checked", done: 6_000, created: 5_999, refused: 1 });
  expect(await catalog.imports.faults(checked)).toMatchObject([{ row: 6_001, column: "key", code: "repeated" }]);
});

test("a row with more attributes than its item has room for claims nothing", async () => {
  const leaf = await catalog.newLeaf();
  const full = await item(leaf, "Full");
  const description = Array.from({ length: limits.attributes }, (_, at) => ({ key: `a${at}`, value: "" }));
  await catalog.app.api.updateItem({ params: { itemId: full }, body: { description } });
  const run = await catalog.imports.run(`id,attribute.More,price\n${full},red,\n${full},,2\n`);
  expect(await catalog.imports.faults(run)).toMatchObject([{ row: 2, column: "attribute.More", code: "too_many" }]);
  expect(run).toMatchObject({ changed: 1, refused: 1 });
});

test("a path that is too deep is refused", async () => {
  const path = (names: number) => Array.from({ length: names }, (_, at) => `Level ${at}`).join(" / ");
  const { run, faults } = await imported([`,,,${path(1_001)},A,1`, `,,,${path(52)},B,1`, `,,,${path(50)},C,1`], {
    createSubcategories: true,
  });
  expect(run).toMatchObject({ created: 1, createdSubcategories: 50, refused: 2 });
  expect(faults).toEqual(["2 subcategory too_many", "3 subcategory too_many"]);
});

test("a file creates a bounded number of subcategories", async () => {
  const rest = Array.from({ length: 49 }, (_, at) => at).join("/");
  const rows = Array.from({ length: 1_001 }, (_, at) => `,,,Top ${at}/${rest},A,1`);
  const options = JSON.stringify({ createSubcategories: true });
  const checked = await catalog.imports.run(`${header}\n${rows.join("\n")}\n`, { dryRun: "true", options });
  expect(checked).toMatchObject({ created: 1_000, refused: 1 });
  expect(await catalog.imports.faults(checked)).toMatchObject([
    { row: 1_002, column: "subcategory", code: "too_many" },
  ]);
});

randomTest("a file of rows that collide is carried out as it was checked, and undone whole", async (random) => {
  for (let round = 0; round < rounds(2, 25); round++) {
    const leaves = [await catalog.newLeaf(), await catalog.newLeaf(), await catalog.newLeaf()];
    const tag = leaves[0] as string;
    const items: string[] = [];
    for (let at = 0; at < 12; at++)
      items.push(await item(leaves[at % 2] as string, `Name ${at % 5}`, at % 3 === 0 ? `${tag}-${at}` : undefined));
    const paths: string[] = [];
    for (const leaf of leaves) paths.push(`Audio / ${await nameOf(leaf)}`);
    const ends = ["", " / One", " / One / Two", " / One / Two / Three", " / Four"];
    const pick = (share: number, list: readonly string[]) => (random.below(100) < share ? (random.of(list) ?? "") : "");
    const keys = Array.from({ length: 14 }, (_, at) => `${tag}-${at}`);
    const rows = Array.from({ length: 260 }, () => {
      const path = `${random.below(3) === 0 ? `Audio / New ${tag}` : random.of(paths)}${random.of(ends)}`;
      const byPath = random.below(2) === 0;
      return [
        pick(25, items),
        pick(40, [...keys, "—"]),
        byPath ? "" : pick(70, leaves),
        byPath ? path : "",
        pick(80, ["Name 0", "Name 1", "Name 2", "Name 3", "Name 4", "Name 5"]),
        String(random.below(4)),
      ].join(",");
    });
    const before = await contents(leaves);
    const options = { createSubcategories: true, ...(random.below(2) === 0 && { match: "name" }) };
    const { run } = await imported(rows, options);
    expect(run.created + run.changed).toBeGreaterThan(0);
    // A row that is refused claims nothing: what a later one collides with is a row that is taken.
    const faults = await catalog.imports.faults(run);
    const refused = new Set(faults.map(({ row }) => row));
    const takers = faults.flatMap(({ message }) => /\brow (\d+)/.exec(message)?.slice(1).map(Number) ?? []);
    expect(takers.filter((row) => refused.has(row))).toEqual([]);
    expect(takers.length).toBeGreaterThan(0);
    const undone = await catalog.imports.act(run, "undo");
    expect(undone).toMatchObject({ state: "undone", kept: 0 });
    expect(await contents(leaves)).toEqual(before);
    expect(await catalog.app.doctor()).toEqual([]);
  }
});

/** The items of leaves with their keys, as far as the leaves still hold items. */
async function contents(leaves: readonly string[]): Promise<unknown> {
  return catalog.app.db.single.all({
    text: `select i.id, i.external_key, i.name, i.price, s.id as leaf from items i
      join subcategories s on s.key = i.subcategory_key where s.id in (?, ?, ?) order by i.id`,
    values: [...leaves],
  });
}
