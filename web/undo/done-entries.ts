import { randomId } from "../platform/random-id.ts";
import type { Store } from "../platform/store.ts";
import type { Act } from "../saving/act.ts";
import { type FieldPath, type RecordRef, recordKey } from "../saving/edit.ts";
import { type Done, type DoneField, type FieldChange, isField } from "./done.ts";

export const mostEntries = 100;

export const isOf = (did: Done["did"], record: RecordRef, field?: FieldPath): did is FieldChange =>
  isField(did) && recordKey(did.record) === recordKey(record) && (field === undefined || did.field === field);

export type DoneEntries = ReturnType<typeof createDoneEntries>;

/** The entries of the list, and the changes that they go through. */
export function createDoneEntries(store: Store<readonly Done[]>, now: () => number) {
  const change = (id: string, next: (entry: Done) => Done) =>
    store.set((entries) => entries.map((entry) => (entry.id === id ? next(entry) : entry)));

  const lastUndone = () => Math.max(0, ...store.get().map(({ undone = 0 }) => undone));

  return {
    all: store.get,
    find: (id: string) => store.get().find((entry) => entry.id === id),
    ofAct: ({ id }: Act) => store.get().find(({ act }) => act === id),
    change,

    /** The last entry of what was typed into this field, unless it was undone. */
    lastOf: (record: RecordRef, field: FieldPath) =>
      store.get().findLast((entry): entry is DoneField => entry.state !== "undone" && isOf(entry.did, record, field)),

    /** A new entry. What was undone before in the project cannot be redone after it. */
    add(given: Pick<Done, "projectId" | "did" | "state" | "act" | "open">): string {
      const entry: Done = { id: randomId(), at: now(), sets: [], back: [], ...given };
      const stays = ({ state, projectId }: Done) => state !== "undone" || projectId !== entry.projectId;
      store.set((entries) => [...entries.filter(stays), entry].slice(-mostEntries));
      return entry.id;
    },

    remove(isGone: (entry: Done) => boolean) {
      if (store.get().some(isGone)) store.set((entries) => entries.filter((entry) => !isGone(entry)));
    },

    /** The field of an open entry holds another value. */
    type: (id: string, after: unknown) =>
      change(id, (entry) => ({ ...entry, at: now(), did: { ...(entry.did as FieldChange), after } })),

    becomeUndone: (id: string, back: readonly string[]) =>
      change(id, ({ open: _, why: __, ...entry }) => ({ ...entry, state: "undone", back, undone: lastUndone() + 1 })),

    becomeDone: (id: string, sets: readonly string[]) =>
      change(id, ({ undone: _, why: __, again: ___, ...entry }) => ({ ...entry, state: "done", sets, back: [] })),
  };
}

/** The entries as an earlier page of this tab left them. Acts that were not sent come back from the outbox. */
export const adopted = (entries: readonly Done[]): Done[] =>
  entries.flatMap(({ open: _, ...entry }) => {
    if (entry.state === "saving" || entry.again) return [];
    if (entry.state === "undoing") return [{ ...entry, state: "done" }];
    return [entry.state === "redoing" ? { ...entry, state: "undone" } : entry];
  });
