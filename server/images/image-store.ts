import { Problem } from "../http/problem.ts";

export type StoredImage = { name: string; size: number; modifiedAt: number };

/** What is in the store under a name: its size, and any part of it. */
export type OpenedImage = { size: number; body(start: number, end: number): Blob | ReadableStream<Uint8Array> };

/**
 * Where pictures are kept, under names made from their contents. Two writers of one name write the same bytes, so
 * the last one may win.
 */
export interface ImageStore {
  /** Where the pictures are, in words for people. */
  readonly location: string;
  /**
   * Writes a picture to `file`, in place of what is there, for `put` to take in. False if there is nothing to put: the
   * store has these very bytes under the name, and they count as put in this moment.
   */
  prepare(name: string, bytes: Uint8Array, file: string): Promise<boolean>;
  /** Takes a finished file in. Resolves once it would survive a power cut; `file` is gone then. */
  put(name: string, file: string): Promise<void>;
  open(name: string): Promise<OpenedImage | undefined>;
  bytes(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  list(): AsyncIterable<StoredImage>;
  /** Removes what was last put before `putBefore`. False if it is newer, or not there. */
  remove(name: string, putBefore: number): Promise<boolean>;
}

/** The disk is full, the bucket does not answer: the client may try again, and the log tells the operator. */
export function storeUnavailable(error: unknown): Problem {
  const problem = new Problem(
    "unavailable",
    "The store of pictures cannot be read or written right now.",
    {},
    { "retry-after": "10" },
  );
  problem.cause = error;
  return problem;
}
