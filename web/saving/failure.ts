import { CatalogError, HttpError } from "../../contract/client.ts";
import { reasonOf } from "../platform/api.ts";
import { failing, type Reason } from "../platform/reason.ts";

/** Why a request did not succeed. */
export type Failure =
  /** The service refused it, and someone must decide. */
  | { kind: "rejected"; reason: Reason }
  /** The service answers others and fails on this request; it is not known whether it was carried out. */
  | { kind: "failing"; reason: Reason }
  /** Nothing can be sent for now. */
  | { kind: "unreachable"; retryAfterMs?: number };

/**
 * What became of an edit or an act that was sent. `held`: someone must decide, or has decided; `lost`: it waits for the
 * next try.
 */
export type Sent = { kind: "sent" | "held" } | { kind: "lost"; retryAfterMs?: number | undefined };

/** These say nothing about the request itself, whoever answers them: it is sent again after signing in, or later. */
const laterStatus = new Set([401, 429, 503]);

const waiting = (error: unknown): Failure => {
  const retryAfterMs = error instanceof HttpError ? error.retryAfterMs : undefined;
  return { kind: "unreachable", ...(retryAfterMs !== undefined && { retryAfterMs }) };
};

/**
 * What a failed request means for the outbox. A gateway that refuses one body, or a proxy that cuts one connection, looks
 * like an outage. The difference is that the service still answers other requests.
 */
export async function failureOf(error: unknown, isThere: () => Promise<boolean>): Promise<Failure> {
  const status = error instanceof HttpError ? error.status : undefined;
  if (status !== undefined && laterStatus.has(status)) return waiting(error);
  if (error instanceof CatalogError && error.status < 500 && error.status !== 408)
    return { kind: "rejected", reason: reasonOf(error) };
  const said = error instanceof CatalogError ? error.problem.requestId : undefined;
  if (said === undefined && !(await isThere())) return waiting(error);
  return { kind: "failing", reason: { code: failing, message: [status, said].filter(Boolean).join(" · ") } };
}
