import { isForPerson, person } from "../platform/person.ts";
import { randomId } from "../platform/random-id.ts";
import type { Act } from "./act.ts";
import { type Edit, isGiven, type OutboxEntry } from "./edit.ts";
import type { OutboxStore } from "./outbox-writer.ts";

const database = "catalog-editor";
const table = "outbox";
/** How long a page with a temporary id in its address can still be opened again. */
const pairMs = 7 * 86_400_000;
type Stored = OutboxEntry & { person?: string };
const tabLock = (owner: string) => `${database}-tab-${owner}`;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Held for as long as the tab lives. Over plain http on a network there are no locks: then no tab can tell which others
 * are alive.
 */
const hold = (name: string) =>
  new Promise<void>((taken, failed) => {
    const held = navigator.locks.request(name, () => {
      taken();
      return new Promise<never>(() => {});
    });
    held.catch(failed);
  });

export type Outbox = OutboxStore & { owner: string; orphans(): Promise<OutboxEntry[]> };

/**
 * The outbox in IndexedDB. Each tab holds a lock named after itself for as long as it lives; the edits of a tab
 * whose lock is gone were left behind by a crash or a reload, and exactly one living tab takes them over: one of the
 * person who typed them.
 */
export function openOutbox(): Outbox {
  const owner = randomId();
  const held = hold(tabLock(owner));
  // A failure is reported when something is written; a page on which nothing is typed needs no storage.
  held.catch(() => undefined);
  let opened: Promise<IDBDatabase> | undefined;

  /** Opens the database on first use, and again if the browser closed it or could not open it. */
  function ready(): Promise<IDBDatabase> {
    const forget = () => {
      opened = undefined;
    };
    opened ??= open().then((db) => Object.assign(db, { onclose: forget }));
    opened.catch(forget);
    return opened;
  }

  /** Resolves when what `run` wrote is on disk. Calls are carried out in order. */
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
    put(entry) {
      const copy: Stored = { ...structuredClone(entry), person: person() };
      return write((store) => store.put(copy));
    },
    remove: (key) => write((store) => store.delete(key)),
    async orphans() {
      await held;
      return navigator.locks.request(`${database}-adopt`, async () => {
        const locks = (await navigator.locks.query()).held ?? [];
        const alive = new Set(locks.map((lock) => lock.name));
        const left: OutboxEntry[] = [];
        await write((store) => {
          const request = store.getAll();
          request.onsuccess = () => {
            for (const entry of request.result as Stored[]) {
              if (isGiven(entry)) {
                if (entry.at > Date.now() - pairMs) left.push(entry);
                else store.delete(entry.key);
              } else if (!alive.has(tabLock(entry.owner)) && isForPerson(entry.person)) {
                // Claimed inside the transaction: a second tab that asks now finds it owned by a living one.
                store.put({ ...entry, owner });
                left.push(entry satisfies Edit | Act);
              }
            }
          };
        });
        return left;
      });
    },
  };
}
