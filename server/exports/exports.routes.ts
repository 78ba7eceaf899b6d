import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { apiSecurityHeaders } from "../http/security-headers.ts";
import { Slots } from "../http/slots.ts";
import type { Ask } from "../search/questions.ts";
import { exportFile } from "./export-file.ts";
import { gzip } from "./gzip.ts";

/** So long may a client read nothing, or the service write nothing while it looks which columns are in use. */
const idleSeconds = 240;

type KeepOpen = (request: Request, seconds: number) => void;

export function exportRoutes(db: Db, ask: Ask, now: () => number, log: Log, keepOpen: KeepOpen): Route[] {
  /** Each holds the keys of its items, and takes its share of the processor. */
  const slots = new Slots({
    atOnce: 3,
    mostWaiting: 20,
    detail: "Too many exports are being made right now.",
    retryAfterSeconds: 10,
  });
  return [
    route("exportItems", async ({ params, query, caller, request }) => {
      keepOpen(request, idleSeconds);
      const isGzip = query.format !== "xlsx" && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const make = async () => {
        const { type, extension, bytes } = await exportFile(db, ask, caller, params.projectId, query);
        const { stream, ended } = streamOf(isGzip ? gzip(bytes) : bytes, (err) =>
          log.error({ err }, "an export ended before its last row"),
        );
        const name = fileName(params.projectId, query.sheet, now(), extension);
        resolve(
          new Response(stream, {
            headers: {
              ...apiSecurityHeaders,
              "content-type": type,
              "content-disposition": `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
              "cache-control": "no-store",
              vary: "Accept-Encoding",
              ...(isGzip && { "content-encoding": "gzip" }),
            },
          }),
        );
        await ended;
      };
      slots.run(make).catch(reject);
      return promise;
    }),
  ];
}

const fileName = (projectId: string, sheet = "items", now: number, extension: string): string => {
  const day = new Date(now).toISOString().slice(0, 10);
  return `${[projectId, ...(sheet === "items" ? [] : [sheet]), day].join("-")}.${extension}`;
};

/** `ended` resolves when the last byte is taken, or nobody wants more. */
function streamOf(
  bytes: AsyncGenerator<Uint8Array>,
  failed: (err: unknown) => void,
): { stream: ReadableStream<Uint8Array>; ended: Promise<void> } {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await bytes.next();
        if (!done) return controller.enqueue(value);
        controller.close();
        resolve();
      } catch (error) {
        resolve();
        failed(error);
        throw error;
      }
    },
    async cancel() {
      resolve();
      await bytes.return(undefined);
    },
  });
  return { stream, ended };
}
