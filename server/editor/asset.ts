import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);

/** A file as it is sent, packed in the two ways that browsers unpack. */
export type Asset = {
  type: string;
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
};

/** A page with the one script that stands in it, by its hash: a browser runs no other one. */
export type Page = Asset & { script: string };

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

export const typeOf = (name: string) => types[name.replace(/^.*\./, "")] ?? "application/octet-stream";

export const etagOf = (plain: Uint8Array) => `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;

/** As a Content-Security-Policy names the script in a page. */
export function scriptHash(page: Uint8Array): string {
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(new TextDecoder().decode(page)) ?? [];
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** How well to pack: at once for who waits, or as small as it gets, which takes two seconds. */
export type Packing = "quick" | "small";

const levels = { quick: { gzip: 6, brotli: 5 }, small: { gzip: 12, brotli: 11 } } as const;

export async function packed(
  plain: Uint8Array<ArrayBuffer>,
  packing: Packing,
): Promise<Pick<Asset, "gzip" | "brotli">> {
  const { gzip: level, brotli: quality } = levels[packing];
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return {
    gzip: Bun.gzipSync(plain, { library: "libdeflate", level }),
    brotli: new Uint8Array(await brotli(plain, { params })),
  };
}
