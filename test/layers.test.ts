import { expect, test } from "bun:test";
import { basename, dirname, join, relative } from "node:path";

const root = join(import.meta.dir, "..");

/**
 * The layers of server/, from the bottom up. A folder may import only from the layers below its own. The engine of the
 * searches, search/index, is a layer apart from search: it knows no request, no database and no log.
 */
const layers = [
  ["memory"],
  ["http", "search/index"],
  ["db", "sheets", "process"],
  ["sealing"],
  ["access"],
  ["log"],
  ["api"],
  ["projects"],
  ["tree", "views", "notices"],
  ["items", "images", "accounts"],
  ["history"],
  ["live", "webhooks", "search", "editor"],
  ["translations", "bulk", "exports"],
  ["imports"],
  ["config"],
  ["app"],
  ["copy", "doctor", "demo"],
  ["cli"],
  ["main"],
];
const layerOf = new Map(layers.flatMap((folders, layer) => folders.map((folder) => [folder, layer])));

const code = [...new Bun.Glob("{contract,server,web,test,bench,cluster}/**/*.{ts,tsx,css,sql}").scanSync(root)];

/** `http` for server/http/router.ts, `search/index` for a file in that folder, and `app` for server/app.ts. */
function folderOf(file: string): string {
  const [, folder = "", inner] = file.split("/");
  return layerOf.has(`${folder}/${inner}`) ? `${folder}/${inner}` : folder.replace(/\.ts$/, "");
}

/** The files of server/ that a file imports, including types. */
async function importsOf(file: string): Promise<string[]> {
  const text = await Bun.file(join(root, file)).text();
  const named = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*"(\.[^"]+\.ts)"/g)].map(
    ([, path]) => path,
  );
  return named
    .map((path) => relative(root, join(root, dirname(file), path as string)))
    .filter((path) => path.startsWith("server/"));
}

const sources = code.filter((file) => /^server\/.*\.ts$/.test(file) && !file.endsWith(".test.ts"));
const imports: { from: string; to: string }[] = [];
for (const from of sources) for (const to of await importsOf(from)) imports.push({ from, to });

test("every folder of server/ imports only from the layers below it", () => {
  expect(sources.map(folderOf).filter((folder) => !layerOf.has(folder))).toEqual([]);
  const layer = (file: string) => layerOf.get(folderOf(file)) as number;
  const upward = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to) && layer(to) >= layer(from));
  expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("only the files that list routes import them", () => {
  const listing = /^server\/(app|accounts\/create-access)\.ts$/;
  const foreign = imports.filter(({ from, to }) => to.endsWith(".routes.ts") && !listing.test(from));
  expect(foreign.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("the database engines do not import each other", () => {
  const engine = (file: string) => /^server\/db\/(sqlite|postgres)\//.exec(file)?.[1];
  const across = imports.filter(({ from, to }) => engine(from) && engine(to) && engine(from) !== engine(to));
  expect(across.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("no two files have the same name", () => {
  const byName = Map.groupBy(code, (file) => basename(file));
  expect([...byName.values()].filter((files) => files.length > 1)).toEqual([]);
});
