import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Route } from "./routes.ts";
import type { Tag } from "./tags.ts";

/** The permission that a caller needs. Every endpoint names one; no endpoint is exempt because of its URL. */
type Permission =
  /** None, for signing in. */
  | "public"
  /** A signed-in user, for their own account. */
  | "own"
  | "view"
  /** Texts of one language, or all fields, depending on the fields that the request changes. */
  | "translate"
  | "edit"
  /** Administration of users, keys and webhooks. */
  | "admin";

/**
 * One endpoint on the wire. The routes, the OpenAPI document and the typed client are all derived from it, so nothing
 * about an endpoint is written twice.
 */
export type Endpoint = Route & {
  tag: Tag;
  summary: string;
  permission: Permission;
  query?: z.ZodObject;
  /** What happens to a query parameter that is not in `query`. It is refused unless the endpoint says otherwise. */
  otherParameters?: "ignored";
  body?: z.ZodType;
  /** The largest number of bytes and of values in the body, if other than in `limits`. */
  bodyBytes?: number;
  bodyValues?: number;
  /** The schema for `application/merge-patch+json`, if other than `body`. */
  mergeBody?: z.ZodType;
  /** The body is multipart/form-data with one or more files under this name, or a file of one of the `bare` types. */
  upload?: { part: string; several: boolean; bare?: readonly string[] };
  /** Read-only fields of the resource, as `field` or `object/field`. They are ignored, so a client may send back what it read. */
  ignored?: readonly string[];
  success: 200 | 201 | 202 | 204 | 302;
  response?: z.ZodType;
  /** Another answer of success, to some requests. */
  otherSuccess?: { status: 200; when: string; response: z.ZodType };
  /** The answer is a stream of these server-sent events. */
  stream?: Record<string, { data: z.ZodType; help: string }>;
  /** It starts or stops work that goes on after the answer; what that work changes has a set of its own. */
  background?: true;
  /** The answer is a file of one of these media types. */
  file?: Record<string, string>;
  /** The header Item-Key: the item in the answer has it, and a request that writes an item can give it one. */
  itemKey?: "answered" | "accepted";
  /** The answer depends on the language and carries Content-Language. */
  localized?: true;
  /** Errors in addition to those that every endpoint with this method can return. */
  errors?: readonly ErrorCode[];
};

export const define = <const E extends Endpoint>(endpoint: E): E => endpoint;

/** The path parameters of an endpoint, taken from its path. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? { [K in Param]: string } & PathParams<Rest>
  : Path extends `${string}:${infer Param}`
    ? { [K in Param]: string }
    : unknown;
