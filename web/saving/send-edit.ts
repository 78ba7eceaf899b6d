import type { DoneListener } from "./done-listener.ts";
import type { Lane } from "./edit.ts";
import { type Edit, type FieldPath, type RecordData, type RecordRef, sameValue, valueAt } from "./edit.ts";
import type { Failure, Sent } from "./failure.ts";
import type { Lanes } from "./field-edits.ts";
import { isWaiting } from "./field-edits.ts";
import type { OutboxWriter } from "./outbox-writer.ts";

export type PatchOutcome =
  | { kind: "saved"; data: RecordData; etag: string | undefined; changeSet?: string | null }
  | { kind: "conflict" }
  | Failure;

export type ReadOutcome = { kind: "found"; data: RecordData; etag: string | undefined } | Failure;

export type EditTransport = {
  patch(record: RecordRef, field: FieldPath, value: unknown, etag: string | undefined): Promise<PatchOutcome>;
  read(record: RecordRef): Promise<ReadOutcome>;
};

type Options = {
  transport: EditTransport;
  lanes: Lanes;
  writer: OutboxWriter;
  mostFailures: number;
  done: DoneListener;
  nextOrder(): number;
  onRecord(record: RecordRef, data: RecordData, etag: string | undefined): void;
};

const isOurs = (lane: Lane, edit: Edit, theirs: unknown) =>
  sameValue(theirs, edit.baseline) ||
  edit.attempted.some((value) => sameValue(value, theirs)) ||
  (lane.confirmed.has(edit.field) && sameValue(lane.confirmed.get(edit.field), theirs));

/** Sends one edit, and works out what its answer means for it. */
export function createEditSender({ transport, lanes, writer, mostFailures, done, nextOrder, onRecord }: Options) {
  /** Compares what was typed with what the service has now. Undefined when that went well. */
  async function readAgain(lane: Lane, edit: Edit, sent: unknown): Promise<Sent | undefined> {
    const read = await transport.read(lane.record);
    if (read.kind !== "found") return fail(lane, edit, sent, read);
    if (!isWaiting(lane, edit)) return undefined;
    onRecord(lane.record, read.data, read.etag);
    const theirs = valueAt(read.data, edit.field);
    if (sameValue(theirs, edit.value)) lanes.drop(lane, edit, true);
    else if (isOurs(lane, edit, theirs)) lanes.rebase(lane, edit, theirs, read.etag);
    else {
      edit.hold = { kind: "conflict", theirs, etag: read.etag };
      lanes.update(lane, edit);
    }
    return undefined;
  }

  /** Leaves the edit in its turn for a few more tries, or sets it aside so that it does not block what follows. */
  function fail(lane: Lane, edit: Edit, sent: unknown, failure: Failure): Sent {
    if (failure.kind === "unreachable") return { kind: "lost", retryAfterMs: failure.retryAfterMs };
    if (!isWaiting(lane, edit)) return { kind: "held" };
    if (failure.kind === "failing") edit.failures = (edit.failures ?? 0) + 1;
    else edit.attempted = [];
    const again = failure.kind === "failing" && edit.failures !== undefined && edit.failures < mostFailures;
    if (!again && sameValue(edit.value, sent)) edit.hold = { kind: "rejected", reason: failure.reason };
    lanes.update(lane, edit);
    return { kind: again ? "lost" : "held" };
  }

  /** What the service has now decides whether there is anything to send. Undefined when there is. */
  async function checkFirst(lane: Lane, edit: Edit): Promise<Sent | undefined> {
    const failed = await readAgain(lane, edit, edit.value);
    if (failed) return failed;
    if (!isWaiting(lane, edit)) return { kind: "sent" };
    return edit.hold && { kind: "held" };
  }

  function saved(lane: Lane, edit: Edit, sent: unknown, etag: string | undefined) {
    if (!isWaiting(lane, edit)) return;
    if (sameValue(edit.value, sent)) return lanes.drop(lane, edit, true);
    // The rest was typed while the request was under way.
    edit.order = nextOrder();
    lanes.rebase(lane, edit, sent, etag);
  }

  return async function sendEdit(lane: Lane, edit: Edit): Promise<Sent> {
    const ended = edit.etag === undefined && (await checkFirst(lane, edit));
    if (ended) return ended;
    const { value: sent, entry } = edit;
    if (!edit.attempted.some((value) => sameValue(value, sent))) edit.attempted.push(sent);
    void writer.put(edit);
    await writer.written();
    if (!isWaiting(lane, edit)) return { kind: "held" };
    const outcome = await transport.patch(lane.record, edit.field, sent, edit.etag);
    if (outcome.kind === "conflict") {
      const failed = await readAgain(lane, edit, sent);
      return failed ?? { kind: lane.edits.has(edit.field) ? "held" : "sent" };
    }
    if (outcome.kind !== "saved") return fail(lane, edit, sent, outcome);
    lane.confirmed.set(edit.field, sent);
    onRecord(lane.record, outcome.data, outcome.etag);
    if (entry && outcome.changeSet) done.saved(entry, outcome.changeSet);
    saved(lane, edit, sent, outcome.etag);
    return { kind: "sent" };
  };
}
