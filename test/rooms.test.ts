import { expect, test } from "bun:test";
import { basename, dirname, join, relative } from "node:path";

const root = join(import.meta.dir, "..");

/** The rooms of server/ from the ground up. Each stands on those below it, and knows none beside or above it. */
const floors = [
  ["memory"],
  ["http"],
  ["db"],
  ["sealing"],
  ["access"],
  ["log"],
  ["api"],
  ["projects"],
  ["tree"],
  ["items", "images", "accounts"],
  ["history"],
  ["live", "webhooks", "search", "editor"],
  ["config"],
  ["app"],
  ["copy", "doctor", "demo"],
  ["cli"],
  ["main"],
];
const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor])));

const code = [...new Bun.Glob("{contract,server,web,test,bench,cluster}/**/*.{ts,tsx,css,sql}").scanSync(root)];

/** `http` for server/http/router.ts, and `app` for server/app.ts. */
const roomOf = (file: string): string => (file.split("/")[1] ?? "").replace(/\.ts$/, "");

/** What a file imports from within server/, types too. */
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
const arrows: { from: string; to: string }[] = [];
for (const from of sources) for (const to of await importsOf(from)) arrows.push({ from, to });

test("every room of server/ stands on those below it", () => {
  expect(sources.map(roomOf).filter((room) => !floorOf.has(room))).toEqual([]);
  const floor = (file: string) => floorOf.get(roomOf(file)) as number;
  const upward = arrows.filter(({ from, to }) => roomOf(from) !== roomOf(to) && floor(to) >= floor(from));
  expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("routes are known to who lists them alone", () => {
  const listing = /^server\/(app|accounts\/create-access)\.ts$/;
  const foreign = arrows.filter(({ from, to }) => to.endsWith(".routes.ts") && !listing.test(from));
  expect(foreign.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("the engines of the database do not know each other", () => {
  const engine = (file: string) => /^server\/db\/(sqlite|postgres)\//.exec(file)?.[1];
  const across = arrows.filter(({ from, to }) => engine(from) && engine(to) && engine(from) !== engine(to));
  expect(across.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("a file is found by its name: no two have the same", () => {
  const byName = Map.groupBy(code, (file) => basename(file));
  expect([...byName.values()].filter((files) => files.length > 1)).toEqual([]);
});
