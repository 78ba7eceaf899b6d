import { allowAnywhere } from "../access/allow.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { withinTime } from "../http/within-time.ts";
import type { Gate } from "./access-gate.ts";
import { secretHash } from "./secrets.ts";

const endpoint = { method: "GET", path: "/api/metrics", permission: "view" } as const;
/** Whoever gathers figures gives up after some ten seconds. */
const patienceMs = 3_000;
const rememberedMs = 60 * 60_000;
const mostRemembered = 100;

/**
 * Lets whoever has a grant of any kind read the figures of the service. They are needed most while the database is away,
 * which cannot say then who is asking: whoever was let in within the last hour is let in, and nobody else.
 */
export class FigureReaders {
  readonly #gate: Gate;
  readonly #now: () => number;
  /** When each was let in last, by the hash of what was shown for it. */
  readonly #letIn = new Map<string, number>();

  constructor(gate: Gate, now: () => number) {
    this.#gate = gate;
    this.#now = now;
  }

  async pass(request: Request, address: string, answer: () => Promise<Response>): Promise<Response> {
    const { headers } = request;
    const shown = secretHash(JSON.stringify([headers.get("authorization"), headers.get("cookie")]));
    try {
      const passed = this.#gate.pass(request, endpoint, address, (caller) => {
        allowAnywhere(caller, "view");
        this.#remember(shown);
        return answer();
      });
      return await withinTime(passed, patienceMs, () => new DatabaseUnavailable("The database does not answer."));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        if (this.#now() - (this.#letIn.get(shown) ?? Number.NEGATIVE_INFINITY) <= rememberedMs) return answer();
      } else if (error instanceof Problem && (error.code === "not_signed_in" || error.code === "not_allowed")) {
        this.#letIn.delete(shown);
      }
      throw error;
    }
  }

  #remember(shown: string): void {
    // At the end again, so that the first is the one that was not used for longest.
    this.#letIn.delete(shown);
    this.#letIn.set(shown, this.#now());
    for (const oldest of this.#letIn.keys()) {
      if (this.#letIn.size <= mostRemembered) return;
      this.#letIn.delete(oldest);
    }
  }
}
