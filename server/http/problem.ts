import { type ErrorCode, errorCodes, type Fault } from "../../contract/errors.ts";
import { problemSecurityHeaders } from "./security-headers.ts";

/** An answer that is not a success. Thrown wherever the fault is found; turned into a response in one place. */
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

export function invalid(code: "invalid_body" | "invalid_query", faults: Fault[]): Problem {
  const words = faults.map(({ pointer, message }) =>
    pointer === "" ? `The body ${message}.` : `${pointer} ${message}.`,
  );
  return new Problem(code, words.join(" "), { errors: faults });
}

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
