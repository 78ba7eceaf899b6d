import type { Log } from "../http/logger.ts";
import { failUnexpectedly } from "./say.ts";

/** Less than the promised ten seconds, because ending the process takes time too, most of all on a busy machine. */
const patienceMs = 8_000;
/** For requests that are on their way on connections that were accepted a moment ago. */
const lastRequestsMs = 100;

type Stopping = {
  log: Log;
  /** For how long load balancers need requests answered after they could notice that the service stops. */
  delayMs(): number;
  /** Tells load balancers that the service is about to stop. */
  leave(): void;
  /** Accepts no more connections. Resolves when the last answer is sent; idle connections do not delay it. */
  closeServer(): Promise<void>;
  /** Refuses later requests, and ends streams and background work. */
  closeApp(): Promise<void>;
  closeDb(): Promise<void>;
};

/**
 * SIGTERM: the service leaves its load balancers, then accepts no more connections, finishes the requests in progress and
 * ends. SIGINT comes from a person who waits at a terminal, so it skips or ends the delay.
 */
export function stopOnSignals({ log, delayMs, leave, closeServer, closeApp, closeDb }: Stopping): void {
  let leaving = false;
  let ending = false;

  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), patienceMs).unref();
    // Right after the event loop has accepted what waited for it: what still waits when the server closes is reset.
    await new Promise(setImmediate);
    const serverClosed = closeServer();
    await Bun.sleep(lastRequestsMs);
    await closeApp();
    await serverClosed;
    await closeDb();
    process.exit(0);
  }
  function stop(signal: NodeJS.Signals, waitMs: number): void {
    if (!leaving) {
      leaving = true;
      log.info({ signal, delaySeconds: waitMs / 1_000 }, "stopping");
      leave();
    }
    if (waitMs > 0) setTimeout(() => end().catch(failUnexpectedly), waitMs);
    else end().catch(failUnexpectedly);
  }

  process.on("SIGINT", () => stop("SIGINT", 0));
  // npm and a service manager may both send it.
  process.on("SIGTERM", () => leaving || stop("SIGTERM", delayMs()));
}
