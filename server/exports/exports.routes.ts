import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { Slots } from "../http/slots.ts";
import type { Ask } from "../search/questions.ts";
import { exportFile } from "./export-file.ts";
import { fileAnswer } from "./file-answer.ts";

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
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const make = async () => {
        const { kind, bytes } = await exportFile(db, ask, caller, params.projectId, query);
        const { sheet = "items" } = query;
        const { response, ended } = fileAnswer(request, {
          kind,
          name: sheet === "items" ? params.projectId : `${params.projectId}-${sheet}`,
          bytes,
          now: now(),
          failed: (err) => log.error({ err }, "an export ended before its last row"),
        });
        resolve(response);
        await ended;
      };
      slots.run(make).catch(reject);
      return promise;
    }),
  ];
}
