import { createHash } from "node:crypto";
import { screenPath } from "../../contract/constants.ts";
import type { Log } from "../http/logger.ts";
import { builtFiles, packed, projectRoot, sourcesKey } from "./build.ts";
import { bundleEditor, type Files, workerFile } from "./bundle.ts";

export type Editor = {
  handle(request: Request): Promise<Response | undefined>;
  /** Loads the editor before the first request. */
  prepare(): Promise<void>;
};

type Bytes = Uint8Array<ArrayBuffer>;

/** A file with its two compressed versions; a font has none. */
type Asset = { type: string; plain: Bytes; gzip: Bytes | undefined; brotli: Bytes | undefined };

/** The editor as it is served, in memory: about two megabytes. */
type Served = { page: Asset & { etag: string; script: string }; worker: Asset; assets: Map<string, Asset> };

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

const sha256 = (bytes: Bytes | string, encoding: "base64" | "base64url") =>
  createHash("sha256").update(bytes).digest(encoding);

function servedOf(files: Files): Served {
  const asset = (name: string): Asset => ({
    type: types[name.replace(/^.*\./, "")] ?? "application/octet-stream",
    plain: files.get(name) as Bytes,
    gzip: files.get(`${name}.gz`),
    brotli: files.get(`${name}.br`),
  });
  const page = asset("index.html");
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(new TextDecoder().decode(page.plain)) ?? [];
  const atRoot = new Set(["index.html", workerFile]);
  const names = [...files.keys()].filter((name) => !atRoot.has(name) && !/\.(gz|br)$/.test(name));
  return {
    page: {
      ...page,
      etag: `"${sha256(page.plain, "base64url").slice(0, 22)}"`,
      // For the Content-Security-Policy, so that browsers run no other inline script than this one.
      script: `'sha256-${sha256(script, "base64")}'`,
    },
    worker: asset(workerFile),
    assets: new Map(names.map((name) => [`/assets/${name}`, asset(name)])),
  };
}

/** Pictures may be on any host (`img` is any http(s) URL); everything that can run comes from this service. */
const contentSecurityPolicy = (script: string) =>
  [
    "default-src 'self'",
    "img-src 'self' https: http: data: blob:",
    "style-src 'self' 'unsafe-inline'",
    `script-src 'self' ${script}`,
    "worker-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");

/** Whether the client takes a coding: it is listed, and not with `q=0`. */
const accepts = (request: Request, coding: string) =>
  (request.headers.get("accept-encoding") ?? "").split(",").some((entry) => {
    const [name = "", quality = "q=1"] = entry.toLowerCase().split(";");
    return name.trim() === coding && Number(quality.trim().replace(/^q=/, "")) > 0;
  });

function send(request: Request, asset: Asset, headers: Record<string, string>): Response {
  const all: Record<string, string> = {
    ...headers,
    "content-type": asset.type,
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  };
  let body = asset.plain;
  if (asset.brotli && accepts(request, "br")) {
    body = asset.brotli;
    all["content-encoding"] = "br";
  } else if (asset.gzip && accepts(request, "gzip")) {
    body = asset.gzip;
    all["content-encoding"] = "gzip";
  }
  return new Response(body, { headers: all });
}

function sendPage(request: Request, page: Served["page"]): Response {
  const headers = {
    etag: page.etag,
    "cache-control": "no-cache",
    "content-security-policy": contentSecurityPolicy(page.script),
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
  };
  // A 304 has the type too: by it the service sees that this is a page, which may need a session.
  if (request.headers.get("if-none-match") === page.etag)
    return new Response(null, { status: 304, headers: { ...headers, "content-type": page.type } });
  return send(request, page, headers);
}

/** Names contain a hash, except those of the icon and of fonts, which hardly ever change. */
function keeping(path: string): string {
  if (path === "/assets/icon.svg") return "no-cache";
  return path.endsWith(".woff2") ? "public, max-age=2592000" : "public, max-age=31536000, immutable";
}

type Settings = {
  /** The folder of the project. */
  root?: string;
  /** Checks for changed sources at each request for a page: `npm run dev`. */
  follows?: boolean;
  log?: Log;
};

/** Serves the editor at /, from the build of its sources, or bundled in memory if there is none. */
export function createEditor({
  root = projectRoot,
  follows = process.execArgv.includes("--watch"),
  log,
}: Settings = {}): Editor {
  let key: string | undefined;
  let served: Promise<Served> | undefined;

  async function load(sources: string): Promise<Served> {
    const built = await builtFiles(root, sources);
    if (built) return servedOf(built);
    const files = await packed(await bundleEditor(root), "quick");
    log?.info("bundled the editor in memory: dist/ has no build of its sources; npm run build creates it");
    return servedOf(files);
  }
  async function current(): Promise<Served> {
    if (served && !follows) return served;
    const sources = await sourcesKey(root);
    if (!served || sources !== key) {
      key = sources;
      served = load(sources).catch((error) => {
        // The next request tries again.
        served = undefined;
        throw error;
      });
    }
    return served;
  }
  return {
    async prepare() {
      await current().catch((error) => log?.error({ err: error }, "could not load the editor"));
    },
    async handle(request) {
      if (request.method !== "GET" && request.method !== "HEAD") return undefined;
      const path = new URL(request.url).pathname;
      if (screenPath.test(path)) return sendPage(request, (await current()).page);
      // During development each reload may be another build: none of them is worth keeping.
      if (path === `/${workerFile}` && !follows)
        return send(request, (await current()).worker, { "cache-control": "no-cache" });
      if (!path.startsWith("/assets/")) return undefined;
      const asset = (await (served ?? current())).assets.get(path);
      if (!asset) return undefined;
      return send(request, asset, { "cache-control": keeping(path) });
    },
  };
}
