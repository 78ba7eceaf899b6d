import type { Act } from "./act.ts";
import type { FieldPath, FieldState, FieldView, Lane, RecordRef, SaveSummary, StorageFault } from "./edit.ts";
import { fieldKey } from "./edit.ts";

type Options = {
  /** The record under the id that it has now. */
  current(record: RecordRef): RecordRef;
  lanes(): Iterable<Lane>;
  /** The acts that wait, and those that someone must decide about. */
  acts(): { pending: readonly Act[]; refused: readonly Act[] };
  isAway(): boolean;
  /** Why this entry is not stored on the device. */
  faultOf(key: string): StorageFault | undefined;
};

const idle: FieldView = { draft: undefined, state: { status: "idle" } };

export type SaveViews = ReturnType<typeof createSaveViews>;

/** The state of each field and of everything together, for the parts of the screen that show it. */
export function createSaveViews({ current, lanes, acts, isAway, faultOf }: Options) {
  const views = new Map<string, FieldView>();
  const fieldListeners = new Map<string, Set<() => void>>();
  const summaryListeners = new Set<() => void>();
  let summary: SaveSummary = {
    status: "saved",
    unsaved: 0,
    problems: [],
    pending: [],
    refused: [],
    storageFault: undefined,
  };

  function stateOf(lane: Lane, field: FieldPath): FieldState {
    const edit = lane.edits.get(field);
    if (!edit) return { status: lane.saved.has(field) ? "saved" : "idle" };
    if (edit.hold?.kind === "rejected") return { status: "failed", reason: edit.hold.reason };
    if (edit.hold?.kind === "conflict") return { status: "conflict", yours: edit.value, theirs: edit.hold.theirs };
    return isAway() ? { status: "waiting", stored: faultOf(edit.key) === undefined } : { status: "saving" };
  }

  function refresh(lane: Lane, field: FieldPath) {
    const edit = lane.edits.get(field);
    const key = fieldKey(lane.record, field);
    const state = stateOf(lane, field);
    if (state.status === "idle") views.delete(key);
    else views.set(key, { draft: edit && { value: edit.value }, state });
    for (const listener of fieldListeners.get(key) ?? []) listener();
  }

  function summarise() {
    const problems: SaveSummary["problems"] = [];
    let unsaved = 0;
    let storageFault: StorageFault | undefined;
    for (const lane of lanes()) {
      for (const edit of lane.edits.values()) {
        unsaved++;
        storageFault ??= faultOf(edit.key);
        if (edit.hold) problems.push({ record: lane.record, field: edit.field, state: stateOf(lane, edit.field) });
      }
    }
    const { pending, refused } = acts();
    for (const act of [...pending, ...refused]) storageFault ??= faultOf(act.key);
    const moving = unsaved > problems.length || pending.length > 0;
    const attention = problems.length + refused.length > 0;
    const status = moving && isAway() ? "waiting" : attention ? "attention" : moving ? "saving" : "saved";
    summary = { status, unsaved: unsaved + pending.length + refused.length, problems, pending, refused, storageFault };
    for (const listener of summaryListeners) listener();
  }

  return {
    refresh,
    summarise,

    changed(lane: Lane, field: FieldPath) {
      refresh(lane, field);
      summarise();
    },

    refreshAll() {
      for (const lane of lanes()) for (const field of lane.edits.keys()) refresh(lane, field);
      summarise();
    },

    forget(lane: Lane) {
      for (const field of [...lane.saved, ...lane.edits.keys()]) views.delete(fieldKey(lane.record, field));
    },

    read: {
      view: (record: RecordRef, field: FieldPath): FieldView => views.get(fieldKey(current(record), field)) ?? idle,
      summary: (): SaveSummary => summary,

      onField(record: RecordRef, field: FieldPath, listener: () => void): () => void {
        const key = fieldKey(current(record), field);
        const set = fieldListeners.get(key) ?? new Set();
        fieldListeners.set(key, set.add(listener));
        return () => {
          set.delete(listener);
          if (set.size === 0) fieldListeners.delete(key);
        };
      },
      onSummary(listener: () => void): () => void {
        summaryListeners.add(listener);
        return () => summaryListeners.delete(listener);
      },
    },
  };
}
