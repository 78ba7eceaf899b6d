const shortestMs = 1_000;
const longestMs = 60_000;

type Listeners = Record<string, (data: unknown) => void>;

/**
 * Listens until it is stopped. A browser reconnects by itself when a stream breaks off, but gives up on any other answer,
 * such as a 503 while the service starts. Then a new stream continues after the last event.
 */
export function listen(path: string, firstQuery: () => string, listeners: Listeners, refused: () => void): () => void {
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = "";
  let pauseMs = shortestMs;
  const open = () => {
    stream = new EventSource(`${path}?${lastEventId ? new URLSearchParams({ lastEventId }) : firstQuery()}`);
    for (const [name, heard] of Object.entries(listeners)) {
      stream.addEventListener(name, (event) => {
        lastEventId = event.lastEventId || lastEventId;
        heard(JSON.parse(event.data as string));
      });
    }
    stream.onopen = () => {
      pauseMs = shortestMs;
    };
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      refused();
      timer = setTimeout(open, pauseMs * (1 + Math.random()));
      pauseMs = Math.min(2 * pauseMs, longestMs);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}
