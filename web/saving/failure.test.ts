import { expect, test } from "bun:test";
import { CatalogError, HttpError } from "../../contract/client.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { failureOf } from "./failure.ts";

const gateway = (status: number, retryAfterMs?: number) => new HttpError(status, retryAfterMs, "");
const service = (status: number, code: ErrorCode, retryAfterMs?: number) =>
  new CatalogError(status, retryAfterMs, { type: "", title: "", status, code, detail: "Words.", requestId: "r1" });
const cut = new TypeError("Failed to fetch");
const slow = new DOMException("", "TimeoutError");

const there = async () => true;
const gone = async () => false;

test.each([
  ["503 of a gateway", gateway(503)],
  ["503 of the service", service(503, "unavailable")],
  ["429", service(429, "rate_limited")],
  ["401", service(401, "not_signed_in")],
  ["401 of a gateway", gateway(401)],
])("%s means to try later, and says nothing about the request", async (_, error) => {
  expect(await failureOf(error, there)).toEqual({ kind: "unreachable" });
});

test("the time to wait is passed on", async () => {
  const later = { kind: "unreachable", retryAfterMs: 9_000 } as const;
  expect(await failureOf(gateway(503, 9_000), there)).toEqual(later);
  expect(await failureOf(service(429, "rate_limited", 9_000), there)).toEqual(later);
  expect(await failureOf(gateway(502, 9_000), gone)).toEqual(later);
});

test("a refusal of the service is reported as a refusal", async () => {
  const reason = { code: "has_items", message: "Words." };
  expect(await failureOf(service(400, "has_items"), there)).toEqual({ kind: "rejected", reason });
});

test.each([
  [500, "internal"],
  [408, "too_slow"],
] as const)("a %d of the service is about this request, and has the request id for the log", async (status, code) => {
  const reason = { code: "failing", message: `${status} · r1` };
  expect(await failureOf(service(status, code), gone)).toEqual({ kind: "failing", reason });
});

const unsure: [string, Error, string][] = [
  ["a gateway that fails", gateway(502), "502"],
  ["a gateway that refuses the body", gateway(413), "413"],
  ["a connection that was cut", cut, ""],
  ["no answer in time", slow, ""],
];

test.each(unsure)("%s while the service is reachable is about this request", async (_, error, message) => {
  expect(await failureOf(error, there)).toEqual({ kind: "failing", reason: { code: "failing", message } });
});

test.each(unsure)("%s while the service is unreachable is an outage", async (_, error) => {
  expect(await failureOf(error, gone)).toEqual({ kind: "unreachable" });
});
