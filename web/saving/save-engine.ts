import type { Reason } from "../platform/reason.ts";
import type { Act, ActOutcome, NewAct } from "./act.ts";
import { createActQueue } from "./act-queue.ts";
import type { DoneListener } from "./done-listener.ts";
import {
  type Edit,
  isGiven,
  type OutboxEntry,
  pairsIn,
  type RecordData,
  type RecordRef,
  type StorageFault,
} from "./edit.ts";
import { createFieldEdits, createLanes } from "./field-edits.ts";
import { createOutage } from "./outage.ts";
import { type Clock, createOutboxWriter, type OutboxStore } from "./outbox-writer.ts";
import { createSaveViews } from "./save-views.ts";
import { createEditSender, type EditTransport } from "./send-edit.ts";
import { createSendOrder } from "./send-order.ts";
import type { SendRequest } from "./send-requests.ts";
import { createTemporaryIds } from "./temporary-ids.ts";

export type SaveEngineOptions = {
  transport: EditTransport & { act: SendRequest };
  store: OutboxStore;
  clock: Clock;
  done: DoneListener;
  /** Names the tab, so that two tabs never send the same edit. */
  owner: string;
  /** What the service has now, told after every answer. */
  onRecord(record: RecordRef, data: RecordData, etag: string | undefined): void;
  /** The service has created something, and given it its own id. */
  onMade(act: Act, temporary: string, data: RecordData, etag: string | undefined): void;
  /** Brings the screen up to date with what an act did. `late`: nobody has been waiting for it. */
  onAct(act: Act, answers: unknown[], late: boolean): Promise<void>;
  onRefused(act: Act, reason: Reason, late: boolean): void;
  /** What is typed from here on is in this tab only. */
  onStorageFault(fault: StorageFault): void;
  /** The service was away, and now has everything: so many edits and acts. */
  onBack(sent: number): void;
};

/** With the pauses between them a quarter of a minute: longer than a restart of the service takes. */
export const mostFailures = 5;

/**
 * Everything that someone types or does goes through here. It keeps these rules:
 * - One request is under way per record, with one field.
 * - An answer never replaces what was typed since.
 * - What the service has not confirmed is in the outbox, and is stored there before it is sent.
 * - An act is sent after all that was typed before it, and before all that was typed after it.
 * - After an outage everything is sent one by one, in the order in which it was done.
 * - What fails again and again while the service answers is set aside.
 */
export function createSaveEngine(options: SaveEngineOptions) {
  const { queue, lanes, ids, views, writer, outage, order, fields } = createParts(options);
  return {
    ...fields,
    ...views.read,
    realId: ids.realId,
    firstId: ids.firstId,
    acts: queue.list.all,
    cancelAct: queue.cancel,

    /** Someone did something that is more than one field. It is stored before it is sent. */
    act(given: NewAct): Promise<ActOutcome> {
      const { outcome, stored } = queue.add(given);
      for (const lane of lanes.all()) fields.flush(lane.record);
      // By then it is known whether it waits on this device or in this tab only.
      if (outage.isAway()) void stored.then(queue.list.release);
      else void order.sendActs();
      return outcome;
    },

    retryAct(act: Act) {
      queue.retry(act);
      void order.sendActs();
    },

    discardAct(act: Act) {
      queue.discard(act);
      void order.sendActs();
    },

    /** The network may be back: tries now instead of waiting for the timer. */
    reconnect() {
      if (outage.isAway()) void order.sendAll();
    },

    /** Takes over what an earlier tab left unsent, and sends it in the order it was done. */
    adopt(entries: OutboxEntry[]): Promise<void> {
      for (const [temporary, id] of entries.flatMap(pairsIn)) ids.adopt(temporary, id);
      const left = entries.filter((entry): entry is Edit | Act => !isGiven(entry));
      for (const entry of left.sort((a, b) => a.order - b.order)) {
        if ("requests" in entry) queue.adopt(entry);
        else lanes.adopt(entry);
      }
      views.summarise();
      return order.sendAll();
    },

    /** Resolves when all that waits is stored on the device, or cannot be stored. */
    stored: writer.written,

    /** What an earlier tab left cannot be read or taken over. */
    storageFailed: writer.fail,
  };
}

/** The parts, each with what it needs of the others. */
function createParts(options: SaveEngineOptions) {
  const { transport, clock, owner, done } = options;
  let lastOrder = 0;
  const nextOrder = () => ++lastOrder;
  const ids = createTemporaryIds();
  const outage = createOutage(clock, () => void order.sendAll());
  const views = createSaveViews({
    current: ids.current,
    lanes: () => lanes.all(),
    acts: () => ({ pending: queue.list.pending(), refused: queue.list.held() }),
    isAway: outage.isAway,
    faultOf: (key) => writer.faultOf(key),
  });
  const writer = createOutboxWriter({
    store: options.store,
    clock,
    changed: views.refreshAll,
    failed: options.onStorageFault,
  });
  const lanes = createLanes({ owner, writer, ids, views, done, nextOrder });
  const queue = createActQueue({
    owner,
    writer,
    ids,
    mostFailures,
    done,
    send: transport.act,
    now: clock.now,
    nextOrder,
    changed: views.summarise,
    made(act, temporary, data, etag) {
      options.onMade(act, temporary, data, etag);
      lanes.rename(temporary, String(data.id), data, etag);
    },
    forget: lanes.forget,
    settle: (act, answers) => options.onAct(act, answers, order.isSendingAll()),
    refused: (act, reason) => options.onRefused(act, reason, order.isSendingAll()),
  });
  const sendEdit = createEditSender({
    transport,
    lanes,
    writer,
    mostFailures,
    done,
    nextOrder,
    onRecord(record, data, etag) {
      options.onRecord(record, data, etag);
      if (record.kind === "item") queue.list.showSaved(record.id, data);
    },
  });
  const order = createSendOrder({
    lanes,
    queue,
    ids,
    outage,
    sendEdit,
    lost(retryAfterMs) {
      outage.begin(retryAfterMs);
      writer.again();
      queue.list.release();
      views.refreshAll();
    },
    allSent(count) {
      if (outage.isAway() && count > 0) options.onBack(count);
      outage.end();
      views.refreshAll();
    },
  });
  const fields = createFieldEdits({ owner, lanes, clock, done, nextOrder, sendDue: order.sendDue });
  return { ids, outage, views, writer, lanes, queue, order, fields };
}
