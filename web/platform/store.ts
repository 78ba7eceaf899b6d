import { useSyncExternalStore } from "react";
import { readText, writeText } from "./local-text.ts";

export type Store<T> = { get(): T; set(next: T | ((now: T) => T)): void; subscribe(listener: () => void): () => void };

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const made = typeof next === "function" ? (next as (now: T) => T)(value) : next;
      if (Object.is(made, value)) return;
      value = made;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store whose value outlives the page. */
export function createStoredStore<T>(key: string, initial: T): Store<T> {
  let stored = initial;
  try {
    const text = readText(key);
    if (text) stored = JSON.parse(text) as T;
  } catch {
    // A damaged value must not stop the page from starting.
  }
  const store = createStore(stored);
  store.subscribe(() => writeText(key, JSON.stringify(store.get())));
  return store;
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
