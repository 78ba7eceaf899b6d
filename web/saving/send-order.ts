import type { Act } from "./act.ts";
import type { ActQueue } from "./act-queue.ts";
import type { Edit, Lane } from "./edit.ts";
import type { Sent } from "./failure.ts";
import type { Lanes } from "./field-edits.ts";
import type { Outage } from "./outage.ts";
import type { TemporaryIds } from "./temporary-ids.ts";

type Options = {
  lanes: Lanes;
  queue: ActQueue;
  ids: TemporaryIds;
  outage: Outage;
  sendEdit(lane: Lane, edit: Edit): Promise<Sent>;
  /** The service was not reached. */
  lost(retryAfterMs: number | undefined): void;
  /** Nothing waits any more; so many edits and acts were sent since an outage began. */
  allSent(count: number): void;
};

/**
 * Decides what is sent next. One request per record is under way; an act goes out when all that was typed before it is
 * saved, and before all that was typed after it. After an outage everything is sent one by one, oldest first.
 */
export function createSendOrder({ lanes, queue, ids, outage, sendEdit, lost, allSent }: Options) {
  let sendingAll = false;
  let count = 0;

  const canGo = (edit: Edit) => !edit.hold && !ids.isUnmade(edit.record.id);

  function heed(sent: Sent): Sent["kind"] {
    if (sent.kind === "lost") lost(sent.retryAfterMs);
    else outage.answered();
    return sent.kind;
  }

  async function send(lane: Lane, edit: Edit) {
    lane.inFlight = edit.field;
    try {
      return heed(await sendEdit(lane, edit));
    } finally {
      lane.inFlight = undefined;
    }
  }

  const run = async (act: Act) => heed(await queue.run(act));

  function nextDue(lane: Lane): Edit | undefined {
    const barrier = queue.barrier();
    for (const edit of lane.edits.values())
      if (lane.due.has(edit.field) && canGo(edit) && edit.order < barrier) return edit;
    return undefined;
  }

  /** Sends the fields of a record that are due. */
  async function sendDue(lane: Lane): Promise<void> {
    if (outage.isAway() || lane.inFlight !== undefined) return;
    const edit = nextDue(lane);
    if (!edit) return;
    if ((await send(lane, edit)) === "lost") return;
    await sendDue(lane);
    await sendActs();
  }

  /** Sends the next act, if all that was typed before it is saved. */
  async function sendActs(): Promise<void> {
    const act = queue.next();
    if (outage.isAway() || sendingAll || !act) return;
    for (const lane of lanes.all())
      for (const edit of lane.edits.values()) if (canGo(edit) && edit.order < act.order) return;
    if ((await run(act)) === "lost") return;
    for (const lane of lanes.all()) void sendDue(lane);
    await sendActs();
  }

  function oldestEdit(): { lane: Lane; edit: Edit } | undefined {
    let oldest: { lane: Lane; edit: Edit } | undefined;
    for (const lane of lanes.all()) {
      if (lane.inFlight !== undefined) continue;
      for (const edit of lane.edits.values())
        if (canGo(edit) && (!oldest || edit.order < oldest.edit.order)) oldest = { lane, edit };
    }
    return oldest;
  }

  /** Undefined when nothing waits. */
  function sendOldest(): Promise<Sent["kind"]> | undefined {
    const oldest = oldestEdit();
    const act = queue.next();
    if (act && (!oldest || act.order < oldest.edit.order)) return run(act);
    return oldest && send(oldest.lane, oldest.edit);
  }

  /** After an outage or a crash: sends everything, one by one, oldest first. */
  async function sendAll(): Promise<void> {
    if (sendingAll) return;
    sendingAll = true;
    outage.stopTimer();
    try {
      for (let sending = sendOldest(); sending; sending = sendOldest()) {
        const sent = await sending;
        if (sent === "lost") return;
        if (sent === "sent") count++;
      }
      allSent(count);
      count = 0;
    } finally {
      sendingAll = false;
    }
    for (const lane of lanes.all()) void sendDue(lane);
    void sendActs();
  }

  return { sendDue, sendActs, sendAll, isSendingAll: () => sendingAll };
}
