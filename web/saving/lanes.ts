import type { DoneListener } from "./done-listener.ts";
import { type Edit, type RecordData, type RecordRef, recordKey, valueAt } from "./edit.ts";
import { type Lane, newLane } from "./lane.ts";
import type { OutboxWriter } from "./outbox-writer.ts";
import type { SaveViews } from "./save-views.ts";
import type { TemporaryIds } from "./temporary-ids.ts";

type Options = {
  owner: string;
  writer: OutboxWriter;
  ids: TemporaryIds;
  views: SaveViews;
  done: DoneListener;
  nextOrder(): number;
};

/** Records of which it is remembered what was saved while nothing of theirs waits. */
const mostLanes = 1_000;

export type Lanes = ReturnType<typeof createLanes>;

/** The edits that wait, record by record. Each change is shown and stored. */
export function createLanes({ owner, writer, ids, views, done, nextOrder }: Options) {
  const lanes = new Map<string, Lane>();

  /** Makes room. All that is lost is the sign "saved" on a record that was left long ago. */
  function forgetIdle() {
    for (const lane of lanes.values()) {
      if (lanes.size < mostLanes) break;
      if (lane.edits.size > 0 || lane.inFlight !== undefined) continue;
      lanes.delete(recordKey(lane.record));
      views.forget(lane);
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
        lanes.delete(recordKey(lane.record));
        views.forget(lane);
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
