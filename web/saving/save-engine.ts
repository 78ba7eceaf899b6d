import type { Act, ActOutcome, NewAct } from "./act.ts";
import { createActQueue, type SendAct } from "./act-queue.ts";
import {
  type Edit,
  type FieldPath,
  type Kept,
  type RecordData,
  type RecordRef,
  recordKey,
  type StorageFault,
  sameValue,
  valueAt,
} from "./edit.ts";
import type { Failure } from "./failure.ts";
import { type Clock, createKeeper, type OutboxStore } from "./keeper.ts";
import type { Reason } from "./reason.ts";
import { createSaveViews, type Lane, viewKey } from "./save-views.ts";

export type PatchOutcome =
  | { kind: "saved"; data: RecordData; etag: string | undefined; changeSet?: string | null }
  | { kind: "conflict" }
  | Failure;

export type ReadOutcome = { kind: "found"; data: RecordData; etag: string | undefined } | Failure;

type Transport = {
  patch(record: RecordRef, field: FieldPath, value: unknown, etag: string | undefined): Promise<PatchOutcome>;
  read(record: RecordRef): Promise<ReadOutcome>;
  act: SendAct;
};

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
  /** What is typed from here on is in this tab only. */
  onUnkept(fault: StorageFault): void;
  /** The service was away, and now has everything: so many edits and acts. */
  onBack(sent: number): void;
};

export const quietMs = 500;
const firstRetryMs = 1_000;
const lastRetryMs = 15_000;
/** A gateway may ask for hours: whoever has the page open is not made to wait so long. */
const mostRetryAfterMs = 300_000;
/** With the pauses between them a quarter of a minute: longer than a restart of the service takes. */
export const mostFailures = 5;
/** Records of which it is remembered what was saved, as long as nothing of theirs waits. */
const mostLanes = 1_000;
/** `stays`: someone must decide, or has decided; `lost`: it waits for the next try. */
type Sent = "sent" | "stays" | "lost";

/**
 * Everything that someone types or does goes through here. Rules it keeps: one request in flight per record, one
 * field per request; an answer never replaces what was typed since; what the service has not confirmed stays in the
 * outbox, and is there before it goes out; an act goes out when all that was typed before it is there, and before all that
 * was typed after it; after an outage everything is sent one by one in the order in which it was done; what fails again and
 * again while the service is there is set aside.
 */
export function createSaveEngine(options: SaveEngineOptions) {
  const { transport, clock, owner, onRecord } = options;
  const lanes = new Map<string, Lane>();
  let order = 0;
  let away = false;
  let draining = false;
  let drained = 0;
  let attempt = 0;
  let retryTimer: unknown;

  const keeper = createKeeper({
    store: options.store,
    clock,
    changed: () => refreshAll(),
    failed: options.onUnkept,
  });

  const queue = createActQueue({
    owner,
    keeper,
    mostFailures,
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

  const views = createSaveViews({
    lanes,
    acts: () => ({ pending: queue.pending(), refused: queue.held() }),
    isAway: () => away,
    faultOf: keeper.faultOf,
  });
  const { refresh, changed, refreshAll, summarise } = views;

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
    views.forget(lane);
  }

  function drop(lane: Lane, edit: Edit, saved: boolean) {
    lane.edits.delete(edit.field);
    lane.due.delete(edit.field);
    if (saved) lane.saved.add(edit.field);
    else lane.saved.delete(edit.field);
    keeper.remove(edit.key);
    changed(lane, edit.field);
  }

  function rebase(lane: Lane, edit: Edit, baseline: unknown, etag: string | undefined) {
    edit.baseline = baseline;
    edit.etag = etag;
    edit.attempted = [];
    delete edit.hold;
    delete edit.failures;
    void keeper.put(edit);
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
      void keeper.put(edit);
      changed(lane, edit.field);
    }
  }

  /** Sends one edit. */
  async function send(lane: Lane, edit: Edit): Promise<Sent> {
    lane.inFlight = edit.field;
    try {
      if (edit.etag === undefined) {
        const failed = await readAgain(lane, edit, edit.value);
        if (failed) return failed;
        if (lane.edits.get(edit.field) !== edit) return "sent";
        if (edit.hold) return "stays";
      }
      const sent = edit.value;
      if (!edit.attempted.some((value) => sameValue(value, sent))) edit.attempted.push(sent);
      void keeper.put(edit);
      await keeper.written();
      if (lane.edits.get(edit.field) !== edit) return "stays";
      const outcome = await transport.patch(lane.record, edit.field, sent, edit.etag);
      if (outcome.kind === "conflict")
        return (await readAgain(lane, edit, sent)) ?? (lane.edits.has(edit.field) ? "stays" : "sent");
      if (outcome.kind !== "saved") return fail(lane, edit, sent, outcome);
      lane.confirmed.set(edit.field, sent);
      onRecord(lane.record, outcome.data, outcome.etag);
      options.onSaved(lane.record, edit.field, outcome.changeSet);
      if (lane.edits.get(edit.field) !== edit) return "sent";
      if (sameValue(edit.value, sent)) drop(lane, edit, true);
      else {
        // What is left of it was typed since.
        edit.order = ++order;
        rebase(lane, edit, sent, outcome.etag);
      }
      return "sent";
    } finally {
      lane.inFlight = undefined;
    }
  }

  /** Holds what was typed against what the service has now. */
  async function readAgain(lane: Lane, edit: Edit, sent: unknown): Promise<Sent | undefined> {
    const read = await transport.read(lane.record);
    if (read.kind !== "found") return fail(lane, edit, sent, read);
    if (lane.edits.get(edit.field) === edit) meet(lane, edit, read.data, read.etag);
    return undefined;
  }

  /** In its turn for some tries more, or out of the way of everything behind it. */
  function fail(lane: Lane, edit: Edit, sent: unknown, failure: Failure): Sent {
    if (failure.kind === "unreachable") return lost(failure.retryAfterMs);
    // Given up meanwhile.
    if (lane.edits.get(edit.field) !== edit) return "stays";
    if (failure.kind === "failing") edit.failures = (edit.failures ?? 0) + 1;
    else edit.attempted = [];
    const again = failure.kind === "failing" && edit.failures !== undefined && edit.failures < mostFailures;
    if (!again && sameValue(edit.value, sent)) edit.hold = { kind: "rejected", reason: failure.reason };
    void keeper.put(edit);
    if (again) return lost();
    changed(lane, edit.field);
    return "stays";
  }

  function lost(retryAfterMs?: number): "lost" {
    away = true;
    clock.clear(retryTimer);
    const wait =
      retryAfterMs === undefined
        ? Math.min(lastRetryMs, firstRetryMs * 2 ** attempt)
        : Math.max(firstRetryMs, Math.min(mostRetryAfterMs, retryAfterMs));
    attempt++;
    keeper.again();
    retryTimer = clock.set(() => void drain(), wait);
    queue.release();
    refreshAll();
    return "lost";
  }

  /** What was created under a temporary id has one of its own: its edits go there. */
  function rename(temporary: string, id: string, data: RecordData, etag: string | undefined) {
    for (const lane of [...lanes.values()]) {
      if (lane.record.id !== temporary) continue;
      lanes.delete(recordKey(lane.record));
      const next = laneOf({ ...lane.record, id });
      for (const edit of lane.edits.values()) {
        const other = next.edits.get(edit.field);
        if (other) keeper.remove(other.key);
        edit.record = next.record;
        edit.baseline = valueAt(data, edit.field);
        edit.etag = etag;
        void keeper.put(edit);
        next.edits.set(edit.field, edit);
        next.due.add(edit.field);
        refresh(next, edit.field);
      }
    }
  }

  function adoptEdit(left: Edit) {
    const record = { ...left.record, id: queue.realId(left.record.id) };
    const lane = laneOf(record);
    if (lane.edits.has(left.field)) return keeper.remove(left.key);
    const edit = { ...left, record, owner, order: ++order };
    lane.edits.set(left.field, edit);
    void keeper.put(edit);
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
    if ((await send(lane, edit)) === "lost") return;
    attempt = 0;
    await pump(lane);
    await pumpActs();
  }

  /** The next act, once all that was typed before it is there. */
  async function pumpActs(): Promise<void> {
    const act = queue.next();
    if (away || draining || !act) return;
    for (const lane of lanes.values())
      for (const edit of lane.edits.values()) if (canGo(edit) && edit.order < act.order) return;
    if ((await runAct(act)) === "lost") return;
    attempt = 0;
    for (const lane of lanes.values()) void pump(lane);
    await pumpActs();
  }

  async function runAct(act: Act): Promise<Sent> {
    const run = await queue.run(act);
    if (run.kind === "lost") return lost(run.retryAfterMs);
    return run.kind === "done" ? "sent" : "stays";
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

  /** The oldest of all that waits; undefined when nothing waits. */
  function sendOldest(): Promise<Sent> | undefined {
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
      for (let sending = sendOldest(); sending; sending = sendOldest()) {
        const sent = await sending;
        if (sent === "lost") return;
        if (sent === "sent") drained++;
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
      void keeper.put(edit);
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

    /** Someone did something that is more than one field. It is kept before it goes out. */
    act(given: NewAct): Promise<ActOutcome> {
      const { outcome, kept } = queue.add(given);
      for (const lane of lanes.values()) this.flush(lane.record);
      // By then it is known whether it waits on this device or in this tab only.
      if (away) void kept.then(() => queue.release());
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
        if ("requests" in one) queue.adopt(one);
        else adoptEdit(one);
      }
      summarise();
      return drain();
    },

    /** What an earlier tab left cannot be read or taken over. */
    storageFailed: keeper.fail,

    view: views.view,
    summary: views.summary,
    onField: views.onField,
    onSummary: views.onSummary,
  };
}
