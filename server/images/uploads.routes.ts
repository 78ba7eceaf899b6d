import { variantQuery } from "../../contract/images.ts";
import { check } from "../http/check.ts";
import { matchesEtag } from "../http/conditional.ts";
import { faultsOf } from "../http/faults.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import type { Images } from "./create-images.ts";
import { type Extension, imageKinds } from "./image-kinds.ts";
import type { OpenedImage } from "./image-store.ts";
import { type Asker, originalName, variantOf, variantType } from "./variants.ts";

/**
 * A picture under a name made from its contents never changes, so every cache may keep it for ever. If a browser takes
 * it for anything other than a picture, it may run nothing.
 */
const always = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "accept-ranges": "bytes",
} as const;

/** GET /uploads/HASH.EXT, or a variant of it: ?w=320&format=webp&fit=cover&fx=0.3 */
export async function serveImage(
  { store, variants }: Images,
  request: Request,
  file: string,
  asker: Asker,
): Promise<Response> {
  const [, hash, given] = /^([0-9a-f]{64})\.(\w{3,4})$/.exec(file) ?? [];
  if (hash === undefined || given === undefined || !Object.hasOwn(imageKinds, given)) throw notFound("picture", file);
  const image = { hash, extension: given as Extension };
  const start = request.url.indexOf("?");
  const variant = start < 0 ? undefined : variantOf(checked(request.url.slice(start)), image.extension);
  if (!variant) {
    const opened = await store.open(originalName(image));
    if (!opened) throw notFound("picture", file);
    return respond(request, opened, `"${hash}"`, imageKinds[image.extension].type);
  }
  const found = await variants.find(image, variant, asker);
  if (!found) throw notFound("picture", file);
  // A later version of the encoder may make other bytes of the same variant, most likely of another length.
  return respond(request, found.opened, `"${found.name}-${found.opened.size}"`, variantType(found.variant));
}

/**
 * An address may already contain its focal point, and many shops add "?w=320" to any address. So a second question mark
 * separates parameters too.
 */
function checked(search: string) {
  const given: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(search.slice(1).replaceAll("?", "&")))
    if (key in variantQuery.shape) given[key] ??= value;
  const result = check(variantQuery, given);
  if (!result.success) throw invalid("invalid_query", faultsOf(result.error).listed);
  return result.data;
}

function respond(request: Request, image: OpenedImage, etag: string, type: string): Response {
  const headers: Record<string, string> = { ...always, etag, "content-type": type };
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
  const range = request.headers.get("range");
  const ifRange = request.headers.get("if-range");
  const part = range === null || (ifRange !== null && ifRange !== etag) ? undefined : rangeOf(range, image.size);
  const [start, end] = part ?? [0, image.size];
  if (part) headers["content-range"] = `bytes ${start}-${end - 1}/${image.size}`;
  const status = part ? 206 : 200;
  if (request.method !== "HEAD") return new Response(image.body(start, end), { status, headers });
  headers["content-length"] = String(end - start);
  return new Response(null, { status, headers });
}

/** A single range. Undefined, which means the whole picture, for several ranges or an invalid one. */
function rangeOf(header: string, size: number): [start: number, end: number] | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size : Math.min(size, Number(to) + 1);
  if (from !== "" && to !== "" && Number(to) < start) return undefined;
  if (start >= size || end === start) {
    throw new Problem(
      "range_not_satisfiable",
      `The picture has ${size} bytes.`,
      {},
      { "content-range": `bytes */${size}` },
    );
  }
  return [start, end];
}
