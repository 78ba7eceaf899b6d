import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type ErrorCode, errorCodes } from "../../contract/errors.ts";
import "../../contract/problem-details.ts";
import { changesCatalog, type Route } from "./route.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document, made from the routes of the service. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Catalog Backoffice",
      version: "1",
      description:
        "Projects, categories, subcategories, items, comments and pictures of an online marketplace. " +
        "Errors are RFC 9457 problems; [their codes](/docs/errors) are a closed set.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(routes.map(({ endpoint }) => endpoint.tag))].map((name) => ({ name })),
    security: [{}, ...signedIn],
    paths,
    components: { schemas: components(), securitySchemes },
  };
}

/** For a service with sign-in. On a default start, on loopback, no endpoint needs any of these. */
const securitySchemes = {
  key: { type: "http", scheme: "bearer", description: "An API key, created by `npx catalog keys add` or by an admin." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "catalog-session",
    description: "`__Host-catalog-session` over https.",
  },
};
const signedIn = [{ key: [] }, { session: [] }];

const reference = (uri: string) => `#/components/schemas/${uri}`;

function withoutMarks({ $schema: _schema, $id: _id, ...schema }: Json): Json {
  return schema;
}

function components(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: reference, io: "input", unrepresentable: "any" });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutMarks(schema as Json)]));
}

function schemaOf(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: reference(id) };
  if (schema instanceof z.ZodArray) return { type: "array", items: schemaOf(schema.element as z.ZodType) };
  return withoutMarks(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json);
}

function operation(endpoint: Endpoint): Json {
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: operationId(endpoint),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...(endpoint.body || endpoint.upload ? { requestBody: requestBody(endpoint) } : {}),
    ...(endpoint.permission === "public" ? { security: [] } : {}),
    responses: { ...successes(endpoint), ...notModified(endpoint), ...problems(endpoint) },
  };
}

/** `GET /api/items/:itemId` is `get_items_itemId`: stable, and readable in generated clients. */
const operationId = ({ method, path }: Endpoint) =>
  `${method.toLowerCase()}_${path.slice("/api/".length).replaceAll(":", "").replaceAll("/", "_")}`;

const pathParameters = (endpoint: Endpoint): Json[] =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const queryParameters = (endpoint: Endpoint): Json[] =>
  Object.entries((endpoint.query?.shape ?? {}) as Record<string, z.ZodType>).map(([name, field]) => {
    const { description, examples, ...schema } = schemaOf(field);
    return {
      name,
      in: "query",
      ...(description ? { description } : {}),
      ...(Array.isArray(examples) ? { example: examples[0] } : {}),
      schema,
    };
  });

const itemKeyHelp =
  "The key that the item has elsewhere, such as a supplier's number: unique in its project; percent-encoded UTF-8.";

function headerParameters(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    description,
    schema: { type: "string" },
  });
  const headers: Json[] = [];
  if (endpoint.localized) headers.push(header("Accept-Language", "Preferred languages. `lang` takes precedence."));
  if (endpoint.file) return headers;
  if (endpoint.stream)
    headers.push(header("Last-Event-ID", "Continues after this event: sends everything since, in order."));
  else if (endpoint.method === "GET") headers.push(header("If-None-Match", "Returns 304 if nothing has changed."));
  if (changesCatalog(endpoint)) {
    headers.push(header("Idempotency-Key", "The same request with the same key gets the same response for 24 hours."));
    headers.push(header("Change-Set", "Requests of one caller with the same value are undone together."));
  }
  if (endpoint.errors?.includes("edit_conflict")) {
    headers.push(header("If-Match", "Fails with 412 only if a field that is sent was changed since."));
  }
  if (endpoint.itemKey === "accepted") {
    headers.push(header("Item-Key", `${itemKeyHelp} Empty takes the key away; without the header it stays.`));
  }
  return headers;
}

const requestBody = (endpoint: Endpoint): Json => ({
  ...(endpoint.bodyBytes === undefined ? {} : { description: `At most ${endpoint.bodyBytes / 1024} KiB.` }),
  required: true,
  content: requestContent(endpoint),
});

function requestContent(endpoint: Endpoint): Json {
  if (endpoint.upload) {
    const { part, several, bare } = endpoint.upload;
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const properties = { [part]: several ? { type: "array", items: file } : file };
    return {
      "multipart/form-data": { schema: { type: "object", properties, required: [part] } },
      ...Object.fromEntries((bare ?? []).map((type) => [type, { schema: { type: "string" } }])),
    };
  }
  const content: Json = { "application/json": { schema: schemaOf(endpoint.body as z.ZodType) } };
  if (endpoint.method === "PATCH") {
    content["application/merge-patch+json"] = { schema: schemaOf((endpoint.mergeBody ?? endpoint.body) as z.ZodType) };
  }
  return content;
}

function successes(endpoint: Endpoint): Json {
  const { otherSuccess: other } = endpoint;
  const first = success(endpoint);
  return {
    [endpoint.success]: first,
    ...(other && { [other.status]: { ...first, description: other.when, ...jsonOf(other.response) } }),
  };
}

const jsonOf = (response: z.ZodType): Json => ({ content: { "application/json": { schema: schemaOf(response) } } });

function success(endpoint: Endpoint): Json {
  const headers: Json = { "X-Request-Id": { schema: { type: "string" } } };
  if (changesCatalog(endpoint)) {
    headers["Change-Set"] = {
      description: "The id for POST /api/changes/{changeSetId}/undo. Absent if nothing was changed.",
      schema: { type: "string" },
    };
  }
  if (endpoint.response) headers.ETag = { schema: { type: "string" } };
  if (endpoint.localized) headers["Content-Language"] = { schema: { type: "string" } };
  if (endpoint.query && "cursor" in endpoint.query.shape) {
    headers.Link = { description: 'The next page, as rel="next".', schema: { type: "string" } };
  }
  if (endpoint.query && "etags" in endpoint.query.shape) {
    headers["Item-ETags"] = {
      description: "With `etags=true`: the ETags of the items, in the same order, separated by commas.",
      schema: { type: "string" },
    };
  }
  if (endpoint.itemKey)
    headers["Item-Key"] = { description: `${itemKeyHelp} Absent without one.`, schema: { type: "string" } };
  return {
    description: endpoint.stream
      ? streamHelp(endpoint.stream)
      : endpoint.response || endpoint.file
        ? "Success"
        : "Success, no body",
    headers,
    ...(endpoint.file ? { content: filesOf(endpoint.file) } : {}),
    ...(endpoint.stream ? { content: { "text/event-stream": { schema: { type: "string" } } } } : {}),
    ...(endpoint.response ? jsonOf(endpoint.response) : {}),
  };
}

const filesOf = (types: NonNullable<Endpoint["file"]>): Json =>
  Object.fromEntries(
    Object.entries(types).map(([type, description]) => [type, { schema: { type: "string", description } }]),
  );

/** OpenAPI 3.1 cannot describe the events of a stream, so a text does. Their schemas are components. */
const streamHelp = (events: NonNullable<Endpoint["stream"]>): string =>
  Object.entries(events)
    .map(([name, { data, help }]) => {
      const id = z.globalRegistry.get(data)?.id;
      return `\`event: ${name}\`${id ? `, \`data\`: ${id}` : ""}. ${help}`;
    })
    .join("\n\n");

const notModified = (endpoint: Endpoint): Json =>
  endpoint.method === "GET" && !endpoint.stream && !endpoint.file
    ? { 304: { description: "Nothing has changed since the ETag in If-None-Match" } }
    : {};

/** The errors of all endpoints of this kind, and those of this endpoint. */
function errorsOf(endpoint: Endpoint): ErrorCode[] {
  return [
    ...(endpoint.query ? (["invalid_query"] as const) : []),
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

function problems(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join("\n\n"),
        content: {
          "application/problem+json": {
            schema: { $ref: reference("Problem") },
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
