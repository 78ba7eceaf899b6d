import { expect, test } from "bun:test";
import { CatalogError, createClient } from "../../contract/client.ts";

const answering = (body: string, init: ResponseInit) => createClient("", async () => new Response(body, init));
const failure = (body: string, status: number): Promise<Error> =>
  answering(body, { status })
    .getItem({ params: { itemId: "x" } })
    .then(
      () => expect.unreachable(),
      (error: Error) => error,
    );

test("a problem of the service is a CatalogError, with all that the service said", async () => {
  const problem = { status: 404, code: "not_found", detail: "There is no item.", requestId: "r" };
  const error = await failure(JSON.stringify(problem), 404);
  expect(error).toBeInstanceOf(CatalogError);
  expect(error).toMatchObject({ status: 404, problem });
});

test.each([
  ["{}", 503],
  ['{"message":"Service Unavailable"}', 503],
  ['{"status":"error","code":502}', 502],
  ["null", 500],
  ["<html>Bad Gateway</html>", 502],
  ["", 504],
])("what a gateway answers instead is none, and can be told by its status: %s", async (body, status) => {
  const error = await failure(body, status);
  expect(error).not.toBeInstanceOf(CatalogError);
  expect(error.message).toContain(String(status));
});
