import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Route } from "./routes.ts";

/** What a caller must be allowed to do. Every endpoint names one; none is exempt by the shape of its URL. */
type Permission =
  /** Nothing: signing in itself. */
  | "public"
  /** To be a person who has signed in: everything about oneself. */
  | "own"
  | "view"
  /** The texts of a language alone, or all fields: which, is decided by the fields that the request changes. */
  | "translate"
  | "edit"
  /** To administer people, keys and what leaves the service. */
  | "admin";

/**
 * One endpoint on the wire. The routes, the OpenAPI document and the typed client are all made from these, so
 * nothing about an endpoint is written twice.
 */
export type Endpoint = Route & {
  tag: string;
  summary: string;
  permission: Permission;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The most bytes that the body may have, and values that may be in it, where not those of `limits`. */
  bodyBytes?: number;
  bodyValues?: number;
  /** What `application/merge-patch+json` may hold, where it differs from `body`. */
  mergeBody?: z.ZodType;
  /** The body is multipart/form-data with one file under this name, or several. */
  upload?: { part: string; several: boolean };
  /** Read-only fields of the resource, as `field` or `object/field`: a client may send back what it was given. */
  ignored?: readonly string[];
  success: 200 | 201 | 204 | 302;
  response?: z.ZodType;
  /** The answer is a stream of server-sent events, by name. */
  stream?: Record<string, { data: z.ZodType; help: string }>;
  /** The answer depends on the language and carries Content-Language. */
  localized?: true;
  /** Errors beyond those that every endpoint of its method can give. */
  errors?: readonly ErrorCode[];
};

export const define = <const E extends Endpoint>(endpoint: E): E => endpoint;

/** The path parameters of an endpoint, read off its path. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? { [K in Param]: string } & PathParams<Rest>
  : Path extends `${string}:${infer Param}`
    ? { [K in Param]: string }
    : unknown;
