import type { Act } from "./act.ts";
import type { Edit, Kept } from "./edit.ts";
import { isForPerson, person } from "./person.ts";
import type { OutboxStore } from "./save-engine.ts";

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

export type Outbox = OutboxStore & { owner: string; orphans(): Promise<Kept[]> };

/**
 * The outbox in IndexedDB. Each tab holds a lock named after itself for as long as it lives; the edits of a tab
 * whose lock is gone were left behind by a crash or a reload, and exactly one living tab takes them: one of the person who
 * has typed them.
 */
export function openOutbox(): Outbox {
  const owner = crypto.randomUUID();
  const ready = open();
  const held = new Promise<void>((taken) => {
    void navigator.locks.request(tabLock(owner), () => {
      taken();
      return new Promise<never>(() => {});
    });
  });
  const write = async (run: (store: IDBObjectStore) => void) => {
    const db = await ready;
    run(db.transaction(table, "readwrite", { durability: "strict" }).objectStore(table));
  };
  return {
    owner,
    put: (kept) => {
      const copy: Stored = { ...structuredClone(kept), person: person() };
      void write((store) => store.put(copy));
    },
    remove: (key) => void write((store) => store.delete(key)),
    async orphans() {
      await held;
      return navigator.locks.request(`${database}-adopt`, async () => {
        const locks = (await navigator.locks.query()).held ?? [];
        const alive = new Set(locks.map((lock) => lock.name));
        const db = await ready;
        return new Promise<Kept[]>((resolve, reject) => {
          const transaction = db.transaction(table, "readwrite", { durability: "strict" });
          const store = transaction.objectStore(table);
          const request = store.getAll();
          const left: Kept[] = [];
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
          transaction.oncomplete = () => resolve(left);
          transaction.onerror = () => reject(transaction.error);
        });
      });
    },
  };
}
