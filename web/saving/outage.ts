import type { Clock } from "./outbox-writer.ts";

const firstRetryMs = 1_000;
const lastRetryMs = 15_000;
/** A gateway may ask for hours. Nobody who has the page open should wait that long. */
const mostRetryAfterMs = 300_000;

export type Outage = ReturnType<typeof createOutage>;

/** Whether the service is away, and when to try again: less and less often, or when it asks for it. */
export function createOutage(clock: Clock, retry: () => void) {
  let away = false;
  let attempt = 0;
  let timer: unknown;
  return {
    isAway: () => away,

    begin(retryAfterMs: number | undefined) {
      away = true;
      clock.clear(timer);
      const wait =
        retryAfterMs === undefined
          ? Math.min(lastRetryMs, firstRetryMs * 2 ** attempt)
          : Math.max(firstRetryMs, Math.min(mostRetryAfterMs, retryAfterMs));
      attempt++;
      timer = clock.set(retry, wait);
    },

    /** Something is being tried now. */
    stopTimer: () => clock.clear(timer),
    /** The service has answered: the next outage begins with a short wait. */
    answered() {
      attempt = 0;
    },
    end() {
      away = false;
    },
  };
}
