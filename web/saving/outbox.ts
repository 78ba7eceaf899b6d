import { randomId } from "../random-id.ts";
import type { Act } from "./act.ts";
import type { Edit, Kept } from "./edit.ts";
import type { OutboxStore } from "./keeper.ts";
import { isForPerson, person } from "./person.ts";

const database = "catalog-editor";
const table = "outbox";
/** As long as a page with a temporary id in its address may still be opened again. */
const madeKeptMs = 7 * 86_400_000;
type Stored = Kept & { person?: string };
const tabLock = (owner: string) => `${database}-tab-${owner}`;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Held for as long as the tab lives. Not there over plain http on a network: then no tab can tell who else is alive. */
const hold = (name: string) =>
  new Promise<void>((taken, failed) => {
    const held = navigator.locks.request(name, () => {
      taken();
      return new Promise<never>(() => {});
    });
    held.catch(failed);
  });

export type Outbox = OutboxStore & { owner: string; orphans(): Promise<Kept[]> };

/**
 * The outbox in IndexedDB. Each tab holds a lock named after itself for as long as it lives; the edits of a tab
 * whose lock is gone were left behind by a crash or a reload, and exactly one living tab takes them: one of the person who
 * has typed them.
 */
export function openOutbox(): Outbox {
  const owner = randomId();
  const held = hold(tabLock(owner));
  // Whoever writes is told; a page on which nothing is typed has nothing to keep.
  held.catch(() => undefined);
  let opened: Promise<IDBDatabase> | undefined;

  /** Once for all, and anew where the browser has closed it or did not open it. */
  function ready(): Promise<IDBDatabase> {
    const forget = () => {
      opened = undefined;
    };
    opened ??= open().then((db) => Object.assign(db, { onclose: forget }));
    opened.catch(forget);
    return opened;
  }

  /** Ends when what `run` wrote is on the disk. What one call writes is there before what the next one does. */
  async function write(run: (store: IDBObjectStore) => void): Promise<void> {
    await held;
    const db = await ready();
    return new Promise((resolve, reject) => {
      const transaction = db.transaction(table, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      run(transaction.objectStore(table));
    });
  }

  return {
    owner,
    put(kept) {
      const copy: Stored = { ...structuredClone(kept), person: person() };
      return write((store) => store.put(copy));
    },
    remove: (key) => write((store) => store.delete(key)),
    async orphans() {
      await held;
      return navigator.locks.request(`${database}-adopt`, async () => {
        const locks = (await navigator.locks.query()).held ?? [];
        const alive = new Set(locks.map((lock) => lock.name));
        const left: Kept[] = [];
        await write((store) => {
          const request = store.getAll();
          request.onsuccess = () => {
            for (const kept of request.result as Stored[]) {
              if ("temporary" in kept) {
                if (kept.at > Date.now() - madeKeptMs) left.push(kept);
                else store.delete(kept.key);
              } else if (!alive.has(tabLock(kept.owner)) && isForPerson(kept.person)) {
                // Claimed inside the transaction: a second tab that asks now finds it owned by a living one.
                store.put({ ...kept, owner });
                left.push(kept satisfies Edit | Act);
              }
            }
          };
        });
        return left;
      });
    },
  };
}
