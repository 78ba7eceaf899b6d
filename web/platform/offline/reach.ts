import { CatalogError, HttpError } from "../../../contract/client.ts";
import { isAway, isThere, queryClient } from "../api.ts";
import { createStore } from "../store.ts";
import { isGatewayFault } from "./build-cache.ts";
import type { Otherwise } from "./seen.ts";

/** Whether the service is out of reach. */
export const awayStore = createStore(false);

const lookMs = 4_000;
let looking: Promise<void> | undefined;

const pause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lookMs);
    addEventListener(
      "online",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

async function look() {
  while (!(await isThere())) {
    awayStore.set(true);
    await pause();
  }
  looking = undefined;
  if (!awayStore.get()) return;
  awayStore.set(false);
  void queryClient.refetchQueries({ type: "active", predicate: (query) => query.isStale() });
}

/** Something got no answer. Resolves when the service is there; then what is shown is read again. */
export function untilThere(): Promise<void> {
  looking ??= look();
  return looking;
}

/** What the service answers is shown as it is, and what a proxy answers unless that means: the service is away. */
const isAnswer = (error: unknown) =>
  error instanceof CatalogError || (error instanceof HttpError && !isGatewayFault(error.status));

/** Where the service does not answer, shows what was last seen, or what `otherwise` knows. */
export function watchReach(otherwise: Otherwise) {
  addEventListener("offline", () => void untilThere());
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { action, query } = event;
    if ((action.type !== "failed" && action.type !== "error") || !isAway(action.error)) return;
    void untilThere();
    if (query.state.data !== undefined || isAnswer(action.error)) return;
    if (navigator.serviceWorker?.controller)
      import("./seen.ts").then(
        ({ restoreSeen }) => restoreSeen(query, otherwise),
        () => undefined,
      );
  });
}
