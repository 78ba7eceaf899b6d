import type { Endpoint } from "../../contract/endpoint.ts";
import { type ErrorCode, errorCodes } from "../../contract/errors.ts";
import "../../contract/problem-details.ts";
import { changesCatalog } from "./route.ts";

type Json = Record<string, unknown>;

const problemSchema = { $ref: "#/components/schemas/Problem" };

/** Any error that a gateway or a later version may answer. */
export const otherProblem: Json = {
  description: "Any other error",
  content: { "application/problem+json": { schema: problemSchema } },
};

/** The errors of all endpoints of this kind, and those of this endpoint. */
function errorsOf(endpoint: Endpoint): ErrorCode[] {
  return [
    ...(endpoint.query || !endpoint.otherParameters ? (["invalid_query"] as const) : []),
    ...(endpoint.body
      ? (["invalid_body", "malformed_json", "too_slow", "body_too_large", "unsupported_media_type"] as const)
      : []),
    ...(endpoint.upload ? (["invalid_body", "body_too_large", "unsupported_media_type"] as const) : []),
    ...(endpoint.method === "GET" ? [] : (["origin_not_allowed", "outcome_unknown"] as const)),
    ...(endpoint.permission === "public" ? [] : (["not_signed_in", "not_allowed"] as const)),
    ...(endpoint.permission === "own" || endpoint.tag === "Users" || endpoint.tag === "Keys" || endpoint.tag === "Audit"
      ? (["access_is_open"] as const)
      : []),
    ...(changesCatalog(endpoint)
      ? (["idempotency_key_invalid", "idempotency_key_reused", "change_set_invalid"] as const)
      : []),
    ...(endpoint.errors ?? []),
    "host_invalid",
    "host_not_allowed",
    "path_too_long",
    "rate_limited",
    "internal",
    "unavailable",
  ];
}

export function problems(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join("\n\n"),
        content: {
          "application/problem+json": {
            schema: problemSchema,
            examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
          },
        },
      },
    ]),
  );
}

function exampleOf(code: ErrorCode): Json {
  const { status, title } = errorCodes[code];
  return { type: `/docs/errors#${code}`, title, status, detail: `${title}.`, code, requestId: "mz2k7q1x4a0bk3w9r2t1" };
}
