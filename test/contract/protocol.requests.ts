import { limits } from "../../contract/limits.ts";
import { get } from "./expectations.ts";
import type { Scenario } from "./scenario.ts";

const json = { "content-type": "application/json" };
const update = "PATCH /api/items/{item}";

const unsupported = [
  undefined,
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=latin1",
  "application/jsonx",
  "text/json",
].map(
  (type): Scenario => ({
    name: `a body sent as ${type ?? "nothing"} is refused`,
    request: update,
    text: new TextEncoder().encode('{"price":5}'),
    ...(type === undefined ? {} : { headers: { "content-type": type } }),
    status: 415,
    code: "unsupported_media_type",
    after: [get("/api/items/{item}", { price: 0 })],
  }),
);

const malformed: [string, string | Uint8Array][] = [
  ["nothing at all", ""],
  ["half a body", '{"price":'],
  ["two values", "{}{}"],
  ["single quotes", "{'price':1}"],
  ["a trailing comma", '{"price":1,}'],
  ["NaN", '{"price":NaN}'],
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["10,000 levels", "[".repeat(10_000)],
];

const methods: [string, string][] = [
  ["PUT /api/projects", "GET, HEAD, OPTIONS"],
  ["DELETE /api/projects/{project}/categories", "GET, POST, HEAD, OPTIONS"],
  ["POST /api/categories/{category}", "GET, PATCH, DELETE, HEAD, OPTIONS"],
  ["PUT /api/subcategories/{leaf}/items", "GET, POST, HEAD, OPTIONS"],
  ["PUT /api/items/{item}", "GET, PATCH, DELETE, HEAD, OPTIONS"],
  ["GET /api/items/{item}/comments/x", "PATCH, DELETE, OPTIONS"],
  ["POST /healthz", "GET, HEAD, OPTIONS"],
  ["DELETE /openapi.json", "GET, HEAD, OPTIONS"],
];

export const protocolRequests: Scenario[] = [
  ...unsupported,
  ...[
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
    "application/merge-patch+json; charset=utf-8",
  ].map(
    (type): Scenario => ({
      name: `a body sent as ${type} is accepted`,
      request: update,
      text: '{"price":5}',
      headers: { "content-type": type },
      status: 200,
      body: { price: 5 },
    }),
  ),
  {
    name: "a merge patch is only for PATCH",
    request: "POST /api/subcategories/{empty}/items",
    text: '{"name":"x"}',
    headers: { "content-type": "application/merge-patch+json" },
    status: 415,
    code: "unsupported_media_type",
  },
  ...malformed.map(
    ([what, text]): Scenario => ({
      name: `a body with ${what} is malformed`,
      request: update,
      text,
      headers: json,
      status: 400,
      code: "malformed_json",
    }),
  ),
  ...["[]", "null", "5", '"x"', "true"].map(
    (text): Scenario => ({
      name: `the body ${text} is not an object`,
      request: update,
      text,
      headers: json,
      status: 400,
      code: "invalid_body",
      faults: [" wrong_type"],
    }),
  ),
  {
    name: "a body of the largest size is read",
    request: update,
    text: `{"price":5${" ".repeat(limits.bodyBytes - 11)}}`,
    headers: json,
    status: 200,
    body: { price: 5 },
  },
  {
    name: "a body that is larger is refused",
    request: update,
    text: `{"price":5${" ".repeat(limits.bodyBytes - 10)}}`,
    headers: json,
    status: 413,
    code: "body_too_large",
    after: [get("/api/items/{item}", { price: 0 })],
  },
  {
    name: "a body of 30 MB gets the same error",
    request: update,
    text: new Uint8Array(30 * 1024 * 1024),
    headers: json,
    status: 413,
    code: "body_too_large",
  },
  {
    name: "a path that is too long",
    request: `GET /api/items/${"x".repeat(limits.pathLength)}`,
    status: 414,
    code: "path_too_long",
  },
  {
    name: "a long query",
    request: `GET /api/items/{item}?x=${"x".repeat(limits.pathLength)}`,
    status: 414,
    code: "path_too_long",
  },
  ...methods.map(
    ([request, allow]): Scenario => ({
      name: `${request} is not for this path`,
      request,
      status: 405,
      code: "method_not_allowed",
      answerHeaders: { allow },
    }),
  ),
  {
    name: "OPTIONS lists the methods",
    request: "OPTIONS /api/items/{item}",
    status: 204,
    answerHeaders: { allow: "GET, PATCH, DELETE, HEAD, OPTIONS" },
  },
  ...[
    "/api",
    "/api/",
    "/api/nothing",
    "/api/items",
    "/api/items/",
    "/api/items//",
    "/api/items/{item}/",
    "/nothing",
    "/api/categories/{category}/items",
    "/API/projects",
  ].map(
    (path): Scenario => ({ name: `${path} is no path`, request: `GET ${path}`, status: 404, code: "route_not_found" }),
  ),
  {
    name: "an unknown path is a problem for every method",
    request: "DELETE /api/nothing",
    status: 404,
    code: "route_not_found",
  },
  { name: "a HEAD of an unknown item", request: "HEAD /api/items/nowhere", status: 404 },
  {
    name: "malformed percent-encoding is just an unknown id",
    request: "GET /api/items/%E0%A4%A",
    status: 404,
    code: "not_found",
  },
  {
    name: "a NUL in an id is just an unknown id",
    request: "GET /api/subcategories/a%00b",
    status: 404,
    code: "not_found",
  },
  { name: "an encoded slash is part of the id", request: "GET /api/items/a%2Fb", status: 404, code: "not_found" },
  {
    name: "a foreign Host on loopback",
    request: "GET /api/projects",
    headers: { host: "evil.example" },
    status: 403,
    code: "host_not_allowed",
  },
  {
    name: "a Host that only looks like loopback",
    request: "GET /api/projects",
    headers: { host: "127.0.0.1.evil.example:80" },
    status: 403,
    code: "host_not_allowed",
  },
  ...["localhost:1", "[::1]:8080", "127.0.0.2", "catalog.localhost"].map(
    (host): Scenario => ({
      name: `the Host ${host} is loopback`,
      request: "GET /api/projects",
      headers: { host },
      status: 200,
    }),
  ),
  ...["https://evil.example", "null", "http://127.0.0.1:1"].map(
    (origin): Scenario => ({
      name: `a page of ${origin} cannot write`,
      request: update,
      json: { price: 5 },
      headers: { origin },
      status: 403,
      code: "origin_not_allowed",
      after: [get("/api/items/{item}", { price: 0 })],
    }),
  ),
  {
    name: "a page of another origin gets no CORS headers",
    request: "GET /api/projects",
    headers: { origin: "https://evil.example" },
    status: 200,
    answerHeaders: { "access-control-allow-origin": null },
  },
  {
    name: "a preflight from another origin is not allowed",
    request: "OPTIONS /api/items/{item}",
    headers: { origin: "https://evil.example", "access-control-request-method": "PATCH" },
    status: 403,
    code: "origin_not_allowed",
    answerHeaders: { "access-control-allow-origin": null },
  },
  {
    name: "a page of the service itself can write",
    request: update,
    json: { price: 5 },
    headers: { host: "localhost:8080", origin: "http://localhost:8080" },
    status: 200,
  },
];
