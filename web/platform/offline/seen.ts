import type { Query } from "@tanstack/react-query";
import { HttpError } from "../../../contract/client.ts";
import { queryClient } from "../api.ts";
import { person } from "../person.ts";
import { seenDatabase } from "./seen-database.ts";
import { mostAgeMs, mostBytesEach, type Size, surplus, weightOf } from "./seen-room.ts";

/** An answer as the screen last showed it: with what was saved since, and with what others changed. */
type Seen = { hash: string; person: string; at: number; data: unknown };

/**
 * Contents of the catalog, and what the person may do with them. Other people, keys, open sessions, the audit log, searches
 * and files of imports are not among them.
 */
const kinds = new Set<unknown>([
  "session",
  "projects",
  "tree",
  "node",
  "items",
  "counts",
  "item",
  "stale",
  "views",
  "texts",
  "progress",
  "history",
]);

const gatherMs = 1_000;

let opened: Promise<IDBDatabase> | undefined;
const due = new Map<string, Query>();

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(seenDatabase, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("answers", { keyPath: "hash" });
      request.result.createObjectStore("sizes", { keyPath: "hash" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const forget = () => {
    opened = undefined;
    due.clear();
  };
  opened.then((db) => {
    db.onclose = forget;
    // Someone signs out.
    db.onversionchange = () => {
      db.close();
      forget();
    };
  }, forget);
  return opened;
}

/** From now on, stores what the screen shows. */
export function rememberSeen() {
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) note(query);
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type === "success") note(event.query);
    // It is gone, or this person may not see it any more.
    else if (event.action.type === "error" && isRefusal(event.action.error)) void drop(event.query.queryHash);
  });
  document.addEventListener("visibilitychange", () => document.hidden && void write());
}

const isRefusal = (error: unknown) => error instanceof HttpError && error.status < 500;

function note(query: Query) {
  if (query.state.status !== "success" || !kinds.has(query.queryKey[0])) return;
  if (due.size === 0) setTimeout(() => void write(), gatherMs);
  due.set(query.queryHash, query);
}

async function write() {
  const noted = [...due.values()];
  due.clear();
  if (noted.length === 0) return;
  try {
    const transaction = (await database()).transaction(["answers", "sizes"], "readwrite");
    const answers = transaction.objectStore("answers");
    const sizes = transaction.objectStore("sizes");
    for (const { queryHash: hash, state } of noted) {
      const weight = weightOf(state.data, mostBytesEach);
      if (state.data === undefined || weight > mostBytesEach) continue;
      const at = state.dataUpdatedAt;
      answers.put({ hash, person: person(), at, data: state.data } satisfies Seen);
      sizes.put({ hash, at, weight } satisfies Size);
    }
    const listed = sizes.getAll();
    listed.onsuccess = () => {
      for (const hash of surplus(listed.result as Size[], Date.now())) {
        answers.delete(hash);
        sizes.delete(hash);
      }
    };
  } catch {
    // Without room, or where storage is forbidden, there is less to see without the network.
  }
}

async function drop(hash: string) {
  due.delete(hash);
  const db = await database().catch(() => undefined);
  const transaction = db?.transaction(["answers", "sizes"], "readwrite");
  for (const store of ["answers", "sizes"]) transaction?.objectStore(store).delete(hash);
}

const read = async (hash: string): Promise<Seen | undefined> => {
  const db = await database();
  return new Promise((resolve, reject) => {
    const request = db.transaction("answers").objectStore("answers").get(hash);
    request.onsuccess = () => resolve(request.result as Seen | undefined);
    request.onerror = () => reject(request.error);
  });
};

/** What another answer says about this one, and when that was read. */
export type Otherwise = (query: Query) => { data: unknown; at: number } | undefined;

/** Fills a query that cannot be answered now with what this person saw last. It stays stale, and is asked again. */
export async function restoreSeen(query: Query, otherwise: Otherwise) {
  const seen = kinds.has(query.queryKey[0]) ? await read(query.queryHash).catch(() => undefined) : undefined;
  const isUsable = seen && seen.person === person() && seen.at > Date.now() - mostAgeMs;
  const { data, at: updatedAt } = isUsable ? seen : (otherwise(query) ?? {});
  if (data !== undefined && updatedAt !== undefined && query.state.data === undefined)
    queryClient.setQueryData(query.queryKey, data, { updatedAt });
}
