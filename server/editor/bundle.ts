import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { BuildArtifact, BuildConfig } from "bun";
import { minifySync } from "oxc-minify";

/**
 * The files for a browser, by name: `index.html`, the service worker, and the files under /assets/, whose names contain a
 * hash.
 */
export type Files = Map<string, Uint8Array<ArrayBuffer>>;

/** Served at the root, because a service worker sees only requests of pages below its own folder. */
export const workerFile = "service-worker.js";

const named = "[name]-[hash].[ext]";
const naming = { entry: named, chunk: named, asset: named };

/** As the style sheet of its package names a font. */
const fontUrl = /\.\/files\/([\w-]+\.woff2)/g;

/** Bundles web/ of the project at `root` in memory, in about half a second. */
export async function bundleEditor(root: string): Promise<Files> {
  const web = (file: string) => join(root, "web", file);
  const program = await bundle({
    entrypoints: [web("main.tsx")],
    target: "browser",
    splitting: true,
    minify: true,
    naming,
    publicPath: "/assets/",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  // For browsers, Bun expands each logical property (such as inline-start) for every right-to-left language: the style
  // sheet becomes half as long again, and other rules win. Browsers that run the editor support these properties.
  // It would also write fonts into the style sheet, and every browser would load all of them.
  const style = await bundle({
    entrypoints: [web("styles/editor.css")],
    target: "bun",
    minify: true,
    naming,
    external: ["*.woff2"],
  });

  const files: Files = new Map();
  for (const output of program) files.set(basename(output.path), text(smaller(output.path, await output.text())));
  for (const output of style) {
    const css = await output.text();
    // Fonts keep their names: the pages before the editor ask for them too.
    files.set(basename(output.path), text(css.replaceAll(fontUrl, "/assets/$1")));
    for (const [, font = ""] of css.matchAll(fontUrl)) {
      files.set(font, await bytes(Bun.file(Bun.resolveSync(`@fontsource-variable/inter/files/${font}`, root))));
    }
  }
  files.set("icon.svg", await bytes(Bun.file(web("icon.svg"))));

  const page = await Bun.file(web("index.html")).text();
  const pathOf = (output: BuildArtifact | undefined) => `/assets/${basename(output?.path ?? "")}`;
  const html = page
    .replace("styles/editor.css", pathOf(style[0]))
    .replace("main.tsx", pathOf(program.find(({ kind }) => kind === "entry-point")));
  const assets = [...files.keys()].sort();
  const hash = createHash("sha256").update(html);
  for (const name of assets) hash.update(name).update(files.get(name) as Uint8Array);
  const build = hash.digest("hex").slice(0, 16);
  files.set(`${build}.json`, text(JSON.stringify(assets.map((name) => `/assets/${name}`))));
  files.set("index.html", text(html.replace('data-build=""', `data-build="${build}"`)));
  files.set(workerFile, await workerOf(web("platform/offline/service-worker.ts"), build));
  return files;
}

/** What Bun has made small becomes a twentieth smaller. */
function smaller(path: string, code: string): string {
  const { code: made, errors } = minifySync(path, code, { module: true, mangle: { toplevel: true } });
  if (errors.length > 0) throw new Error(`The editor cannot be made smaller: ${errors[0]?.message}`);
  return made;
}

/** Browsers install a service worker again when its bytes change: it holds the name of the build. */
async function workerOf(source: string, build: string) {
  const define = { BUILD: JSON.stringify(build) };
  const [worker] = await bundle({ entrypoints: [source], target: "browser", format: "iife", minify: true, define });
  return bytes(worker as BuildArtifact);
}

const text = (given: string) => new TextEncoder().encode(given);

async function bundle(config: BuildConfig): Promise<BuildArtifact[]> {
  const { success, outputs, logs } = await Bun.build({ ...config, throw: false });
  if (success) return outputs;
  const errors = logs.map(({ message, position }) =>
    position ? `${position.file}:${position.line}: ${message}` : message,
  );
  throw new Error(`The editor cannot be bundled: ${errors.join("; ")}`);
}

const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
