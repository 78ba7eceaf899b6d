import { access, constants, mkdir } from "node:fs/promises";
import type { Log } from "../http/logger.ts";
import type { Asset, Page } from "./asset.ts";
import type { Screen } from "./bundle.ts";
import { bundleKey, keptBundle, type ServedEditor, storeFolders } from "./bundle-store.ts";

export type Editor = {
  handle(request: Request): Promise<Response | undefined>;
  /** Has the editor ready before someone asks for it: read from the disk, or made in the background. */
  prepare(): Promise<void>;
};

/** Pictures may live on any host (`img` is any http(s) URL); everything that can run comes from here. */
const contentSecurityPolicy = (script: string) =>
  [
    "default-src 'self'",
    "img-src 'self' https: http: data: blob:",
    "style-src 'self' 'unsafe-inline'",
    `script-src 'self' ${script}`,
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");

function screenAt(path: string): Screen | undefined {
  if (path === "/" || path === "/projects") return "projects";
  if (path === "/people" || path === "/account") return path.slice(1) as Screen;
  const below = /^\/projects\/[^/]*(?:\/(translations|history))?/.exec(path);
  if (!below) return undefined;
  return below[1] === "history" ? "history" : below[1] === "translations" ? "translations-board" : "workspace";
}

const accepts = (request: Request, coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0+)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, "i").test(
    request.headers.get("accept-encoding") ?? "",
  );

function send(request: Request, asset: Asset, headers: Record<string, string>): Response {
  const all: Record<string, string> = {
    ...headers,
    "content-type": asset.type,
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  };
  let body = asset.plain;
  if (accepts(request, "br")) {
    body = asset.brotli;
    all["content-encoding"] = "br";
  } else if (accepts(request, "gzip")) {
    body = asset.gzip;
    all["content-encoding"] = "gzip";
  }
  return new Response(body, { headers: all });
}

function sendPage(request: Request, page: Page): Response {
  const headers = {
    etag: page.etag,
    "cache-control": "no-cache",
    "content-security-policy": contentSecurityPolicy(page.script),
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
  };
  // The type goes with a 304 too: the service tells by it that a page was asked for, and whether to ask for a session.
  if (request.headers.get("if-none-match") === page.etag)
    return new Response(null, { status: 304, headers: { ...headers, "content-type": page.type } });
  return send(request, page, headers);
}

/** The first folder that this user may write to. */
async function writable(folders: string[]): Promise<string> {
  for (const folder of folders.slice(0, -1)) {
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // Then the next one.
    }
  }
  return folders.at(-1) ?? "";
}

/** What is kept, or else a new bundle; `packedBetter` gets it again when it was packed as small as it gets. */
async function made(folders: string[], packedBetter: (editor: ServedEditor) => void): Promise<ServedEditor> {
  const key = await bundleKey();
  const kept = await keptBundle(folders, key);
  if (kept) return kept;
  const command = [process.execPath, new URL("make-bundle.ts", import.meta.url).pathname, await writable(folders)];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  // The stop of the service does not wait for it, and leaves nothing running behind.
  child.unref();
  const end = () => child.kill();
  process.on("exit", end);
  void child.exited.then(async () => {
    process.off("exit", end);
    const small = await keptBundle(folders, key);
    if (small) packedBetter(small);
  });
  const complaints = new Response(child.stderr).text();
  await child.stdout.getReader().read();
  const quick = (await keptBundle(folders, key, "quick")) ?? (await keptBundle(folders, key));
  if (!quick) throw new Error(`The editor could not be bundled: ${await complaints}`);
  return quick;
}

/** The web application at /, bundled once for a version of its sources and kept on the disk. */
export function createEditor(dataDir: string, log?: Log): Editor {
  const folders = storeFolders(dataDir);
  let editor: Promise<ServedEditor> | undefined;
  const ready = () => {
    editor ??= made(folders, (small) => {
      editor = Promise.resolve(small);
    }).catch((error) => {
      // Whoever asks next tries again: a full disk may have room by then.
      editor = undefined;
      throw error;
    });
    return editor;
  };
  return {
    async prepare() {
      await ready().catch((error) => log?.error({ err: error }, "the editor is not ready"));
    },
    async handle(request) {
      if (request.method !== "GET" && request.method !== "HEAD") return undefined;
      const path = new URL(request.url).pathname;
      const screen = screenAt(path);
      if (!screen && !path.startsWith("/assets/")) return undefined;
      const { pages, assets } = await ready();
      const page = screen && pages.get(screen);
      if (page) return sendPage(request, page);
      const asset = assets.get(path);
      if (!asset) return undefined;
      const hashed = path !== "/assets/icon.svg";
      return send(request, asset, { "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache" });
    },
  };
}
