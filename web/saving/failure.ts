import { CatalogError, HttpError } from "../../contract/client.ts";
import { reasonOf } from "../api.ts";
import { failing, type Reason } from "./reason.ts";

/** Why a request did not come to what was asked for. */
export type Failure =
  /** The service has decided, and someone must. */
  | { kind: "rejected"; reason: Reason }
  /** The service is there and fails on this request; nobody knows whether it was carried out. */
  | { kind: "failing"; reason: Reason }
  /** Nothing can be sent for now. */
  | { kind: "unreachable"; retryAfterMs?: number };

/** Not about this request, whoever says it: who signs in again, or comes later, finds it sent. */
const laterStatus = new Set([401, 429, 503]);

const waiting = (error: unknown): Failure => {
  const retryAfterMs = error instanceof HttpError ? error.retryAfterMs : undefined;
  return { kind: "unreachable", ...(retryAfterMs !== undefined && { retryAfterMs }) };
};

/**
 * What a failed request means for the outbox. A gateway that refuses one body and a proxy that cuts one connection look like
 * an outage: what tells them from it is that the service answers something else.
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
