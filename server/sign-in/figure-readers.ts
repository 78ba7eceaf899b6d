import { allowAnywhere } from "../access/allow.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { withinTime } from "../http/within-time.ts";
import { secretHash } from "../people/secrets.ts";
import type { Gate } from "./access-gate.ts";

const endpoint = { method: "GET", path: "/api/metrics", permission: "view" } as const;
/** Less than the ten seconds after which a typical scraper gives up. */
const timeoutMs = 3_000;
const rememberedMs = 60 * 60_000;
const mostRemembered = 100;

/**
 * Lets every caller with a grant read the metrics. They matter most while the database is down, when nobody can be
 * identified: then it lets in only the credentials that it accepted within the last hour.
 */
export class FigureReaders {
  readonly #gate: Gate;
  readonly #now: () => number;
  /** The time of the last accepted request, by the hash of its credentials. */
  readonly #accepted = new Map<string, number>();

  constructor(gate: Gate, now: () => number) {
    this.#gate = gate;
    this.#now = now;
  }

  async pass(request: Request, address: string, answer: () => Promise<Response>): Promise<Response> {
    const { headers } = request;
    const hash = secretHash(JSON.stringify([headers.get("authorization"), headers.get("cookie")]));
    try {
      const passed = this.#gate.pass(request, endpoint, address, (caller) => {
        allowAnywhere(caller, "view");
        this.#remember(hash);
        return answer();
      });
      return await withinTime(passed, timeoutMs, () => new DatabaseUnavailable("The database does not answer."));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        if (this.#now() - (this.#accepted.get(hash) ?? Number.NEGATIVE_INFINITY) <= rememberedMs) return answer();
      } else if (error instanceof Problem && (error.code === "not_signed_in" || error.code === "not_allowed")) {
        this.#accepted.delete(hash);
      }
      throw error;
    }
  }

  #remember(hash: string): void {
    // Moves it to the end, so that the first entry is the least recently used.
    this.#accepted.delete(hash);
    this.#accepted.set(hash, this.#now());
    for (const oldest of this.#accepted.keys()) {
      if (this.#accepted.size <= mostRemembered) return;
      this.#accepted.delete(oldest);
    }
  }
}
