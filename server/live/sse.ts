const encoder = new TextEncoder();

/** One server-sent event. `data` is JSON, so it contains no line breaks. */
export const sseEvent = (name: string, data: string, id?: string): string =>
  `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${data}\n\n`;

export const sseBytes = (text: string): Uint8Array => encoder.encode(text);

/** A comment, which clients ignore. It keeps proxies and idle timeouts from closing the connection. */
export const heartbeat = sseBytes(":\n\n");

const shortestRetryMs = 1_000;
const retrySpreadMs = 2_000;

/** Spreads the reconnects of a node's listeners when it stops. */
export const retryLine = (): string => `retry: ${shortestRetryMs + Math.floor(Math.random() * retrySpreadMs)}\n\n`;

export const sseHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // nginx would hold events back until its buffer is full.
  "x-accel-buffering": "no",
} as const;
