import type { DoneListener } from "./done-listener.ts";
import {
  type Edit,
  type FieldPath,
  fieldKey,
  type Lane,
  type RecordData,
  type RecordRef,
  recordKey,
  sameValue,
  valueAt,
} from "./edit.ts";
import type { Clock, OutboxWriter } from "./outbox-writer.ts";
import type { SaveViews } from "./save-views.ts";
import type { TemporaryIds } from "./temporary-ids.ts";

const newLane = (record: RecordRef): Lane => ({
  record,
  edits: new Map(),
  due: new Set(),
  inFlight: undefined,
  timer: undefined,
  saved: new Set(),
  confirmed: new Map(),
});

/** False when the edit was given up, or saved, while a request was under way. */
export const isWaiting = (lane: Lane, edit: Edit) => lane.edits.get(edit.field) === edit;

type LaneOptions = {
  owner: string;
  writer: OutboxWriter;
  ids: TemporaryIds;
  views: SaveViews;
  done: DoneListener;
  nextOrder(): number;
};

/** Records of which it is remembered what was saved while nothing of theirs waits. */
const mostLanes = 1_000;

/** The records with an edit or, up to a number of them, with a sign that theirs is saved. */
function createLaneMap(ids: TemporaryIds, views: SaveViews) {
  const lanes = new Map<string, Lane>();

  function remove(lane: Lane) {
    lanes.delete(recordKey(lane.record));
    views.forget(lane);
  }

  /** Makes room. All that is lost is the sign "saved" on a record that was left long ago. */
  function forgetIdle() {
    for (const lane of lanes.values()) {
      if (lanes.size < mostLanes) break;
      if (lane.edits.size === 0 && lane.inFlight === undefined) remove(lane);
    }
  }

  function of(given: RecordRef): Lane {
    const record = ids.current(given);
    const key = recordKey(record);
    const known = lanes.get(key);
    if (known) return known;
    forgetIdle();
    const lane = newLane(record);
    lanes.set(key, lane);
    return lane;
  }

  return { lanes, of, remove };
}

export type Lanes = ReturnType<typeof createLanes>;

/** The edits that wait, record by record. Each change is shown and stored. */
export function createLanes({ owner, writer, ids, views, done, nextOrder }: LaneOptions) {
  const { lanes, of, remove } = createLaneMap(ids, views);

  function drop(lane: Lane, edit: Edit, saved: boolean) {
    lane.edits.delete(edit.field);
    lane.due.delete(edit.field);
    if (saved) lane.saved.add(edit.field);
    else lane.saved.delete(edit.field);
    writer.remove(edit.key);
    views.changed(lane, edit.field);
  }

  /** Somebody decided against it. */
  function giveUp(lane: Lane, edit: Edit) {
    drop(lane, edit, false);
    done.givenUp(lane.record, edit.field);
  }

  function update(lane: Lane, edit: Edit) {
    void writer.put(edit);
    views.changed(lane, edit.field);
  }

  return {
    all: () => lanes.values(),
    find: (record: RecordRef) => lanes.get(recordKey(ids.current(record))),
    of,
    drop,
    giveUp,
    update,

    /** The edit goes on from another value of the service. */
    rebase(lane: Lane, edit: Edit, baseline: unknown, etag: string | undefined) {
      edit.baseline = baseline;
      edit.etag = etag;
      edit.attempted = [];
      delete edit.hold;
      delete edit.failures;
      update(lane, edit);
    },

    /** What was created under a temporary id has its own now: its edits go there. */
    rename(temporary: string, id: string, data: RecordData, etag: string | undefined) {
      for (const lane of [...lanes.values()]) {
        if (lane.record.id !== temporary) continue;
        remove(lane);
        const next = of({ ...lane.record, id });
        for (const edit of lane.edits.values()) {
          // A list may have had it under its own id before: what was typed last counts.
          const other = next.edits.get(edit.field);
          if (other) writer.remove((other.order > edit.order ? edit : other).key);
          if (other && other.order > edit.order) continue;
          edit.record = next.record;
          edit.etag = etag;
          next.confirmed.set(edit.field, valueAt(data, edit.field));
          void writer.put(edit);
          next.edits.set(edit.field, edit);
          next.due.add(edit.field);
          views.refresh(next, edit.field);
        }
      }
    },

    /** Gives up every edit of a record that is never going to be created. */
    forget(id: string) {
      for (const lane of lanes.values())
        if (lane.record.id === id) for (const edit of [...lane.edits.values()]) giveUp(lane, edit);
    },

    /** Takes over an edit of an earlier tab; what is typed into the same field here wins. */
    adopt(left: Edit) {
      const lane = of(left.record);
      if (lane.edits.has(left.field)) return writer.remove(left.key);
      const edit = { ...left, record: lane.record, owner, order: nextOrder() };
      lane.edits.set(left.field, edit);
      void writer.put(edit);
      views.refresh(lane, left.field);
    },
  };
}

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
