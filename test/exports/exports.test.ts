import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { anyone } from "../../server/access/caller.ts";
import { exportFile } from "../../server/exports/export-file.ts";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { startApp, type TestApp } from "../start-app.ts";

let app: TestApp;
const ids: Record<string, string> = {};

const newItem = async (leaf: string, body: { name: string } & Record<string, unknown>, key?: string) => {
  const headers = key === undefined ? {} : { "item-key": encodeURIComponent(key) };
  const { data } = await app.api.createItem({ params: { subcategoryId: leaf }, body: body as never, headers });
  ids[body.name] = data.id;
};

beforeAll(async () => {
  app = await startApp();
  const newCategory = async (name: string, body: object = {}) =>
    (await app.api.createCategory({ params: { projectId: "shop" }, body: { name, ...body } })).data.id;
  ids.home = await newCategory("Home", { priority: 2 });
  ids.audio = await newCategory("Audio / video", { priority: 1, translations: { ru: { name: "Звук" } } });
  const newLeaf = (categoryId: string, id: string, name: string) =>
    app.api.createSubcategory({ params: { categoryId }, body: { id, name } });
  await newLeaf(ids.home, "kettles", "Kettles");
  await newLeaf(ids.audio, "headphones", "Headphones");
  await newItem("kettles", { name: "Clara", price: 40, priority: 2, quantity: 9, visible: false });
  await newItem("kettles", { name: "=1+1", price: 0.1, priority: 1, tags: ["a, b", 'say "x"', "plain"] }, "0042");
  await newItem("headphones", {
    name: 'Aria, "the best"\nof all',
    price: 100,
    discount: 50,
    currency: "EUR",
    badges: ["hot"],
    imgs: ["/uploads/aria.webp"],
    simpleDescription: "Over-ear",
    description: [
      { key: "Colour", value: "blue" },
      { key: "Colour", value: "00000000000000000123" },
    ],
    translations: { ru: { name: "Ария", description: [{ key: "Цвет", value: "синий" }] } },
  });
});
afterAll(() => app.stop());

const asked = (query: Record<string, string>, headers = {}) =>
  fetch(`${app.url}/api/projects/shop/export?${new URLSearchParams(query)}`, { headers });

async function file(query: Record<string, string>): Promise<string> {
  const response = await asked(query);
  expect(response.status).toBe(200);
  // As bytes: `text()` would leave out the byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString();
}

const rowsOf = async (query: Record<string, string>) =>
  (await file({ ...query, format: "jsonl" }))
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const namesOf = async (query: Record<string, string>) => (await rowsOf(query)).map(({ name }) => name);

describe("the items of a project as a file", () => {
  test("CSV has a byte order mark, a column for each language and attribute, and exact values", async () => {
    const text = await file({});
    const [header, ...lines] = text.split("\r\n");
    expect(header).toBe(
      "\ufeffid,key,version,subcategory,subcategoryId,name,name@ru,price,discount,currency,quantity,visible,priority," +
        "tags,badges,imgs,simpleDescription,simpleDescription@ru,attribute.Colour,attribute.Colour [2]," +
        "attribute.Цвет@ru,attributes",
    );
    // In the order of the tree, and in a subcategory by priority.
    const [aria, formula, clara, end] = lines;
    expect(aria?.replace(/^[^,]+,,\d+,/, "")).toBe(
      'Audio // video / Headphones,headphones,"Aria, ""the best""\nof all",Ария,100,50,EUR,0,true,0,,hot,' +
        "/uploads/aria.webp,Over-ear,,blue,00000000000000000123,синий,",
    );
    // No spreadsheet takes it for a formula.
    expect(formula).toContain(`,Home / Kettles,kettles,'=1+1,`);
    expect(formula).toContain(',"""a, b"", ""say """"x"""""", plain",');
    expect(formula).toStartWith(`${ids["=1+1"]},0042,`);
    expect(clara).toContain(",Clara,,40,0,USD,9,false,2,,,,,,,,,");
    expect(end).toBe("");
  });

  test("the separator can be chosen", async () => {
    const response = await asked({ separator: "semicolon", columns: "name" });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await response.text()).toStartWith("id;key;version;name\r\n");
    const tabs = await asked({ separator: "tab", columns: "name" });
    expect(tabs.headers.get("content-type")).toBe("text/tab-separated-values; charset=utf-8");
    expect(tabs.headers.get("content-disposition")).toMatch(/filename="shop-\d{4}-\d\d-\d\d\.tsv"/);
    expect(await tabs.text()).toStartWith("id\tkey\tversion\tname\r\n");
  });

  test("JSONL has values of their own type, and nothing where an item has nothing", async () => {
    const [aria, formula] = await rowsOf({});
    expect(aria).toEqual({
      id: ids['Aria, "the best"\nof all'],
      version: expect.any(Number),
      subcategory: "Audio // video / Headphones",
      subcategoryId: "headphones",
      name: 'Aria, "the best"\nof all',
      "name@ru": "Ария",
      price: 100,
      discount: 50,
      currency: "EUR",
      quantity: 0,
      visible: true,
      priority: 0,
      badges: ["hot"],
      imgs: ["/uploads/aria.webp"],
      simpleDescription: "Over-ear",
      "attribute.Colour": "blue",
      "attribute.Colour [2]": "00000000000000000123",
      "attribute.Цвет@ru": "синий",
    });
    expect(formula).toMatchObject({ key: "0042", name: "=1+1", price: 0.1, tags: ["a, b", 'say "x"', "plain"] });
  });

  test("XLSX is a workbook with the items, the tree and what the columns mean", async () => {
    const response = await asked({ format: "xlsx" });
    expect(response.headers.get("content-type")).toContain("spreadsheetml");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    const entries = bytes.toString("latin1").match(/xl\/worksheets\/sheet\d\.xml/g);
    expect(new Set(entries)).toEqual(new Set([1, 2, 3].map((number) => `xl/worksheets/sheet${number}.xml`)));
  });

  test("it has the filters and the order of the list", async () => {
    expect(await namesOf({ within: "kettles" })).toEqual(["=1+1", "Clara"]);
    expect(await namesOf({ within: ids.audio as string })).toEqual(['Aria, "the best"\nof all']);
    expect(await namesOf({ priceMin: "1", sort: "price" })).toEqual(["Clara", 'Aria, "the best"\nof all']);
    expect(await namesOf({ visible: "false" })).toEqual(["Clara"]);
    expect(await namesOf({ search: "ария" })).toEqual(['Aria, "the best"\nof all']);
    expect(await namesOf({ search: "0042" })).toEqual(["=1+1"]);
    expect(await namesOf({ search: "nothing like that" })).toEqual([]);
  });

  test("columns are named as in the file, in any language that is understood", async () => {
    const [row] = await rowsOf({ columns: 'Название,"attribute.Colour [2]",name@ru' });
    expect(Object.keys(row ?? {})).toEqual(["id", "version", "name", "attribute.Colour [2]", "name@ru"]);
  });

  test("what a query has wrong is named", async () => {
    const refused = async (query: Record<string, string>) => {
      const response = await asked(query);
      const { code, errors } = (await response.json()) as { code: string; errors: unknown[] };
      return [response.status, code, errors[0]];
    };
    expect(await refused({ columns: "name,weather" })).toEqual([
      400,
      "invalid_query",
      { pointer: "/columns", code: "not_allowed", message: 'names a column that there is not: "weather"' },
    ]);
    expect(await refused({ columns: '"name' })).toMatchObject([400, "invalid_query", { pointer: "/columns" }]);
    expect(await refused({ within: "nowhere" })).toMatchObject([400, "invalid_query", { pointer: "/within" }]);
    expect(await refused({ format: "pdf" })).toMatchObject([400, "invalid_query", { pointer: "/format" }]);
    expect(await refused({ sheet: "template", format: "jsonl" })).toMatchObject([
      400,
      "invalid_query",
      { pointer: "/format" },
    ]);
    const nowhere = await fetch(`${app.url}/api/projects/nowhere/export`);
    expect(nowhere.status).toBe(404);
  });

  test("it is compressed for a client that takes that", async () => {
    const response = await fetch(`${app.url}/api/projects/shop/export`, {
      headers: { "accept-encoding": "gzip" },
      decompress: false,
    } as RequestInit);
    expect(response.headers.get("content-encoding")).toBe("gzip");
    const bytes = gunzipSync(Buffer.from(await response.arrayBuffer()));
    expect(bytes.toString()).toBe(await file({}));
  });
});

test("the tree is a sheet of its own", async () => {
  const rows = await rowsOf({ sheet: "tree" });
  expect(rows).toEqual([
    {
      kind: "category",
      id: ids.audio,
      path: "Audio // video",
      name: "Audio / video",
      "name@ru": "Звук",
      visible: true,
      priority: 1,
    },
    {
      kind: "subcategory",
      id: "headphones",
      parentId: ids.audio,
      path: "Audio // video / Headphones",
      name: "Headphones",
      visible: true,
      priority: 0,
    },
    { kind: "category", id: ids.home, path: "Home", name: "Home", visible: true, priority: 2 },
    {
      kind: "subcategory",
      id: "kettles",
      parentId: ids.home,
      path: "Home / Kettles",
      name: "Kettles",
      visible: true,
      priority: 0,
    },
  ]);
});

test("a template has the columns to fill in, with the attributes of its branch", async () => {
  const columns = (await file({ sheet: "template", within: "headphones" })).trimEnd().split(",");
  expect(columns).toContain("name@ru");
  expect(columns).toContain("attribute.Colour");
  expect(columns).not.toContain("version");
  expect((await file({ sheet: "template", within: "kettles" })).trimEnd().split(",")).not.toContain("attribute.Colour");
});

test("an item that is deleted while an export runs is left out, and one that is moved is in it once", async () => {
  // More items than are read at once, so that the last ones are read when the first ones are written.
  const leaf = "many";
  await app.api.createSubcategory({ params: { categoryId: ids.home as string }, body: { id: leaf, name: "Many" } });
  const item = (number: number) => newItem(leaf, { name: `Many ${String(number).padStart(3, "0")}`, priority: number });
  for (let number = 0; number < 300; number += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => item(number + index)));
  const query = { format: "jsonl", within: leaf, columns: "name,subcategoryId" } as const;
  const noSearch = () => Promise.reject(new Error("The tree is enough."));
  const { bytes } = await exportFile({ db: app.db, ask: noSearch, caller: anyone }, "shop", query);
  const pieces = [(await bytes.next()).value as Uint8Array];
  await app.api.deleteItem({ params: { itemId: ids["Many 298"] as string } });
  const later = { id: "later", name: "Later" };
  await app.api.createSubcategory({ params: { categoryId: ids.home as string }, body: later });
  await app.api.updateItem({ params: { itemId: ids["Many 299"] as string }, body: { subcategoryId: "later" } });
  for await (const piece of bytes) pieces.push(piece);
  const rows = Buffer.concat(pieces).toString().trimEnd().split("\n");
  expect(rows).toHaveLength(299);
  expect(JSON.parse(rows.at(-2) as string)).toMatchObject({ name: "Many 297", subcategoryId: leaf });
  expect(JSON.parse(rows.at(-1) as string)).toMatchObject({ name: "Many 299", subcategoryId: "later" });
});

describe("who may see one branch", () => {
  let access: AccessApp;
  beforeAll(async () => {
    access = await startAccessApp();
  });
  afterAll(() => access.stop());

  test("exports just that, and the way to it", async () => {
    const { api } = access.admin;
    const category = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Owls" } })).data.id;
    const node = async (name: string) =>
      (await api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
    const [mine, theirs] = [await node("Mine"), await node("Theirs")];
    const put = (subcategoryId: string, name: string, key: string) =>
      api.createItem({
        params: { subcategoryId },
        body: { name, description: [{ key, value: "yes" }] },
      });
    await put(mine, "Owl chick", "Soft");
    await put(theirs, "Owl feather", "Secret");
    const caller = await access.key({ role: "viewer", project: "shop", subtree: mine });
    const exported = async (query: string) => (await caller.send(`/api/projects/shop/export?${query}`)).text();
    for (const query of ["", "search=owl", `within=${category}`]) {
      const text = await exported(query);
      expect(text).toContain("Owl chick");
      expect(text).toContain("attribute.Soft");
      expect(text).not.toMatch(/feather|Secret/);
    }
    const tree = await exported("sheet=tree");
    expect(tree).toContain("Owls / Mine");
    expect(tree).not.toContain("Theirs");
    expect((await caller.send(`/api/projects/shop/export?within=${theirs}`)).status).toBe(400);
    expect((await access.stranger.send("/api/projects/shop/export")).status).toBe(401);
  });
});
