import { contentEtag } from "../http/conditional.ts";

/** The JSON answer of a handler. A handler may also return `undefined` for no body, or a whole `Response`. */
export type Answer = {
  body: string | Uint8Array;
  /** That of `otherSuccess`; without it, the endpoint's `success`. */
  status?: 200;
  etag?: string;
  language?: string;
  headers?: Record<string, string> | undefined;
};

/** The answer to a GET. Its body may be a blob from the cache, which is sent without a copy. */
export type ReadAnswer = Omit<Answer, "body"> & { body: Answer["body"] | Blob };

/** A value as JSON, with the entity tag of its content. */
export function json(value: unknown, more: Omit<Answer, "body" | "etag"> = {}): Answer {
  const body = JSON.stringify(value);
  return { body, etag: contentEtag(body), ...more };
}
