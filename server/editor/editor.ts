import { type Asset, type Bundle, bundleEditor, etagOf } from "./bundle.ts";

export type Editor = { handle(request: Request): Promise<Response | undefined> };

/** Pictures may live on any host (`img` is any http(s) URL); everything that can run comes from here. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' https: http: data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

const pages = new Set(["/", "/projects", "/people"]);
const isPage = (path: string) => pages.has(path) || path.startsWith("/projects/");

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
  return new Response(request.method === "HEAD" ? null : body, { headers: all });
}

function sendPage(request: Request, bundle: Bundle): Response {
  const etag = etagOf(bundle.html);
  const headers = {
    etag,
    "cache-control": "no-cache",
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
  };
  // The type goes with a 304 too: the service tells by it that a page was asked for, and whether to ask for a session.
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers: { ...headers, "content-type": bundle.html.type } });
  return send(request, bundle.html, headers);
}

/**
 * The web application at /. The bundle is made on the first request and kept: a service that only answers the API
 * never pays for it.
 */
export function createEditor(): Editor {
  let bundle: Promise<Bundle> | undefined;
  return {
    async handle(request) {
      if (request.method !== "GET" && request.method !== "HEAD") return undefined;
      const path = new URL(request.url).pathname;
      if (!isPage(path) && !path.startsWith("/assets/")) return undefined;
      bundle ??= bundleEditor();
      const made = await bundle;
      if (isPage(path)) return sendPage(request, made);
      const asset = made.assets.get(path);
      if (!asset) return undefined;
      const hashed = path !== "/assets/icon.svg";
      return send(request, asset, { "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache" });
    },
  };
}
