import type { Endpoint } from "../../contract/endpoint.ts";
import { allowAnywhere } from "../access/allow.ts";
import { anyone, type Caller, stranger } from "../access/caller.ts";
import { signInFirst } from "../access/not-signed-in.ts";
import type { Budget, RateLimiter, RateLimits } from "../access/rate-limit.ts";
import { Problem } from "../http/problem.ts";

type Gated = Pick<Endpoint, "method" | "path" | "permission">;

type Parts = {
  /** Undefined where nobody signs in. */
  identify: ((request: Request, address: string) => Promise<Caller | undefined>) | undefined;
  limiter: RateLimiter;
  /** Saves are what an editor that is typed into sends; they count against nothing else. */
  limits: RateLimits | undefined;
};

/** Of one caller at a time: what a browser with many tabs needs, and no more than a program can do with. */
const mostAtOnce = 100;
/** A wrong key costs more of an address's budget than a right one. */
const failureCost = 10;

/** Everything a request passes before its endpoint: who it is, how much they may ask for, and the guard behind it. */
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

  /** Whether a page of the editor may be shown, or the one to sign in with. */
  async isSignedIn(request: Request, address: string): Promise<boolean> {
    try {
      return (await this.#identified(request, address)) !== undefined;
    } catch (error) {
      if (error instanceof Problem && error.code === "not_signed_in") return false;
      throw error;
    }
  }

  /** Pictures are for everyone, and making one costs more than any request: an address pays by the work. */
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
    using _ = this.#entered(caller.holder ? `${caller.holder.kind}:${caller.holder.id}` : address);
    try {
      const response = await answer(caller);
      // A route that forgot to ask is a bug of ours, and its answer might be someone else's secret.
      if (!caller.decided && !caller.unlimited) {
        throw new Error(`${endpoint.method} ${endpoint.path} answered without asking for a grant`);
      }
      // What one caller may see, nothing in between may keep for another.
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
    // Before the database is asked: who floods it from one address is stopped here. Costs nothing yet.
    if (!isSave) this.#use(address, this.#budgets?.address, 0);
    const known = await this.#identified(request, address);
    const perAddress = isSave && known ? {} : this.#use(address, this.#budgets?.address);
    const caller = known ?? stranger(address);
    const who = caller.holder ? `${caller.holder.kind}:${caller.holder.id}` : `address:${address}`;
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

  /** One more request of the caller is being answered, until this is disposed of. */
  #entered(who: string): Disposable {
    const running = this.#inFlight.get(who) ?? 0;
    if (this.#budgets && running >= mostAtOnce) {
      const words = `${mostAtOnce} of your requests are being answered already.`;
      throw new Problem("rate_limited", words, {}, { "retry-after": "1" });
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

/** A PATCH of one thing of the catalog: what the editor sends while someone types. */
const isAutoSave = ({ method, permission, path }: Gated): boolean =>
  method === "PATCH" && permission === "translate" && path !== "/api/items/bulk";

/** What the endpoint alone can tell. The rest depends on the place, and is asked for where that is read. */
function decide(caller: Caller, signedIn: boolean, { permission }: Gated): void {
  if (permission === "public") {
    caller.decided = true;
    return;
  }
  if (!signedIn) throw signInFirst();
  if (permission === "own") {
    if (caller.holder && caller.holder.kind !== "user") {
      throw new Problem("not_allowed", "This is for people, not for API keys.", { needed: { kind: "user" } });
    }
    caller.decided = true;
  } else if (permission === "admin") {
    allowAnywhere(caller, "admin");
    // An admin of one project is one, but not of everything: the endpoint asks where.
    caller.decided = false;
  }
}
