import type { DoneListener } from "./done-listener.ts";
import { type Edit, type FieldPath, fieldKey, type RecordRef, sameValue } from "./edit.ts";
import type { Lane } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import type { Clock } from "./outbox-writer.ts";

export const quietMs = 500;

type Options = {
  owner: string;
  lanes: Lanes;
  clock: Clock;
  done: DoneListener;
  nextOrder(): number;
  sendDue(lane: Lane): Promise<void>;
};

/** What a person does to one field: types, leaves it, or decides about a refusal or a conflict. */
export function createFieldEdits({ owner, lanes, clock, done, nextOrder, sendDue }: Options) {
  function sendNow(record: RecordRef) {
    const lane = lanes.find(record);
    if (!lane) return;
    clock.clear(lane.timer);
    for (const field of lane.edits.keys()) lane.due.add(field);
    void sendDue(lane);
  }

  const find = (record: RecordRef, field: FieldPath): { lane?: Lane; edit?: Edit } => {
    const lane = lanes.find(record);
    const edit = lane?.edits.get(field);
    return lane && edit ? { lane, edit } : {};
  };

  /** As far as is known here: a list that is behind may show another value than the one that was saved. */
  const isStored = ({ confirmed }: Lane, { field, value, baseline }: Edit) =>
    sameValue(value, baseline) && (!confirmed.has(field) || sameValue(value, confirmed.get(field)));

  return {
    /** The field was left. */
    flush(record: RecordRef) {
      done.left(lanes.find(record)?.record ?? record);
      sendNow(record);
    },

    /** Someone typed. `baseline` and `etag` are what the field showed before, and its version if known. */
    edit(given: RecordRef, field: FieldPath, value: unknown, baseline: unknown, etag: string | undefined) {
      const lane = lanes.of(given);
      const { record } = lane;
      let edit = lane.edits.get(field);
      const before = edit ? edit.value : baseline;
      if (!edit) {
        if (sameValue(value, baseline)) return;
        const key = `${owner}|${fieldKey(record, field)}`;
        edit = { key, owner, order: nextOrder(), record, field, value, baseline, etag, attempted: [] };
        lane.edits.set(field, edit);
      }
      edit.value = value;
      if (!sameValue(value, before)) edit.entry = done.edited(record, field, before, value);
      if (edit.hold?.kind === "rejected") delete edit.hold;
      if (lane.inFlight !== field && edit.attempted.length === 0 && isStored(lane, edit))
        return lanes.drop(lane, edit, lane.saved.has(field));
      // Typing into one field means that the others were left.
      for (const other of lane.edits.keys()) if (other !== field) lane.due.add(other);
      lane.due.delete(field);
      clock.clear(lane.timer);
      lane.timer = clock.set(() => sendNow(record), quietMs);
      lanes.update(lane, edit);
    },

    resolve(record: RecordRef, field: FieldPath, choice: "yours" | "theirs") {
      const { lane, edit } = find(record, field);
      if (!lane || edit?.hold?.kind !== "conflict") return;
      if (choice === "theirs") return lanes.giveUp(lane, edit);
      lanes.rebase(lane, edit, edit.hold.theirs, edit.hold.etag);
      sendNow(record);
    },

    /** Tries a refused edit again as it is. */
    retry(record: RecordRef, field: FieldPath) {
      const { lane, edit } = find(record, field);
      if (!lane || !edit) return;
      delete edit.hold;
      lanes.update(lane, edit);
      sendNow(record);
    },

    discard(record: RecordRef, field: FieldPath) {
      const { lane, edit } = find(record, field);
      if (lane && edit) lanes.giveUp(lane, edit);
    },
  };
}
