import { expect, test } from "bun:test";
import { basename, dirname, join, relative } from "node:path";

const root = join(import.meta.dir, "..");

/** The rooms of each house, from the lowest floor to the top. A room may import only from the floors below its own. */
const houses: Record<string, string[][]> = {
  server: [
    ["memory"],
    ["http", "search/index"],
    ["db", "formats", "process"],
    ["sealing", "columns"],
    ["access"],
    ["log"],
    ["api"],
    ["projects"],
    ["tree", "views", "notices", "pages"],
    ["items", "images", "people"],
    ["history", "sign-in"],
    ["live", "webhooks", "search", "editor"],
    ["translations", "bulk", "exports"],
    ["imports"],
    ["retention"],
    ["config"],
    ["app"],
    ["copy", "doctor", "demo"],
    ["cli"],
    ["main"],
  ],
  web: [
    ["platform"],
    ["saving"],
    ["widgets"],
    ["catalog"],
    ["access"],
    ["actions"],
    ["translations", "undo"],
    ["pictures"],
    ["projects", "history", "live"],
    ["tree"],
    ["comments"],
    ["items"],
    ["sheet", "views", "exports"],
    ["imports", "people"],
    ["shell"],
    ["screens"],
    ["router", "features"],
    ["main"],
  ],
};

const code = [...new Bun.Glob("{contract,server,web,test,bench,cluster}/**/*.{ts,tsx,css,sql}").scanSync(root)];
const known = new Set(code);

const rooms = new Set(Object.values(houses).flat(2));

/** `http` for server/http/router.ts, `search/index` for a file of that folder, and `app` for server/app.ts. */
function roomOf(file: string): string {
  const [, folder = "", inner] = file.split("/");
  return rooms.has(`${folder}/${inner}`) ? `${folder}/${inner}` : folder.replace(/\.tsx?$/, "");
}

/** The files of its house that a file imports, including types, and imports without an extension. */
async function importsOf(file: string): Promise<string[]> {
  const text = await Bun.file(join(root, file)).text();
  const named = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*"(\.[^"]+)"/g)].map(
    ([, path]) => path as string,
  );
  const house = file.split("/")[0];
  return named
    .map((path) => relative(root, join(root, dirname(file), path)))
    .flatMap((path) => ["", ".ts", ".tsx"].map((ending) => path + ending).filter((one) => known.has(one)))
    .filter((path) => path.startsWith(`${house}/`));
}

type Import = { from: string; to: string };

async function importsIn(house: string): Promise<Import[]> {
  const sources = code.filter((file) => file.startsWith(`${house}/`) && /(?<!\.test)\.tsx?$/.test(file));
  const found = await Promise.all(sources.map(async (from) => (await importsOf(from)).map((to) => ({ from, to }))));
  return found.flat();
}

for (const [house, floors] of Object.entries(houses))
  test(`every room of ${house}/ imports only from the floors below it`, async () => {
    const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor])));
    const imports = await importsIn(house);
    const floor = (file: string) => floorOf.get(roomOf(file)) ?? Number.NaN;
    const isRight = ({ from, to }: Import) => roomOf(from) === roomOf(to) || floor(to) < floor(from);
    expect(imports.length).toBeGreaterThan(1_000);
    expect(imports.filter((one) => !isRight(one)).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

const imports = await importsIn("server");

test("only the files that list routes import them", () => {
  const listing = /^server\/(app|sign-in\/create-access)\.ts$/;
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
