import type { Act, ActOutcome, NewAct } from "./act.ts";
import { createActQueue, type SendAct } from "./act-queue.ts";
import {
  type Edit,
  type FieldPath,
  type FieldState,
  type FieldView,
  type Kept,
  type Reason,
  type RecordData,
  type RecordRef,
  recordKey,
  type SaveSummary,
  sameValue,
  valueAt,
} from "./edit.ts";

export type PatchOutcome =
  | { kind: "saved"; data: RecordData; etag: string | undefined; changeSet?: string | null }
  | { kind: "conflict" }
  | { kind: "rejected"; reason: Reason }
  | { kind: "unreachable"; retryAfterMs?: number };

export type ReadOutcome =
  | { kind: "found"; data: RecordData; etag: string | undefined }
  | { kind: "rejected"; reason: Reason }
  | { kind: "unreachable"; retryAfterMs?: number };

type Transport = {
  patch(record: RecordRef, field: FieldPath, value: unknown, etag: string | undefined): Promise<PatchOutcome>;
  read(record: RecordRef): Promise<ReadOutcome>;
  act: SendAct;
};

export type OutboxStore = { put(kept: Kept): void; remove(key: string): void };

type Clock = { set(run: () => void, ms: number): unknown; clear(timer: unknown): void; now(): number };

export type SaveEngineOptions = {
  transport: Transport;
  store: OutboxStore;
  clock: Clock;
  /** Names the tab, so that two tabs never send the same edit. */
  owner: string;
  /** What the service has now, told after every answer. */
  onRecord(record: RecordRef, data: RecordData, etag: string | undefined): void;
  /** A field was saved, in this change set. */
  onSaved(record: RecordRef, field: FieldPath, changeSet: string | null | undefined): void;
  /** What an act created has its own id. */
  onMade(act: Act, data: RecordData, etag: string | undefined): void;
  /** Brings the screen up to date with what an act did. `late`: nobody has been waiting for it. */
  onAct(act: Act, answers: unknown[], late: boolean): Promise<void>;
  onRefused(act: Act, reason: Reason, late: boolean): void;
  /** The service was away, and now has everything: so many edits and acts. */
  onBack(sent: number): void;
};

type Lane = {
  record: RecordRef;
  edits: Map<FieldPath, Edit>;
  due: Set<FieldPath>;
  inFlight: FieldPath | undefined;
  timer: unknown;
  saved: Set<FieldPath>;
  /** What the service last confirmed of ours: an edit begun a moment before the answer was drawn meets it as its own. */
  confirmed: Map<FieldPath, unknown>;
};

export const quietMs = 500;
const firstRetryMs = 1_000;
const lastRetryMs = 15_000;
/** Records of which it is remembered what was saved, as long as nothing of theirs waits. */
const mostLanes = 1_000;
const idle: FieldView = { draft: undefined, state: { status: "idle" } };

/**
 * Everything that someone types or does goes through here. Rules it keeps: one request in flight per record, one
 * field per request; an answer never replaces what was typed since; what the service has not confirmed stays in the
 * outbox; an act goes out when all that was typed before it is there, and before all that was typed after it; after an
 * outage everything is sent one by one in the order in which it was done.
 */
export function createSaveEngine(options: SaveEngineOptions) {
  const { transport, store, clock, owner, onRecord } = options;
  const lanes = new Map<string, Lane>();
  const views = new Map<string, FieldView>();
  const fieldListeners = new Map<string, Set<() => void>>();
  const summaryListeners = new Set<() => void>();
  let summary: SaveSummary = { status: "saved", unsaved: 0, problems: [], pending: [], refused: [] };
  let order = 0;
  let away = false;
  let draining = false;
  let drained = 0;
  let attempt = 0;
  let retryTimer: unknown;

  const queue = createActQueue({
    owner,
    store,
    send: transport.act,
    now: clock.now,
    nextOrder: () => ++order,
    changed: () => summarise(),
    made(act, id, data, etag) {
      options.onMade(act, data, etag);
      if (act.makes) rename(act.makes, id, data, etag);
    },
    forget(temporary) {
      for (const lane of lanes.values())
        if (lane.record.id === temporary) for (const edit of [...lane.edits.values()]) drop(lane, edit, false);
    },
    settle: (act, answers) => options.onAct(act, answers, draining),
    refused: (act, reason) => options.onRefused(act, reason, draining),
  });

  const viewKey = (record: RecordRef, field: FieldPath) => `${recordKey(record)}/${field}`;

  function laneOf(record: RecordRef): Lane {
    const key = recordKey(record);
    const known = lanes.get(key);
    if (known) return known;
    for (const old of lanes.values()) {
      if (lanes.size < mostLanes) break;
      if (old.edits.size === 0 && old.inFlight === undefined) forgetLane(old);
    }
    const lane: Lane = {
      record,
      edits: new Map(),
      due: new Set(),
      inFlight: undefined,
      timer: undefined,
      saved: new Set(),
      confirmed: new Map(),
    };
    lanes.set(key, lane);
    return lane;
  }

  /** Nothing of it waits: all that is lost is the sign that it was saved, on a record that was left long ago. */
  function forgetLane(lane: Lane) {
    lanes.delete(recordKey(lane.record));
    for (const field of lane.saved) views.delete(viewKey(lane.record, field));
  }

  function stateOf(lane: Lane, field: FieldPath): FieldState {
    const edit = lane.edits.get(field);
    if (!edit) return { status: lane.saved.has(field) ? "saved" : "idle" };
    if (edit.hold?.kind === "rejected") return { status: "failed", reason: edit.hold.reason };
    if (edit.hold?.kind === "conflict") return { status: "conflict", yours: edit.value, theirs: edit.hold.theirs };
    return { status: away ? "waiting" : "saving" };
  }

  function refresh(lane: Lane, field: FieldPath) {
    const edit = lane.edits.get(field);
    const key = viewKey(lane.record, field);
    const state = stateOf(lane, field);
    if (state.status === "idle") views.delete(key);
    else views.set(key, { draft: edit && { value: edit.value }, state });
    for (const listener of fieldListeners.get(key) ?? []) listener();
  }

  function summarise() {
    const problems: SaveSummary["problems"] = [];
    let unsaved = 0;
    for (const lane of lanes.values()) {
      for (const edit of lane.edits.values()) {
        unsaved++;
        if (edit.hold) problems.push({ record: lane.record, field: edit.field, state: stateOf(lane, edit.field) });
      }
    }
    const pending = queue.pending();
    const refused = queue.held();
    const moving = unsaved > problems.length || pending.length > 0;
    const attention = problems.length + refused.length > 0;
    const status = moving && away ? "waiting" : attention ? "attention" : moving ? "saving" : "saved";
    summary = { status, unsaved: unsaved + pending.length + refused.length, problems, pending, refused };
    for (const listener of summaryListeners) listener();
  }

  function changed(lane: Lane, field: FieldPath) {
    refresh(lane, field);
    summarise();
  }

  function refreshAll() {
    for (const lane of lanes.values()) for (const field of lane.edits.keys()) refresh(lane, field);
    summarise();
  }

  function drop(lane: Lane, edit: Edit, saved: boolean) {
    lane.edits.delete(edit.field);
    lane.due.delete(edit.field);
    if (saved) lane.saved.add(edit.field);
    else lane.saved.delete(edit.field);
    store.remove(edit.key);
    changed(lane, edit.field);
  }

  function rebase(lane: Lane, edit: Edit, baseline: unknown, etag: string | undefined) {
    edit.baseline = baseline;
    edit.etag = etag;
    edit.attempted = [];
    delete edit.hold;
    store.put(edit);
    changed(lane, edit.field);
  }

  const isOurs = (lane: Lane, edit: Edit, theirs: unknown) =>
    sameValue(theirs, edit.baseline) ||
    edit.attempted.some((value) => sameValue(value, theirs)) ||
    (lane.confirmed.has(edit.field) && sameValue(lane.confirmed.get(edit.field), theirs));

  /** The service has something else than the edit began with: is it ours, or someone else's? */
  function meet(lane: Lane, edit: Edit, data: RecordData, etag: string | undefined) {
    onRecord(lane.record, data, etag);
    const theirs = valueAt(data, edit.field);
    if (sameValue(theirs, edit.value)) drop(lane, edit, true);
    else if (isOurs(lane, edit, theirs)) rebase(lane, edit, theirs, etag);
    else {
      edit.hold = { kind: "conflict", theirs, etag };
      store.put(edit);
      changed(lane, edit.field);
    }
  }

  /** Sends one edit; false when the service could not be reached. */
  async function send(lane: Lane, edit: Edit): Promise<boolean> {
    lane.inFlight = edit.field;
    try {
      if (edit.etag === undefined) {
        const read = await transport.read(lane.record);
        if (read.kind === "unreachable") return lost(read.retryAfterMs);
        if (read.kind === "rejected") return refuse(lane, edit, edit.value, read.reason);
        meet(lane, edit, read.data, read.etag);
        if (edit.hold || !lane.edits.has(edit.field)) return true;
      }
      const sent = edit.value;
      edit.attempted.push(sent);
      store.put(edit);
      const outcome = await transport.patch(lane.record, edit.field, sent, edit.etag);
      if (outcome.kind === "unreachable") return lost(outcome.retryAfterMs);
      if (outcome.kind === "rejected") return refuse(lane, edit, sent, outcome.reason);
      if (outcome.kind === "conflict") {
        const read = await transport.read(lane.record);
        if (read.kind === "unreachable") return lost(read.retryAfterMs);
        if (read.kind === "rejected") return refuse(lane, edit, sent, read.reason);
        meet(lane, edit, read.data, read.etag);
        return true;
      }
      lane.confirmed.set(edit.field, sent);
      onRecord(lane.record, outcome.data, outcome.etag);
      options.onSaved(lane.record, edit.field, outcome.changeSet);
      if (lane.edits.get(edit.field) !== edit) return true;
      if (sameValue(edit.value, sent)) drop(lane, edit, true);
      else {
        // What is left of it was typed since.
        edit.order = ++order;
        rebase(lane, edit, sent, outcome.etag);
      }
      return true;
    } finally {
      lane.inFlight = undefined;
    }
  }

  function refuse(lane: Lane, edit: Edit, sent: unknown, reason: Reason): true {
    edit.attempted = [];
    if (sameValue(edit.value, sent)) edit.hold = { kind: "rejected", reason };
    store.put(edit);
    changed(lane, edit.field);
    return true;
  }

  function lost(retryAfterMs?: number): false {
    away = true;
    clock.clear(retryTimer);
    const wait = retryAfterMs ?? Math.min(lastRetryMs, firstRetryMs * 2 ** attempt);
    attempt++;
    retryTimer = clock.set(() => void drain(), wait);
    queue.release();
    refreshAll();
    return false;
  }

  /** What was created under a temporary id has one of its own: its edits go there. */
  function rename(temporary: string, id: string, data: RecordData, etag: string | undefined) {
    for (const lane of [...lanes.values()]) {
      if (lane.record.id !== temporary) continue;
      lanes.delete(recordKey(lane.record));
      const next = laneOf({ ...lane.record, id });
      for (const edit of lane.edits.values()) {
        store.remove(edit.key);
        edit.record = next.record;
        edit.key = `${owner}|${viewKey(next.record, edit.field)}`;
        edit.baseline = valueAt(data, edit.field);
        edit.etag = etag;
        store.put(edit);
        next.edits.set(edit.field, edit);
        next.due.add(edit.field);
        refresh(next, edit.field);
      }
    }
  }

  function adoptEdit(left: Edit) {
    const record = { ...left.record, id: queue.realId(left.record.id) };
    const lane = laneOf(record);
    if (lane.edits.has(left.field)) return;
    const edit = { ...left, record, owner, key: `${owner}|${viewKey(record, left.field)}`, order: ++order };
    lane.edits.set(left.field, edit);
    store.put(edit);
    refresh(lane, left.field);
  }

  const canGo = (edit: Edit) => !edit.hold && !queue.isUnmade(edit.record.id);

  function nextDue(lane: Lane): Edit | undefined {
    const barrier = queue.barrier();
    for (const edit of lane.edits.values())
      if (lane.due.has(edit.field) && canGo(edit) && edit.order < barrier) return edit;
    return undefined;
  }

  async function pump(lane: Lane): Promise<void> {
    if (away || lane.inFlight !== undefined) return;
    const edit = nextDue(lane);
    if (!edit) return;
    if (await send(lane, edit)) {
      attempt = 0;
      await pump(lane);
      await pumpActs();
    }
  }

  /** The next act, once all that was typed before it is there. */
  async function pumpActs(): Promise<void> {
    const act = queue.next();
    if (away || draining || !act) return;
    for (const lane of lanes.values())
      for (const edit of lane.edits.values()) if (canGo(edit) && edit.order < act.order) return;
    if (await runAct(act)) {
      attempt = 0;
      for (const lane of lanes.values()) void pump(lane);
      await pumpActs();
    }
  }

  async function runAct(act: Act): Promise<boolean> {
    const result = await queue.run(act);
    return result === "sent" ? true : lost(result.lost);
  }

  function oldest(): { lane: Lane; edit: Edit } | undefined {
    let first: { lane: Lane; edit: Edit } | undefined;
    for (const lane of lanes.values()) {
      if (lane.inFlight !== undefined) continue;
      for (const edit of lane.edits.values()) {
        if (canGo(edit) && (!first || edit.order < first.edit.order)) first = { lane, edit };
      }
    }
    return first;
  }

  /** The oldest of all that waits; false when the service could not be reached, undefined when nothing waits. */
  function sendOldest(): Promise<boolean> | undefined {
    const first = oldest();
    const act = queue.next();
    if (act && (!first || act.order < first.edit.order)) return runAct(act);
    return first && send(first.lane, first.edit);
  }

  /** After an outage or a crash: one thing at a time, oldest first, until nothing waits. */
  async function drain(): Promise<void> {
    if (draining) return;
    draining = true;
    clock.clear(retryTimer);
    try {
      for (let sent = sendOldest(); sent; sent = sendOldest()) {
        if (!(await sent)) return;
        drained++;
        attempt = 0;
      }
      if (away && drained > 0) options.onBack(drained);
      drained = 0;
      away = false;
      refreshAll();
    } finally {
      draining = false;
    }
    for (const lane of lanes.values()) void pump(lane);
    void pumpActs();
  }

  return {
    /** Someone typed. `baseline` and `etag` are what the field showed before, and its version if known. */
    edit(record: RecordRef, field: FieldPath, value: unknown, baseline: unknown, etag: string | undefined) {
      const lane = laneOf(record);
      let edit = lane.edits.get(field);
      if (!edit) {
        if (sameValue(value, baseline)) return;
        const key = `${owner}|${viewKey(record, field)}`;
        edit = { key, owner, order: ++order, record, field, value, baseline, etag, attempted: [] };
        lane.edits.set(field, edit);
      }
      edit.value = value;
      if (edit.hold?.kind === "rejected") delete edit.hold;
      if (lane.inFlight !== field && edit.attempted.length === 0 && sameValue(value, edit.baseline)) {
        drop(lane, edit, lane.saved.has(field));
        return;
      }
      store.put(edit);
      // Whoever types in another field has left this one.
      for (const other of lane.edits.keys()) if (other !== field) lane.due.add(other);
      lane.due.delete(field);
      clock.clear(lane.timer);
      lane.timer = clock.set(() => this.flush(record), quietMs);
      changed(lane, field);
    },

    /** The field was left, or has been quiet for long enough. */
    flush(record: RecordRef) {
      const lane = lanes.get(recordKey(record));
      if (!lane) return;
      clock.clear(lane.timer);
      for (const field of lane.edits.keys()) lane.due.add(field);
      void pump(lane);
    },

    resolve(record: RecordRef, field: FieldPath, choice: "yours" | "theirs") {
      const lane = laneOf(record);
      const edit = lane.edits.get(field);
      if (edit?.hold?.kind !== "conflict") return;
      if (choice === "theirs") return drop(lane, edit, false);
      rebase(lane, edit, edit.hold.theirs, edit.hold.etag);
      this.flush(record);
    },

    /** Tries a refused edit again as it is. */
    retry(record: RecordRef, field: FieldPath) {
      const lane = laneOf(record);
      const edit = lane.edits.get(field);
      if (!edit) return;
      delete edit.hold;
      changed(lane, field);
      this.flush(record);
    },

    discard(record: RecordRef, field: FieldPath) {
      const lane = laneOf(record);
      const edit = lane.edits.get(field);
      if (edit) drop(lane, edit, false);
    },

    /** Someone did something that is more than one field. It is kept before this returns. */
    act(given: NewAct): Promise<ActOutcome> {
      const outcome = queue.add(given);
      for (const lane of lanes.values()) this.flush(lane.record);
      if (away) queue.release();
      else void pumpActs();
      return outcome;
    },

    acts: queue.list,
    realId: queue.realId,
    firstId: queue.firstId,

    retryAct(act: Act) {
      queue.retry(act);
      void pumpActs();
    },

    discardAct(act: Act) {
      queue.discard(act);
      void pumpActs();
    },

    cancelAct: queue.cancel,

    /** The network may be back: try now instead of waiting for the timer. */
    reconnect() {
      if (away) void drain();
    },

    /** Takes over what an earlier tab left unsent, and sends it in the order it was done. */
    adopt(kept: Kept[]): Promise<void> {
      for (const one of kept) if ("temporary" in one) queue.remember(one.temporary, one.id);
      const left = kept.filter((one): one is Edit | Act => !("temporary" in one));
      for (const one of left.sort((a, b) => a.order - b.order)) {
        store.remove(one.key);
        if ("requests" in one) queue.adopt(one);
        else adoptEdit(one);
      }
      summarise();
      return drain();
    },

    view: (record: RecordRef, field: FieldPath): FieldView => views.get(viewKey(record, field)) ?? idle,
    summary: (): SaveSummary => summary,

    onField(record: RecordRef, field: FieldPath, listener: () => void): () => void {
      const key = viewKey(record, field);
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
  };
}
