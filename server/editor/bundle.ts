import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BunPlugin } from "bun";
import { z } from "zod";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Asset = {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
};
export type Bundle = { html: Asset; assets: Map<string, Asset> };

const web = (file: string) => new URL(`../../web/${file}`, import.meta.url).pathname;

/** What the browser needs of an endpoint: the client only asks whether there is a body, never what it looks like. */
const wireFacts = (key: string, value: unknown) => {
  if (value instanceof z.ZodType) return true;
  return key === "summary" || key === "tag" || key === "errors" || key === "ignored" ? undefined : value;
};

/**
 * The schemas stay on the server: the service validates and its message stands at the field, so 30 kB of Zod would
 * only make the first load slower. Constants of the same modules reach the editor as plain data.
 */
const constantsOnly: BunPlugin = {
  name: "contract-constants",
  setup(build) {
    build.onLoad({ filter: /contract\/(?!client|languages|limits)\w+\.ts$/ }, async ({ path }) => {
      const exported = Object.entries((await import(path)) as Record<string, unknown>);
      const plain = exported.filter(([, value]) => !(value instanceof z.ZodType) && typeof value !== "function");
      const lines = plain.map(([name, value]) => `export const ${name} = ${JSON.stringify(value, wireFacts)};`);
      return { contents: lines.join("\n"), loader: "js" };
    });
  },
};

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

async function compressed(plain: Uint8Array<ArrayBuffer>, type: string): Promise<Asset> {
  // Quality 9 packs within 3 % of 11 and takes a fifth of the time, which the first visitor waits for.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [small, smaller] = await Promise.all([zip(plain, { level: 9 }), brotli(plain, { params })]);
  return { type, plain, gzip: new Uint8Array(small), brotli: new Uint8Array(smaller) };
}

function page(boot: string, script: string, style: string, preload: string[]): string {
  const links = preload.map((path) => `<link rel="modulepreload" href="${path}">`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Catalog Backoffice</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<script src="${boot}"></script>
<link rel="stylesheet" href="${style}">
${links}<script type="module" src="${script}"></script>
</head>
<body><div id="root"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
}

/** Bundles web/ in memory. Takes about half a second, once per process. */
export async function bundleEditor(): Promise<Bundle> {
  const options = {
    minify: true,
    target: "browser",
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
  } as const;
  const [app, boot] = await Promise.all([
    Bun.build({
      ...options,
      entrypoints: [web("main.tsx")],
      splitting: true,
      plugins: [constantsOnly],
      publicPath: "/assets/",
    }),
    Bun.build({ ...options, entrypoints: [web("boot.ts")], format: "iife" }),
  ]);
  const assets = new Map<string, Asset>();
  let script = "";
  let style = "";
  for (const output of [...app.outputs, ...boot.outputs]) {
    const path = `/assets/${output.path.replace(/^.*\//, "")}`;
    if (path.startsWith("/assets/main-") && output.kind === "entry-point") script = path;
    if (path.endsWith(".css")) style = path;
    const type = types[path.replace(/^.*\./, "")] ?? "application/octet-stream";
    assets.set(path, await compressed(new Uint8Array(await output.arrayBuffer()), type));
  }
  const icon = new Uint8Array(await Bun.file(web("icon.svg")).arrayBuffer());
  assets.set("/assets/icon.svg", await compressed(icon, "image/svg+xml"));
  const bootPath = [...assets.keys()].find((path) => path.startsWith("/assets/boot-")) ?? "";
  const main = new TextDecoder().decode(assets.get(script)?.plain);
  const preload = [...main.matchAll(/(?:from|import)"(\/assets\/[\w-]+\.js)"/g)].map((match) => match[1] ?? "");
  const html = new TextEncoder().encode(page(bootPath, script, style, [...new Set(preload)]));
  return { html: await compressed(new Uint8Array(html), "text/html; charset=utf-8"), assets };
}

export const etagOf = (asset: Asset) =>
  `"${createHash("sha256").update(asset.plain).digest("base64url").slice(0, 22)}"`;
