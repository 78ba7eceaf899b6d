import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import sharp from "sharp";
import type { ImportRun } from "../../contract/imports.ts";
import { ZipWriter } from "../../server/formats/zip-writer.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { Imports } from "./import-run.ts";

let app: TestApp;
let imports: Imports;
let leaf = "";
let asked: string[] = [];
const colour = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
const shop = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (pathname === "/silent.png") return silence(request);
    if (pathname === "/missing.png") return new Response("no", { status: 404 });
    if (pathname === "/text.png") return new Response("this is no picture");
    return new Response(new Uint8Array(await colour(pathname.slice(1, -4))));
  },
});

/** An address that never answers, and whether whoever asked is still there. */
let waiting = 0;
function silence({ signal }: Request): Promise<Response> {
  waiting++;
  const { promise, resolve } = Promise.withResolvers<Response>();
  signal.addEventListener("abort", () => {
    waiting--;
    resolve(new Response());
  });
  return promise;
}

beforeAll(async () => {
  app = await startApp({}, { images: { imageFetchAllow: [`127.0.0.1:${shop.port}`] } });
  imports = new Imports(app.url);
  const { data: category } = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "C" } });
  const body = { name: "Leaf" };
  leaf = (await app.api.createSubcategory({ params: { categoryId: category.id }, body })).data.id;
});
afterAll(async () => {
  await app.stop();
  await shop.stop(true);
});

const picturesOf = async () =>
  (await app.api.listItems({ params: { subcategoryId: leaf }, query: { limit: 500 } })).data.items.map(
    ({ name, imgs }) => [name, imgs] as const,
  );
const isStored = async (url = "") => (await fetch(url)).headers.get("content-type");

test("pictures are fetched from their addresses, once; one that fails is a fault of its row only", async () => {
  const at = (name: string) => `http://127.0.0.1:${shop.port}/${name}`;
  const rows = [
    `P-1,${leaf},Red,"${at("red.png")}, ${at("blue.png")}"`,
    `P-2,${leaf},Again,${at("red.png")}`,
    `P-3,${leaf},Missing,${at("missing.png")}`,
    `P-4,${leaf},Text,${at("text.png")}`,
    `P-5,${leaf},Private,http://10.0.0.1/x.png`,
  ];
  const text = `key,subcategoryId,name,imgs\n${rows.join("\n")}\n`;
  const options = JSON.stringify({ fetchPictures: true });
  const checked = await imports.run(text, { dryRun: "true", options });
  expect(checked).toMatchObject({ state: "checked", created: 5 });
  expect(asked).toEqual([]);
  const run = await imports.act(checked, "resume");
  expect(run).toMatchObject({ state: "done", created: 2, refused: 3, checked: { created: 5 } });
  expect((await imports.faults(run)).map(({ row, column, code }) => [row, column, code])).toEqual([
    [4, "imgs", "url_unreachable"],
    [5, "imgs", "not_an_image"],
    [6, "imgs", "url_not_allowed"],
  ]);
  const [red, again] = await picturesOf();
  expect(red?.[1]).toHaveLength(2);
  expect(again?.[1]).toEqual([red?.[1][0] as string]);
  expect(await isStored(red?.[1][1])).toBe("image/png");
  expect(asked.filter((path) => path === "/red.png")).toHaveLength(1);
  asked = [];
  const repeated = await imports.run(text, { again: "true", options });
  expect(repeated).toMatchObject({ unchanged: 2, changed: 0, refused: 3 });
  expect(asked.sort()).toEqual(["/missing.png", "/text.png"]);
});

test("a picture is fetched only for a row that is taken", async () => {
  const at = (name: string) => `http://127.0.0.1:${shop.port}/${name}.png`;
  const rows = [
    `,${leaf},No price,cheap,${at("gray")}`,
    `,nowhere,No place,1,${at("navy")}`,
    `,${leaf},Fine,1,${at("teal")}`,
  ];
  asked = [];
  const options = JSON.stringify({ fetchPictures: true });
  const run = await imports.run(`key,subcategoryId,name,price,imgs\n${rows.join("\n")}\n`, { options });
  expect(run).toMatchObject({ state: "done", created: 1, refused: 2 });
  expect(asked).toEqual(["/teal.png"]);
});

test("an address that never answers holds up no other import, and its fetch ends when the import is stopped", async () => {
  const options = JSON.stringify({ fetchPictures: true });
  const address = `http://127.0.0.1:${shop.port}/silent.png`;
  const slow = await imports.start(`subcategoryId,name,imgs\n${leaf},Slow,${address}\n`, { options });
  await until(() => waiting === 1, "the picture is asked for");
  const other = await imports.run(`subcategoryId,name\n${leaf},Beside\n`);
  expect(other).toMatchObject({ state: "done", created: 1 });
  expect(await imports.read(slow.id)).toMatchObject({ state: "running", done: 0 });
  expect((await imports.send(`/api/imports/${slow.id}`, { method: "DELETE" })).status).toBe(200);
  await until(() => waiting === 0, "the fetch ends");
});

test("a host that does not answer is asked a few times, not once for each picture", async () => {
  let asked = 0;
  const dead = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        asked++;
        socket.end();
      },
      data() {},
    },
  });
  const host = `127.0.0.1:${dead.port}`;
  const own = await startApp({}, { images: { imageFetchAllow: [host] } });
  try {
    const { data: category } = await own.api.createCategory({ params: { projectId: "shop" }, body: { name: "C" } });
    const made = await own.api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Leaf" } });
    const rows = Array.from({ length: 100 }, (_, at) => `${made.data.id},Item ${at},http://${host}/${at}.png`);
    const text = `subcategoryId,name,imgs\n${rows.join("\n")}\n`;
    const run = await new Imports(own.url).run(text, { options: JSON.stringify({ fetchPictures: true }) });
    expect(run).toMatchObject({ state: "done", refused: 100 });
    // Six are fetched at the same time, and each may be asked twice by the program that fetches.
    expect(asked).toBeLessThanOrEqual(20);
  } finally {
    await own.stop();
    dead.stop(true);
  }
});

async function archive(files: Record<string, Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipWriter();
  const parts: Uint8Array[] = [];
  for (const [name, bytes] of Object.entries(files)) parts.push(zip.open(name), await zip.piece(bytes), zip.close());
  return Buffer.concat([...parts, zip.finish()]);
}

test("pictures come from an archive beside the file", async () => {
  const pictures = await archive({
    "photos/Green.PNG": await colour("green"),
    "photos/broken.png": Buffer.from("no picture"),
    "read me.txt": Buffer.from("hello"),
  });
  const form = new FormData();
  const rows = [`Z-1,${leaf},Whole path,photos/green.png`, `Z-2,${leaf},Name,Green.png`, `Z-3,${leaf},Not there,x.png`];
  const text = `key,subcategoryId,name,imgs\n${rows.join("\n")}\nZ-4,${leaf},Broken,broken.png\n`;
  form.append("file", new Blob([text]), "goods.csv");
  form.append("pictures", new Blob([pictures as Uint8Array<ArrayBuffer>]), "pictures.zip");
  const sent = await imports.send("/api/projects/shop/imports", { method: "POST", body: form });
  expect(sent.status).toBe(202);
  const run = await imports.ended((await sent.json()) as { id: string });
  expect(run).toMatchObject({ state: "done", fileName: "goods.csv", created: 2, refused: 2 });
  expect(await imports.faults(run)).toMatchObject([
    { row: 4, column: "imgs", value: "x.png", code: "not_found" },
    { row: 5, column: "imgs", value: "broken.png", code: "not_found" },
  ]);
  const found = (await picturesOf()).filter(([name]) => name === "Whole path" || name === "Name");
  expect(new Set(found.map(([, imgs]) => imgs[0])).size).toBe(1);
  expect(await isStored(found[0]?.[1][0])).toBe("image/png");
});

test("an archive that cannot be read is refused, and nothing is imported", async () => {
  const form = new FormData();
  form.append("file", new Blob([`name\nx\n`]), "goods.csv");
  form.append("pictures", new Blob(["PK nothing"]), "pictures.zip");
  const sent = await imports.send("/api/projects/shop/imports", { method: "POST", body: form });
  const { code, detail } = (await sent.json()) as { code: string; detail: string };
  expect([sent.status, code, detail]).toEqual([
    400,
    "unreadable_file",
    "The archive of pictures is cut off: its end is missing.",
  ]);
});

test("a name is in an archive once, however its path is written, and names that no cell can have are passed over", async () => {
  const green = await colour("green");
  const names = ["n/x.png", "./n/x.png", "/N/x.png", "n/\0.png", `${"long".repeat(1_000)}.png`];
  const form = new FormData();
  form.append("file", new Blob([`key,subcategoryId,name,imgs\nN-1,${leaf},Named,n/x.png\n`]), "a.csv");
  const pictures = await archive(Object.fromEntries(names.map((name) => [name, green])));
  form.append("pictures", new Blob([pictures as BlobPart]), "pictures.zip");
  const response = await imports.send("/api/projects/shop/imports", { method: "POST", body: form });
  expect(response.status).toBe(202);
  expect(await imports.ended((await response.json()) as ImportRun)).toMatchObject({ state: "done", created: 1 });
});

test("one picture under many names is decoded once", async () => {
  const decoded = spyOn(app.images.uploads, "run");
  const pink = await colour("pink");
  const names = Array.from({ length: 50 }, (_, at) => `pink-${at}.png`);
  const rows = names.map((name, at) => `D-${at},${leaf},Pink,${name}`);
  const form = new FormData();
  form.append("file", new Blob([`key,subcategoryId,name,imgs\n${rows.join("\n")}\n`]), "a.csv");
  const pictures = await archive(Object.fromEntries(names.map((name) => [name, pink])));
  form.append("pictures", new Blob([pictures as BlobPart]), "pictures.zip");
  const response = await imports.send("/api/projects/shop/imports", { method: "POST", body: form });
  expect(await imports.ended((await response.json()) as ImportRun)).toMatchObject({ state: "done", created: 50 });
  expect(decoded).toHaveBeenCalledTimes(1);
  decoded.mockRestore();
});
