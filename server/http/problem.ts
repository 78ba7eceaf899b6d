import { type ErrorCode, errorCodes, type Fault } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { problemSecurityHeaders } from "./security-headers.ts";

/** An error response. Thrown where the error is found, and turned into a response in one place. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string,
    members: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.code = code;
    this.members = members;
    this.headers = headers;
  }
}

export const notFound = (what: string, id: string) => new Problem("not_found", `There is no ${what} "${id}".`);

/** A bug of the service. What it was is only in the log. */
export const internal = (requestId: string) =>
  new Problem("internal", `Something went wrong. Report the request id ${requestId} to the service's operator.`);

/** Lists the first `limits.faults` of the `count` faults. */
export function invalid(
  code: "invalid_body" | "invalid_query",
  faults: readonly Fault[],
  count: number = faults.length,
): Problem {
  const errors = faults.slice(0, limits.faults);
  const sentences = errors.map(({ pointer, message }) =>
    pointer === "" ? `The body ${message}.` : `${pointer} ${message}.`,
  );
  const more = count - errors.length;
  if (more === 0) return new Problem(code, sentences.join(" "), { errors });
  return new Problem(code, `${sentences.join(" ")} And ${more} more.`, { errors, moreErrors: more });
}

export const badCursor = () =>
  invalid("invalid_query", [{ pointer: "/cursor", code: "not_allowed", message: "is not a cursor from this service" }]);

export function problemResponse(problem: Problem, requestId: string): Response {
  const { status, title } = errorCodes[problem.code];
  const body = {
    type: `/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    requestId,
    ...problem.members,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...problemSecurityHeaders,
      ...problem.headers,
    },
  });
}
