import type { Endpoint } from "../../contract/endpoint.ts";
import { allowAnywhere } from "../access/allow.ts";
import { anyone, type Caller, personOf, stranger } from "../access/caller.ts";
import { signInFirst } from "../access/not-signed-in.ts";
import type { Budget, RateLimiter, RateLimits } from "../access/rate-limit.ts";
import { Problem } from "../http/problem.ts";

type Gated = Pick<Endpoint, "method" | "path" | "permission">;

type Parts = {
  /** Undefined if the service has no sign-in. */
  identify: ((request: Request, address: string) => Promise<Caller | undefined>) | undefined;
  limiter: RateLimiter;
  /** Saves, which an editor sends while someone types, count only against their own budget. */
  limits: RateLimits | undefined;
};

/** Concurrent requests of one caller: enough for a browser with many tabs, and for a program. */
const mostAtOnce = 100;
/** A wrong key costs an address more of its budget than a valid one. */
const failureCost = 10;

/** Runs around every endpoint: identifies the caller, applies rate limits, and makes sure that a grant was checked. */
export class Gate {
  readonly #identify: Parts["identify"];
  readonly #limiter: RateLimiter;
  readonly #budgets: Record<"requests" | "saves" | "address" | "pictures", Budget> | undefined;
  readonly #inFlight = new Map<string, number>();

  constructor({ identify, limiter, limits }: Parts) {
    this.#identify = identify;
    this.#limiter = limiter;
    this.#budgets = limits && {
      requests: { name: "requests", requests: limits.requests },
      saves: { name: "saves", requests: limits.saves },
      address: { name: "address", requests: limits.address },
      pictures: { name: "pictures", requests: limits.address },
    };
  }

  /** Decides between the editor's page and the sign-in page. */
  async isSignedIn(request: Request, address: string): Promise<boolean> {
    try {
      return (await this.#identified(request, address)) !== undefined;
    } catch (error) {
      if (error instanceof Problem && error.code === "not_signed_in") return false;
      throw error;
    }
  }

  /** Pictures are public, and making one costs more than any other request: an address pays for the work. */
  payForPicture(address: string, work: number): void {
    const budget = this.#budgets?.pictures;
    if (budget) this.#use(address, budget, Math.min(work, budget.requests));
  }

  async pass(
    request: Request,
    endpoint: Gated,
    address: string,
    answer: (caller: Caller) => Response | Promise<Response>,
  ): Promise<Response> {
    const { caller, headers } = await this.#admit(request, endpoint, address);
    using _ = this.#entered(personOf(caller, address));
    try {
      const response = await answer(caller);
      // A route that checked no grant is a bug, and its answer may contain data of others.
      if (!caller.decided && !caller.unlimited) {
        throw new Error(`${endpoint.method} ${endpoint.path} answered without asking for a grant`);
      }
      // No proxy may serve one caller's answer to another.
      if (caller.holder && response.headers.get("cache-control") === "no-cache") {
        response.headers.set("cache-control", "private, no-cache");
      }
      for (const name in headers) response.headers.set(name, headers[name] as string);
      return response;
    } catch (error) {
      if (error instanceof Problem) Object.assign(error.headers, { ...headers, ...error.headers });
      throw error;
    }
  }

  async #admit(
    request: Request,
    endpoint: Gated,
    address: string,
  ): Promise<{ caller: Caller; headers: Record<string, string> }> {
    const isSave = isAutoSave(endpoint);
    // Stops a flood from one address before it reaches the database. The request itself is charged below.
    if (!isSave) this.#use(address, this.#budgets?.address, 0);
    const known = await this.#identified(request, address);
    const perAddress = isSave && known ? {} : this.#use(address, this.#budgets?.address);
    const caller = known ?? stranger(address);
    const who = personOf(caller, address);
    const headers =
      caller.holder || (isSave && known)
        ? this.#use(who, isSave ? this.#budgets?.saves : this.#budgets?.requests)
        : perAddress;
    decide(caller, known !== undefined, endpoint);
    return { caller, headers };
  }

  async #identified(request: Request, address: string): Promise<Caller | undefined> {
    if (!this.#identify) return { ...anyone, address };
    try {
      return await this.#identify(request, address);
    } catch (error) {
      if (error instanceof Problem && error.code === "not_signed_in") {
        this.#use(address, this.#budgets?.address, failureCost);
      }
      throw error;
    }
  }

  #use(who: string, budget: Budget | undefined, cost = 1): Record<string, string> {
    if (budget === undefined) return {};
    const { allowed, headers } = this.#limiter.take(who, budget, cost);
    if (allowed) return headers;
    throw new Problem(
      "rate_limited",
      `The budget "${budget.name}" of ${budget.requests} a minute is used up. ` +
        `Try again in ${headers["retry-after"]} seconds.`,
      {},
      headers,
    );
  }

  /** Counts one more running request of the caller until it is disposed of. */
  #entered(who: string): Disposable {
    const running = this.#inFlight.get(who) ?? 0;
    if (this.#budgets && running >= mostAtOnce) {
      const detail = `${mostAtOnce} of your requests are already being processed.`;
      throw new Problem("rate_limited", detail, {}, { "retry-after": "1" });
    }
    this.#inFlight.set(who, running + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#inFlight.get(who) ?? 1) - 1;
        if (left > 0) this.#inFlight.set(who, left);
        else this.#inFlight.delete(who);
      },
    };
  }
}

/** Whether the request is a PATCH of one thing, which the editor sends while someone types. */
const isAutoSave = ({ method, permission, path }: Gated): boolean =>
  method === "PATCH" && permission === "translate" && path !== "/api/items/bulk";

/** Decides what depends on the endpoint alone. Grants depend on the place, which the route reads and checks. */
function decide(caller: Caller, signedIn: boolean, { permission }: Gated): void {
  if (permission === "public") {
    caller.decided = true;
    return;
  }
  if (!signedIn) throw signInFirst();
  if (permission === "own") {
    if (caller.holder && caller.holder.kind !== "user") {
      throw new Problem("not_allowed", "This is for users, not for API keys.", { needed: { kind: "user" } });
    }
    caller.decided = true;
  } else if (permission === "admin") {
    allowAnywhere(caller, "admin");
    // They may be an admin of one project only: the endpoint checks which.
    caller.decided = false;
  }
}
