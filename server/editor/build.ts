import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { Glob } from "bun";
import { bundleEditor, type Files } from "./bundle.ts";

/** The folder of the project, with the sources in `web/` and the build in `dist/`. */
export const projectRoot = new URL("../../", import.meta.url).pathname;

/** How much to compress: quickly while a client waits, or as small as possible, which takes four seconds. */
const levels = { quick: { gzip: 6, brotli: 5 }, small: { gzip: 12, brotli: 11 } } as const;

const brotli = promisify(brotliCompress);

/** The files, each also compressed as `NAME.gz` and `NAME.br`. */
export async function packed(files: Files, packing: keyof typeof levels): Promise<Files> {
  const all: Files = new Map(files);
  const { gzip: level, brotli: quality } = levels[packing];
  for (const [name, plain] of files) {
    // Fonts are compressed as they are.
    if (name.endsWith(".woff2")) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    all.set(`${name}.gz`, Bun.gzipSync(plain, { library: "libdeflate", level }));
    all.set(`${name}.br`, new Uint8Array(await brotli(plain, { params })));
  }
  return all;
}

/** A key that changes with every source of the editor, every installed package, and the bundler itself. */
export async function sourcesKey(root: string): Promise<string> {
  const hash = createHash("sha256").update(Bun.version);
  const sources = ["web", "contract", "server/editor"].flatMap((folder) =>
    [...new Glob("**/*.{ts,tsx,css,svg,html}").scanSync(join(root, folder))].map((file) => `${folder}/${file}`),
  );
  const installed = "node_modules/.package-lock.json";
  for (const file of [...sources.sort(), installed]) hash.update(file).update(await Bun.file(join(root, file)).bytes());
  return hash.digest("hex").slice(0, 32);
}

/** A build is named by its sources, so that a build of other sources is never used. */
const folderOf = (root: string, key: string) => join(root, "dist", key);

/** The build of these sources, if there is one. */
export async function builtFiles(root: string, key: string): Promise<Files | undefined> {
  const folder = folderOf(root, key);
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return undefined;
  const read = async (name: string) => [name, await Bun.file(join(folder, name)).bytes()] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** Builds the editor into dist/, completely or not at all, and removes the builds of other sources. */
export async function buildEditor(root = projectRoot): Promise<void> {
  const key = await sourcesKey(root);
  const folder = folderOf(root, key);
  if (!(await builtFiles(root, key))) {
    const files = await packed(await bundleEditor(root), "small");
    const making = `${folder}.${process.pid}`;
    await mkdir(making, { recursive: true });
    for (const [name, bytes] of files) await Bun.write(join(making, name), bytes);
    await rename(making, folder);
  }
  const others = (await readdir(join(root, "dist"))).filter((name) => name !== key);
  for (const other of others) await rm(join(root, "dist", other), { recursive: true, force: true });
}

if (import.meta.main) await buildEditor();
