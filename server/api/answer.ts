/** What a handler answers in JSON; `undefined` is an answer without a body, and a `Response` goes out as it is. */
export type Answer = {
  body: string | Uint8Array;
  etag?: string;
  language?: string;
  headers?: Record<string, string> | undefined;
};

/** What was only read may be kept ready as a blob, which is sent without a copy. */
export type ReadAnswer = Omit<Answer, "body"> & { body: Answer["body"] | Blob };
