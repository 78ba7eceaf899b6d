import { type Caller, personOf } from "../access/caller.ts";
import { HeldAccess } from "../access/held-access.ts";
import type { Db } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { fileAnswer, type fileKinds } from "./file-answer.ts";

/** So long may the service write nothing, while it looks which columns are in use. */
const idleSeconds = 240;

/** A file that is made while it is read, and its name without the day and the end. */
type MadeFile = {
  kind: (typeof fileKinds)[keyof typeof fileKinds];
  name: string;
  bytes: AsyncGenerator<Uint8Array>;
};

type Parts = {
  db: Db;
  clock: Clock;
  log: Log;
  address(request: Request): string;
  keepOpen(request: Request, seconds: number): void;
};

/** Sends files that are made while they are read: so many at a time, each as long as its caller has access. */
export class Downloads {
  readonly #parts: Parts;
  /** Each holds the keys of its items, and takes its share of the processor. */
  readonly #slots = new Slots({
    atOnce: 8,
    mostWaiting: 20,
    detail: "Too many exports are being made right now.",
    ofOne: { atOnce: 2, mostWaiting: 2, detail: "4 exports of yours are already being made." },
    retryAfterSeconds: 10,
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async send(request: Request, caller: Caller, make: () => Promise<MadeFile>): Promise<Response> {
    const { db, clock, log, address, keepOpen } = this.#parts;
    keepOpen(request, idleSeconds);
    const slot = await this.#slots.enter(personOf(caller, address(request)), request.signal);
    try {
      const access = await HeldAccess.begin(db, caller, clock.now);
      const { kind, name, bytes } = await make();
      const { response, ended } = fileAnswer(request, {
        kind,
        name,
        bytes: whileAllowed(bytes, access),
        clock,
        failed: (err) => {
          // The access has ended, and with it the file.
          if (!(err instanceof Problem)) log.error({ err }, "an export ended before its last row");
        },
      });
      void ended.then(() => slot[Symbol.dispose]());
      return response;
    } catch (error) {
      slot[Symbol.dispose]();
      throw error;
    }
  }
}

async function* whileAllowed(bytes: AsyncGenerator<Uint8Array>, access: HeldAccess): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    await access.confirm();
    yield piece;
  }
}
