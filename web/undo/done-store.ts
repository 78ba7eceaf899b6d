import type { InfiniteData } from "@tanstack/react-query";
import type { TranslationPage } from "../../contract/search.ts";
import type { VersionedPage } from "../catalog/item-cache.ts";
import type { NodeKey, Tree } from "../catalog/tree.ts";
import { keys, queryClient, type Versioned } from "../platform/api.ts";
import { person } from "../platform/person.ts";
import { createStore } from "../platform/store.ts";
import { type RecordRef, recordKey } from "../saving/edit.ts";
import type { Done } from "./done.ts";
import { adopted } from "./done-entries.ts";
import { createDoneList } from "./done-list.ts";

const storageKey = "editor-done";
/** Long texts are in the list before and after. The browser gives a tab some megabytes. */
const mostCharacters = 1_000_000;
const storeMs = 1_000;

type Stored = { person: string; entries: Done[] };

function read(): Done[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Stored | null;
    return stored?.person === person() ? adopted(stored.entries) : [];
  } catch {
    // A damaged list must not stop the page from starting.
    return [];
  }
}

/** As many of the last entries as there is room for. What was never sent cannot be done again by another page. */
function write() {
  let entries = doneStore.get().filter(({ again }) => !again);
  const textOf = () => JSON.stringify({ person: person(), entries } satisfies Stored);
  let text = textOf();
  while (text.length > mostCharacters && entries.length > 0) {
    entries = entries.slice(Math.ceil(entries.length / 2));
    text = textOf();
  }
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    // The list lasts until the page is closed.
  }
}

/** What the person did in this tab, oldest first. */
export const doneStore = createStore<readonly Done[]>(read());

export const doneList = createDoneList({ store: doneStore, now: () => Date.now(), describe });

/** Keeps the list for the next page of this tab. Someone who types changes it with every letter. */
export function keepDoneList() {
  let isDue = false;
  doneStore.subscribe(() => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      write();
    }, storeMs);
  });
  addEventListener("pagehide", write);
}

/** Another person is here now. */
export const forgetDone = () => doneStore.set([]);

function describe(record: RecordRef) {
  const [, projectId = ""] = /^\/projects\/([^/]+)/.exec(location.pathname) ?? [];
  return { name: nameOf(record) ?? "", projectId: decodeURIComponent(projectId) };
}

/** The name of a record that is on the screen. */
function nameOf(record: RecordRef): string | undefined {
  const { kind, id } = record;
  const found = <T>(queryKey: readonly unknown[], pick: (data: T) => string | undefined) => {
    for (const [, data] of queryClient.getQueriesData<T>({ queryKey })) {
      const name = data && pick(data);
      if (name) return name;
    }
    return undefined;
  };
  const own = kind === "item" ? keys.item(id) : keys.node(kind, id);
  return (
    found<Versioned<{ name: string }>>(own, ({ data }) => data.name) ??
    (kind === "item"
      ? found<VersionedPage>(keys.pages, ({ items }) => items.find((item) => item.id === id)?.name)
      : found<Tree>(["tree"], ({ nodes }) => nodes.get(recordKey(record) as NodeKey)?.name)) ??
    found<InfiniteData<TranslationPage>>(
      ["texts"],
      ({ pages }) =>
        pages.flatMap(({ entries }) => entries).find((entry) => entry.kind === kind && entry.id === id)?.name?.original,
    )
  );
}
