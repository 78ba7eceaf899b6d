import type { OutboxEntry, StorageFault } from "./edit.ts";

/** Where entries outlive the page. A rejected promise says that nothing was written. */
export type OutboxStore = { put(entry: OutboxEntry): Promise<void>; remove(key: string): Promise<void> };

export type Clock = { set(run: () => void, ms: number): unknown; clear(timer: unknown): void; now(): number };

type Options = {
  store: OutboxStore;
  clock: Clock;
  /** What is stored on the device has changed. */
  changed(): void;
  /** Storage begins to fail. */
  failed(fault: StorageFault): void;
};

/** Storage that has not answered by then counts as failed: edits must not wait for it. */
const timeoutMs = 3_000;

const faultFrom = (error: unknown): StorageFault =>
  (error as Error | undefined)?.name === "QuotaExceededError" ? "full" : "unavailable";

export type OutboxWriter = ReturnType<typeof createOutboxWriter>;

/** Writes to the outbox, and knows which entries are not stored on the device. */
export function createOutboxWriter({ store, clock, changed, failed }: Options) {
  /** The last write of each key, while it is under way. */
  const writing = new Map<string, object>();
  /** Holds no more than what waits to be sent. */
  const unstored = new Map<string, { entry: OutboxEntry; fault: StorageFault }>();
  /** How the last write ended. */
  let fault: StorageFault | undefined;
  let last: Promise<void> = Promise.resolve();

  function fail(error: unknown) {
    const before = fault;
    fault = faultFrom(error);
    if (before === undefined) failed(fault);
  }

  const put = (entry: OutboxEntry): Promise<void> => {
    const { key } = entry;
    const write = {};
    writing.set(key, write);
    const ended = new Promise<void>((end) => {
      const miss = (error: unknown) => {
        fail(error);
        if (writing.get(key) === write) unstored.set(key, { entry, fault: faultFrom(error) });
        changed();
        end();
      };
      const timer = clock.set(() => miss(undefined), timeoutMs);
      const stored = store.put(entry).then(() => {
        fault = undefined;
        if (writing.get(key) === write && unstored.delete(key)) changed();
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

    /** An entry that stays behind is sent again after a reload. The service recognises it by its key or its value. */
    remove(key: string) {
      writing.delete(key);
      if (unstored.delete(key)) changed();
      store.remove(key).catch(fail);
    },

    /** Resolves when everything that was put is stored, and at once while storage fails. */
    written: (): Promise<void> => (fault ? Promise.resolve() : last),

    /** Tries again to store what could not be stored: there may be room now. */
    again() {
      for (const { entry } of unstored.values()) void put(entry);
    },

    fail,
    /** Why this entry is not stored on the device. */
    faultOf: (key: string): StorageFault | undefined => unstored.get(key)?.fault,
  };
}
