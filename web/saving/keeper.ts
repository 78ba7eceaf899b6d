import type { Kept, StorageFault } from "./edit.ts";

/** Where what waits outlives the page. A promise that is rejected says that nothing was written. */
export type OutboxStore = { put(kept: Kept): Promise<void>; remove(key: string): Promise<void> };

export type Clock = { set(run: () => void, ms: number): unknown; clear(timer: unknown): void; now(): number };

type Options = {
  store: OutboxStore;
  clock: Clock;
  /** Other things are on the device now, or none are. */
  changed(): void;
  /** Storage begins to fail. */
  failed(fault: StorageFault): void;
};

/** Storage that has not answered by then counts as failed: what was typed must not wait for it. */
const patienceMs = 3_000;

const faultOf = (error: unknown): StorageFault =>
  (error as Error | undefined)?.name === "QuotaExceededError" ? "full" : "unavailable";

/** Writes to the outbox, and knows what of it is not on the device. */
export function createKeeper({ store, clock, changed, failed }: Options) {
  /** The last write of each key, while it is under way. */
  const writing = new Map<string, object>();
  /** No more than what waits to be sent. */
  const unkept = new Map<string, { kept: Kept; fault: StorageFault }>();
  /** How the last write ended. */
  let fault: StorageFault | undefined;
  let last: Promise<void> = Promise.resolve();

  function fail(error: unknown) {
    const before = fault;
    fault = faultOf(error);
    if (before === undefined) failed(fault);
  }

  const put = (kept: Kept): Promise<void> => {
    const { key } = kept;
    const write = {};
    writing.set(key, write);
    const ended = new Promise<void>((end) => {
      const miss = (error: unknown) => {
        fail(error);
        if (writing.get(key) === write) unkept.set(key, { kept, fault: faultOf(error) });
        changed();
        end();
      };
      const timer = clock.set(() => miss(undefined), patienceMs);
      const stored = store.put(kept).then(() => {
        fault = undefined;
        if (writing.get(key) === write && unkept.delete(key)) changed();
        end();
      }, miss);
      void stored.then(() => {
        clock.clear(timer);
        if (writing.get(key) === write) writing.delete(key);
      });
    });
    last = last.then(() => ended);
    return ended;
  };

  return {
    put,

    /** What stays behind all the same is sent again after a reload, and the service knows it by its key or its value. */
    remove(key: string) {
      writing.delete(key);
      if (unkept.delete(key)) changed();
      store.remove(key).catch(fail);
    },

    /** When all that was put is on the device; at once where it cannot be. */
    written: (): Promise<void> => (fault ? Promise.resolve() : last),

    /** There may be room again. */
    again() {
      for (const { kept } of unkept.values()) void put(kept);
    },

    fail,
    /** Why this is not on the device. */
    faultOf: (key: string): StorageFault | undefined => unkept.get(key)?.fault,
  };
}
