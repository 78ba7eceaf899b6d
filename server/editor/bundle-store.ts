import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Glob } from "bun";
import { type Asset, etagOf, type Packing, type Page, packed, scriptHash, typeOf } from "./asset.ts";
import type { Bundle, Screen } from "./bundle.ts";

/** The editor as it is served: everything in memory, some two megabytes. */
export type ServedEditor = { pages: Map<Screen, Page>; assets: Map<string, Asset> };

const root = new URL("../../", import.meta.url).pathname;

/** Where the packages that the bundle is made of are, it serves every start, whatever its data. */
export const besidePackages = join(root, "node_modules/.cache/catalog-editor");

/** Where an installation leaves nothing to write there, the bundle is kept with the data. */
export const storeFolders = (dataDir: string) => [besidePackages, join(dataDir, "cache/editor")];

/** Changes with every source of the editor, every installed version, and the bundler itself. */
export async function bundleKey(): Promise<string> {
  const hash = createHash("sha256").update(Bun.version);
  const sources = ["web", "contract", "server/editor"].flatMap((folder) =>
    [...new Glob("**/*.{ts,tsx,css,svg}").scanSync(join(root, folder))].map((file) => `${folder}/${file}`),
  );
  const installed = "node_modules/.package-lock.json";
  for (const file of [...sources.sort(), installed]) hash.update(file).update(await Bun.file(join(root, file)).bytes());
  return hash.digest("hex").slice(0, 32);
}

/** Packs a bundle and keeps it in `folder`, which is there whole or not at all. */
export async function storeBundle({ pages, assets }: Bundle, folder: string, packing: Packing): Promise<void> {
  const making = `${folder}.${process.pid}`;
  await mkdir(making, { recursive: true });
  const files = new Map([...assets].map(([path, bytes]) => [path.replace("/assets/", ""), bytes]));
  for (const [screen, html] of Object.entries(pages)) files.set(`${screen}.html`, new TextEncoder().encode(html));
  for (const [name, plain] of files) {
    const { gzip, brotli } = await packed(plain, packing);
    await Bun.write(join(making, name), plain);
    await Bun.write(join(making, `${name}.gz`), gzip);
    await Bun.write(join(making, `${name}.br`), brotli);
  }
  await rename(making, folder).catch(async (error) => {
    await rm(making, { recursive: true, force: true });
    // Another process was faster, with the same bytes.
    if (!(await isKept(folder))) throw error;
  });
}

/** Removes what was kept for other versions. */
export async function forgetOthers(folder: string): Promise<void> {
  for (const other of await readdir(dirname(folder))) {
    const path = join(dirname(folder), other);
    if (path !== folder && !/\.\d+$/.test(other)) await rm(path, { recursive: true, force: true });
  }
}

const isKept = (folder: string) => Bun.file(join(folder, "projects.html")).exists();

export const bundleFolder = (folder: string, key: string, packing: Packing) =>
  join(folder, packing === "small" ? key : `${key}-${packing}`);

/** What is kept for this key in the first of the folders that has it. */
export async function keptBundle(
  folders: string[],
  key: string,
  packing: Packing = "small",
): Promise<ServedEditor | undefined> {
  for (const folder of folders.map((one) => bundleFolder(one, key, packing)))
    if (await isKept(folder)) return readBundle(folder);
  return undefined;
}

async function readBundle(folder: string): Promise<ServedEditor> {
  const editor: ServedEditor = { pages: new Map(), assets: new Map() };
  const names = (await readdir(folder)).filter((name) => !/\.(gz|br)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const read = (suffix: string) => Bun.file(join(folder, name + suffix)).bytes();
      const [plain, gzip, brotli] = await Promise.all([read(""), read(".gz"), read(".br")]);
      const asset = { type: typeOf(name), etag: etagOf(plain), plain, gzip, brotli };
      if (name.endsWith(".html"))
        editor.pages.set(name.slice(0, -".html".length) as Screen, { ...asset, script: scriptHash(plain) });
      else editor.assets.set(`/assets/${name}`, asset);
    }),
  );
  return editor;
}
