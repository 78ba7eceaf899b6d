import { errorCodes } from "../../contract/errors.ts";
import { imageEndpoints } from "../../contract/image-endpoints.ts";
import type { Image, UploadOutcome } from "../../contract/images.ts";
import { limits } from "../../contract/limits.ts";
import { allowAnywhere } from "../access/allow.ts";
import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import { AddressRefused, FetchFailed, safeFetch } from "../http/safe-fetch.ts";
import type { Images } from "./create-images.ts";
import { imageKinds } from "./image-kinds.ts";
import { ingest } from "./ingest.ts";
import { mostBytes, readMultipart } from "./multipart.ts";
import { type ReceivedFile, tooManyBytes } from "./received.ts";
import { usageOf } from "./usage.sql.ts";

const fetchTimeoutMs = 20_000;
/** More than the wait for a turn and the decoding take together: nobody who waits for an answer is cut off. */
const answerSeconds = 60;

/** Who is at the other end of a request, and for how long that may be silent. */
type Connections = {
  address(request: Request): string;
  keepOpen(request: Request, seconds: number): void;
};

export function imageRoutes(
  db: Db,
  images: Images,
  publicUrl: string | undefined,
  { address, keepOpen }: Connections,
): Route[] {
  const { inbox, store, uploads } = images;
  const urlOf = (name: string, request: Request) =>
    images.baseUrl === undefined
      ? `${publicUrl ?? new URL(request.url).origin}/uploads/${name}`
      : `${images.baseUrl}/${name}`;

  async function take({ path, size }: ReceivedFile, request: Request): Promise<Image> {
    keepOpen(request, answerSeconds);
    try {
      const sender = { address: address(request), signal: request.signal };
      const { isNew, name, hash, kind, ...rest } = await ingest(path, size, store, uploads, sender);
      if (isNew) await store.put(name, path);
      return { url: urlOf(name, request), hash, type: kind.type as Image["type"], ...rest };
    } finally {
      await inbox.discard(path);
    }
  }

  return [
    route("uploadImage", async ({ request, caller, once }) => {
      allowAnywhere(caller, "edit");
      using _ = inbox.place(address(request));
      const length = Number(request.headers.get("content-length") ?? 0);
      if (length > mostBytes(false)) throw tooManyBytes();
      let received: ReceivedFile | undefined;
      try {
        await readMultipart(request, imageEndpoints.uploadImage.upload, async (file) => {
          received = await inbox.receive(file);
        });
      } catch (error) {
        if (received) await inbox.discard(received.path);
        throw error;
      }
      if (!received || received.size === 0) {
        if (received) await inbox.discard(received.path);
        throw invalid("invalid_body", [{ pointer: "/image", code: "blank", message: "must not be an empty file" }]);
      }
      const { url, hash } = await take(received, request);
      return once(hash, { body: JSON.stringify({ url }) });
    }),

    route("uploadImages", async ({ request, caller, once }) => {
      allowAnywhere(caller, "edit");
      using _ = inbox.place(address(request));
      const outcomes: Promise<UploadOutcome | undefined>[] = [];
      let fault: { error: unknown } | undefined;
      try {
        await readMultipart(request, imageEndpoints.uploadImages.upload, async (file, filename) => {
          const received = inbox.receive(file);
          const image = received.then((done) => take(done, request));
          // Heard at once: it may fail while the next file still arrives.
          outcomes.push(
            outcomeOf(image, filename).catch((error) => {
              fault ??= { error };
              return undefined;
            }),
          );
          await received.catch(() => {});
          // One file is decoded while the next one arrives, and no more: the sender waits, and the connection is never
          // idle for long.
          await outcomes.at(-2);
          if (fault) throw fault.error;
        });
      } finally {
        // Nothing of a form is at work any more once it is answered, refused or not.
        await Promise.all(outcomes);
      }
      if (fault) throw fault.error;
      const results = (await Promise.all(outcomes)).filter((outcome) => outcome !== undefined);
      return once(JSON.stringify(results.map(({ filename, image }) => [filename, image?.hash])), {
        body: JSON.stringify({ results }),
      });
    }),

    route("uploadImageFromUrl", async ({ body, request, caller, once }) => {
      allowAnywhere(caller, "edit");
      using _ = inbox.place(address(request));
      const received = await fetched(body.url, request.signal);
      return once(body.url, { body: JSON.stringify(await take(received, request)) });
    }),

    route("getImageUsage", async ({ params, caller }) => {
      allowAnywhere(caller, "view");
      if (!/^[0-9a-f]{64}$/.test(params.hash)) throw notFound("picture", params.hash);
      const usage = await usageOf(db, params.hash, caller);
      const used = usage.categories.length + usage.subcategories.length + usage.items.length > 0;
      if (!used && !(await isStored(params.hash))) throw notFound("picture", params.hash);
      return { body: JSON.stringify(usage) };
    }),
  ];

  async function isStored(hash: string): Promise<boolean> {
    const names = Object.keys(imageKinds).map((extension) => `${hash}.${extension}`);
    return (await Promise.all(names.map((name) => store.open(name)))).some((found) => found !== undefined);
  }

  async function fetched(url: string, signal: AbortSignal): Promise<ReceivedFile> {
    try {
      const response = await safeFetch(url, {
        allow: images.fetchAllow,
        timeoutMs: fetchTimeoutMs,
        maxBytes: limits.imageBytes,
        headers: { accept: "image/avif,image/webp,image/*;q=0.8", "accept-encoding": "identity" },
        signal,
      });
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        throw new Problem("url_unreachable", `The address answered with the status ${response.status}.`, {
          upstreamStatus: response.status,
        });
      }
      return await inbox.receive(response.body);
    } catch (error) {
      if (error instanceof AddressRefused) throw new Problem("url_not_allowed", error.message);
      if (!(error instanceof FetchFailed)) throw error;
      throw error.reason === "too_large" ? tooManyBytes() : new Problem("url_unreachable", error.message);
    }
  }
}

/** One file of several that is refused does not take the others with it; a fault of the service does. */
async function outcomeOf(image: Promise<Image>, filename: string): Promise<UploadOutcome> {
  try {
    return { filename, image: await image };
  } catch (error) {
    if (!(error instanceof Problem) || errorCodes[error.code].status >= 500) throw error;
    const { status, title } = errorCodes[error.code];
    return { filename, error: { code: error.code, status, title, detail: error.message } };
  }
}
