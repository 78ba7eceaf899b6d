import { expect, test } from "bun:test";
import { CatalogError, createClient, HttpError } from "../../contract/client.ts";

const answering = (body: string, init: ResponseInit) => createClient("", async () => new Response(body, init));
const failure = (body: string, status: number, headers: Record<string, string> = {}): Promise<Error> =>
  answering(body, { status, headers })
    .getItem({ params: { itemId: "x" } })
    .then(
      () => expect.unreachable(),
      (error: Error) => error,
    );

test("a problem of the service is a CatalogError with the whole body", async () => {
  const problem = { status: 404, code: "not_found", detail: "There is no item.", requestId: "r" };
  const error = await failure(JSON.stringify(problem), 404);
  expect(error).toBeInstanceOf(CatalogError);
  expect(error).toMatchObject({ status: 404, problem });
});

test.each([
  ["{}", 503],
  ['{"message":"Service Unavailable"}', 503],
  ['{"status":"error","code":502}', 502],
  ['{"status":400,"code":"not_found","detail":"","requestId":""}', 503],
  ['{"status":403,"code":"blocked"}', 403],
  ["null", 500],
  ["<html>Bad Gateway</html>", 502],
  ["", 504],
])("an answer of a gateway is not a CatalogError, and has the HTTP status: %s", async (body, status) => {
  const error = await failure(body, status);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).not.toBeInstanceOf(CatalogError);
  expect(error).toMatchObject({ status, message: expect.stringContaining(String(status)) });
});

const date = "Mon, 16 Nov 2026 11:00:00 GMT";
test.each([
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "Mon, 16 Nov 2026 11:00:30 GMT", date }, 30_000],
  [{ "retry-after": "Mon, 16 Nov 2026 10:00:00 GMT", date }, 0],
  [{ "retry-after": "Mon, 16 Nov 2026 11:00:30 GMT" }, undefined],
  [{ "retry-after": "soon", date }, undefined],
  [{ "retry-after": "-1", date }, undefined],
  [{ "retry-after": "" }, undefined],
  [{ date }, undefined],
])("the time to wait is read from the answer: %j", async (headers, retryAfterMs) => {
  expect(await failure("{}", 503, headers as Record<string, string>)).toMatchObject({ retryAfterMs });
  const problem = { status: 503, code: "unavailable", detail: "", requestId: "r" };
  expect(await failure(JSON.stringify(problem), 503, headers as Record<string, string>)).toMatchObject({
    retryAfterMs,
  });
});
