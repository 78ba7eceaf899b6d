const encoder = new TextEncoder();

/** One server-sent event. `data` is JSON, so it has no line breaks of its own. */
export const sseEvent = (name: string, data: string, id?: string): string =>
  `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${data}\n\n`;

export const sseBytes = (text: string): Uint8Array => encoder.encode(text);

/** Nothing to the client; enough for proxies and for the idle timeout of the connection. */
export const heartbeat = sseBytes(":\n\n");

const shortestRetryMs = 1_000;
const retrySpreadMs = 2_000;

/** When a node stops, its listeners come back spread over some time. */
export const retryLine = (): string => `retry: ${shortestRetryMs + Math.floor(Math.random() * retrySpreadMs)}\n\n`;

export const sseHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // nginx would keep events back until its buffer is full.
  "x-accel-buffering": "no",
} as const;
