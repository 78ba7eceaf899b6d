import { Problem } from "../http/problem.ts";

export type StoredImage = { name: string; size: number; modifiedAt: number };

/** A stored file: its size, and any range of its bytes. */
export type OpenedImage = { size: number; body(start: number, end: number): Blob | ReadableStream<Uint8Array> };

/**
 * Stores pictures under names made from their contents. Two writers of one name write the same bytes, so the last one
 * may win.
 */
export interface ImageStore {
  /** Where the pictures are, for messages. */
  readonly location: string;
  /** Whether its location names the same pictures on every machine. */
  readonly isShared: boolean;
  /** Rejects if the store does not answer, or this service may not use it. */
  check(): Promise<void>;
  /**
   * Replaces `file` by the picture, ready for `put`. False if the store already holds these bytes under the name; they
   * then count as put now.
   */
  prepare(name: string, bytes: Uint8Array, file: string): Promise<boolean>;
  /** Moves a finished file into the store. Resolves once it would survive a power cut; `file` is then gone. */
  put(name: string, file: string): Promise<void>;
  open(name: string): Promise<OpenedImage | undefined>;
  bytes(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  list(): AsyncIterable<StoredImage>;
  /** Removes a picture that was last put before `putBefore`. False if it is newer or does not exist. */
  remove(name: string, putBefore: number): Promise<boolean>;
}

/** For a full disk or a bucket that does not answer: the client may retry, and the log shows the cause. */
export function storeUnavailable(error: unknown): Problem {
  const problem = new Problem(
    "unavailable",
    "The image store cannot be read or written at the moment.",
    {},
    { "retry-after": "10" },
  );
  problem.cause = error;
  return problem;
}
