const shortestMs = 1_000;
const longestMs = 60_000;

type Listeners = Record<string, (data: unknown) => void>;

/**
 * Listens until it is told to stop. A browser connects again by itself when a stream breaks off, but takes any other answer
 * for the last one: a 503 while the service starts, a proxy's page. Then another stream goes on after the last event.
 */
export function listen(path: string, firstQuery: () => string, listeners: Listeners): () => void {
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
