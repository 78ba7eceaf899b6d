import type { BuildArtifact } from "bun";
import { styleSheet } from "./styles.ts";

/** What a browser is sent, before it is packed: by path. The pages differ in what they ask the browser to fetch early. */
export type Bundle = { pages: Record<Screen, string>; assets: Map<string, Uint8Array<ArrayBuffer>> };

const screens = ["projects", "workspace", "translations-board", "history", "people", "account"] as const;
export type Screen = (typeof screens)[number];

const web = (file: string) => new URL(`../../web/${file}`, import.meta.url).pathname;

const options = {
  minify: true,
  target: "browser",
  naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
} as const;

const pathOf = (output: BuildArtifact) => `/assets/${output.path.replace(/^.*\//, "")}`;

/** Bundles web/ in memory, in about half a second. */
export async function bundleEditor(): Promise<Bundle> {
  const app = await Bun.build({
    ...options,
    entrypoints: [web("main.tsx")],
    splitting: true,
    publicPath: "/assets/",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const assets = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const output of app.outputs) assets.set(pathOf(output), new Uint8Array(await output.arrayBuffer()));
  const named = (name: string) =>
    [...assets.keys()].find((path) => new RegExp(`^/assets/${name}-\\w+\\.js$`).test(path)) ?? "";

  const main = pathOf(app.outputs.find((output) => output.kind === "entry-point") as BuildArtifact);
  const script = (name: string) => imported(assets, [named(name)]).filter((path) => path !== main);
  const scripts = { en: script("en"), ru: script("ru"), item: script("item-panel"), details: script("node-panel") };
  const boot = await Bun.build({
    ...options,
    entrypoints: [web("boot.ts")],
    format: "iife",
    define: { SCRIPTS: JSON.stringify(scripts) },
  });
  const first = await (boot.outputs[0] as BuildArtifact).text();

  const style = new TextEncoder().encode(await styleSheet(web("styles/editor.css")));
  const stylePath = `/assets/editor-${Bun.hash(style).toString(36)}.css`;
  assets.set(stylePath, style);
  assets.set("/assets/icon.svg", new Uint8Array(await Bun.file(web("icon.svg")).arrayBuffer()));

  const page = (screen: Screen) => {
    const needed = imported(assets, [main, named(screen)].filter(Boolean)).filter((path) => path !== main);
    return pageHtml(first, main, stylePath, needed);
  };
  return { pages: Object.fromEntries(screens.map((screen) => [screen, page(screen)])) as Bundle["pages"], assets };
}

/** These scripts and all that they import, each once. */
function imported(assets: Map<string, Uint8Array>, from: string[]): string[] {
  const found = new Set(from);
  for (const path of found) {
    const code = new TextDecoder().decode(assets.get(path));
    for (const [, name] of code.matchAll(/(?:from|import)\s*"(\/assets\/[\w.-]+\.js)"/g)) if (name) found.add(name);
  }
  return [...found];
}

/** The first script stands in the page itself: fetched, it would run when the program is there already. */
function pageHtml(first: string, script: string, style: string, preload: string[]): string {
  const links = preload.map((path) => `<link rel="modulepreload" href="${path}">`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Catalog Backoffice</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<script>${first.trim()}</script>
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>${links}
</head>
<body><div id="root"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
}
