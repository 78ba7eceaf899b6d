import type { Store } from "../platform/store.ts";
import type { Act, NewAct } from "../saving/act.ts";
import type { RecordRef } from "../saving/edit.ts";
import { type Done, importOf, isUndo, type Why } from "./done.ts";
import { createDoneEntries } from "./done-entries.ts";
import { type Acting, hearDone } from "./hear-done.ts";
import { importSet, undoneSet } from "./import-sets.ts";

type Options = {
  store: Store<readonly Done[]>;
  now(): number;
  describe(record: RecordRef): { name: string; projectId: string };
};

const isNext = new Set<Done["state"]>(["done", "saving"]);
const statesFor = {
  undo: new Set<Done["state"]>(["done", "saving", "redoing"]),
  redo: new Set<Done["state"]>(["undone", "undoing"]),
};

/** The list of what a person did in this tab, oldest first. Whatever goes through the save engine is in it. */
export function createDoneList({ store, now, describe }: Options) {
  const entries = createDoneEntries(store, now);
  const { find, ofAct, lastOf, change, remove, becomeUndone, becomeDone } = entries;
  let acting: Acting | undefined;

  const listener = hearDone({ entries, acting: () => acting, describe });
  const stick = (id: string, why: Why) => change(id, (entry) => ({ ...entry, state: "stuck", why }));

  return {
    listener,
    find,
    ofAct,
    lastOf,
    stick,
    /** What was done last in the project, and what was undone last. */
    nextUndo: (projectId: string) =>
      store.get().findLast((entry) => entry.projectId === projectId && isNext.has(entry.state)),
    nextRedo: (projectId: string) =>
      store
        .get()
        .filter((entry) => entry.projectId === projectId && entry.state === "undone")
        .toSorted((a, b) => (a.undone ?? 0) - (b.undone ?? 0))
        .at(-1),

    /** Whether there is, or will be when the service has answered, something to undo or redo. */
    can: (way: "undo" | "redo", projectId: string) =>
      store.get().some((entry) => entry.projectId === projectId && statesFor[way].has(entry.state)),

    /** What `run` does is part of undoing or redoing the entry, and no new one. */
    during<T>(id: string, way: Acting["way"], run: () => T): T {
      acting = { id, way };
      try {
        return run();
      } finally {
        acting = undefined;
      }
    },

    /** An act that is not sent yet is about to be taken back; this is how to do it again. */
    takingBack: (id: string, again: NewAct) => change(id, (entry) => ({ ...entry, again })),

    /** The old value was typed again, or the new one. */
    typedBack: (id: string) => becomeUndone(id, []),
    typedAgain: (id: string) => becomeDone(id, find(id)?.sets ?? []),

    /** Somebody lets an import go on, here: it is an entry from now on, and can be stopped by undoing it. */
    imported({ id, projectId, fileName }: { id: string; projectId: string; fileName: string }) {
      const known = store.get().find((entry) => importOf(entry) === id);
      const did = { title: { what: "importFile" as const, name: fileName }, importId: id };
      becomeDone(known?.id ?? entries.add({ projectId, did, state: "done" }), [importSet(id)]);
    },

    /** An import is being undone or redone, or that is over. */
    importBecomes(importId: string, state: "undoing" | "undone" | "redoing" | "done") {
      const entry = store.get().find((one) => importOf(one) === importId);
      if (!entry) return;
      if (state === "undone") becomeUndone(entry.id, [undoneSet(importId)]);
      else if (state === "done") becomeDone(entry.id, [importSet(importId)]);
      else change(entry.id, ({ why: _, ...one }) => ({ ...one, state }));
    },

    /** The service has answered every request of an act. `kept`: why some of an undo was not done. */
    settled(act: Act, kept?: Why) {
      const entry = ofAct(act);
      if (!entry) return;
      const { changeSet } = act;
      const undoes = act.title.what === "undo";
      if (changeSet) (undoes ? becomeUndone : becomeDone)(entry.id, [changeSet]);
      else if (act.done < act.requests.length) listener.dropped(act);
      else if (undoes && kept) stick(entry.id, kept);
      else remove(({ id }) => id === entry.id);
    },

    /** The service refuses to undo it, or to redo it. */
    refused(act: Act, why: Why) {
      const entry = ofAct(act);
      if (!entry || !isUndo(act)) return;
      if (act.title.what === "undo") stick(entry.id, why);
      else remove(({ id }) => id === entry.id);
    },
  };
}
