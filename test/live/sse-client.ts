import { until } from "../support/until.ts";

export type SseEvent = { event: string; id: string | undefined; data: unknown };

export type SseClient = {
  /** All events so far, in order. */
  readonly events: SseEvent[];
  readonly comments: number;
  readonly retryMs: number | undefined;
  readonly lastEventId: string | undefined;
  readonly ended: boolean;
  /** The error, if the connection did not end properly. */
  readonly failure: unknown;
  /** Resolves when an event passes the test, including earlier events. */
  until(test: (event: SseEvent) => boolean): Promise<SseEvent>;
  close(): void;
};

/** A plain reader of server-sent events, like a browser's EventSource but without automatic reconnection. */
export async function listen(
  url: string,
  lastEventId?: string,
  credentials: Record<string, string> = {},
): Promise<SseClient> {
  const abort = new AbortController();
  const response = await fetch(url, {
    headers: { ...credentials, ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const type = response.headers.get("content-type");
  if (type !== "text/event-stream") throw new Error(`Not an event stream: ${type}`);
  const client = {
    events: [] as SseEvent[],
    comments: 0,
    retryMs: undefined as number | undefined,
    lastEventId,
    ended: false,
    failure: undefined as unknown,
    async until(test: (event: SseEvent) => boolean): Promise<SseEvent> {
      let found: SseEvent | undefined;
      await until(() => {
        found = client.events.find(test);
        if (!found && client.ended) throw new Error("The stream ended first.");
        return found !== undefined;
      }, "the event has arrived");
      return found as unknown as SseEvent;
    },
    close: () => abort.abort(),
  };
  const take = (block: string) => {
    let event = "message";
    let data: string | undefined;
    for (const line of block.split("\n")) {
      const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (line.startsWith(":")) client.comments++;
      else if (field === "event") event = value;
      else if (field === "id") client.lastEventId = value;
      else if (field === "data") data = value;
      else if (field === "retry") client.retryMs = Number(value);
      else throw new Error(`Not a line of an event: ${line}`);
    }
    if (data !== undefined) client.events.push({ event, id: client.lastEventId, data: JSON.parse(data) });
  };
  void (async () => {
    const decoder = new TextDecoder();
    let text = "";
    try {
      for await (const chunk of response.body as ReadableStream<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          take(text.slice(0, end));
          text = text.slice(end + 2);
        }
      }
    } catch (error) {
      if (!abort.signal.aborted) client.failure = error;
    } finally {
      client.ended = true;
    }
  })();
  return client;
}
