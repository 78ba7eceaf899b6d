import type { DoneListener } from "../saving/done-listener.ts";
import { type FieldPath, type RecordRef, sameValue } from "../saving/edit.ts";
import { type Done, type DoneField, type FieldChange, isField, isUndo, recordOf } from "./done.ts";
import { type DoneEntries, isOf } from "./done-entries.ts";

/** How an entry is being undone or redone: `again` sends an act that was taken back before it was sent. */
export type Acting = { id: string; way: "undo" | "redo" | "again" };

type Options = {
  entries: DoneEntries;
  /** What is done now is part of undoing or redoing this entry. */
  acting(): Acting | undefined;
  /** What the record is called, and the project that it is in. */
  describe(record: RecordRef): { name: string; projectId: string };
};

const stateOf = { undo: "undoing", redo: "redoing", again: "saving" } as const;

/** Typed and not sent yet, as far as the list knows. */
const isUnsent = ({ did, state, sets }: Done, record: RecordRef, field: FieldPath) =>
  state === "done" && sets.length === 0 && isOf(did, record, field);

/** Lists what the save engine tells. */
export function hearDone({ entries, acting, describe }: Options): DoneListener {
  /** What was typed in several visits may be saved in one request: then it can only be undone together. */
  function joinUnsent({ id, did }: DoneField) {
    const all = entries.all();
    const older = all
      .slice(
        0,
        all.findIndex((one) => one.id === id),
      )
      .filter((one) => isUnsent(one, did.record, did.field));
    const [oldest] = older;
    if (!oldest) return;
    const { before } = oldest.did as FieldChange;
    entries.remove((one) => older.includes(one));
    entries.change(id, (entry) => ({ ...entry, did: { ...did, before } }));
  }

  return {
    edited(record, field, before, after) {
      const own = acting();
      if (own) return own.way === "undo" ? undefined : own.id;
      const entry = entries
        .all()
        .findLast(({ did, open, state }) => open && state === "done" && isOf(did, record, field));
      if (!entry) {
        const { name, projectId } = describe(record);
        return entries.add({ projectId, did: { record, name, field, before, after }, state: "done", open: true });
      }
      // Typed back to what it was: there is nothing to undo.
      if (sameValue((entry.did as FieldChange).before, after)) entries.remove(({ id }) => id === entry.id);
      else entries.type(entry.id, after);
      return entry.id;
    },

    left(record) {
      for (const { id, did, open } of entries.all())
        if (open && isOf(did, record)) entries.change(id, ({ open: _, ...entry }) => entry);
    },

    saved(id, changeSet) {
      const entry = entries.find(id);
      if (!entry) return;
      if (isField(entry.did) && entry.sets.length === 0) joinUnsent(entry as DoneField);
      entries.change(id, (one) => ({ ...one, sets: [...one.sets, changeSet] }));
    },

    givenUp: (record, field) => entries.remove((entry) => isUnsent(entry, record, field)),

    added(act) {
      const own = acting();
      if (own) return entries.change(own.id, (entry) => ({ ...entry, state: stateOf[own.way], act: act.id }));
      if (isUndo(act) || entries.ofAct(act)) return;
      const record = recordOf(act);
      const did = { title: act.title, ...(record && { record }) };
      entries.add({ projectId: act.projectId, did, state: "saving", act: act.id });
    },

    made(temporary, id) {
      for (const { id: entry, did } of entries.all())
        if (did.record?.id === temporary)
          entries.change(entry, (one) => ({ ...one, did: { ...did, record: { ...did.record, id } } as Done["did"] }));
    },

    dropped(act) {
      const entry = entries.ofAct(act);
      if (!entry) return;
      if (entry.state === "undoing") entries.change(entry.id, (one) => ({ ...one, state: "done" }));
      else if (entry.state === "redoing") entries.change(entry.id, (one) => ({ ...one, state: "undone" }));
      else if (isUndo(act)) return;
      else if (entry.again) entries.becomeUndone(entry.id, []);
      else entries.remove(({ id }) => id === entry.id);
    },
  };
}
