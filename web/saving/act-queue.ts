import { randomId } from "../platform/random-id.ts";
import { failing, type Reason } from "../platform/reason.ts";
import { type Act, type ActOutcome, isBegun, makesOf, type NewAct } from "./act.ts";
import { type ActList, createActList } from "./act-list.ts";
import type { DoneListener } from "./done-listener.ts";
import type { RecordData } from "./edit.ts";
import type { Sent } from "./failure.ts";
import type { OutboxWriter } from "./outbox-writer.ts";
import { type SendRequest, sendRequests } from "./send-requests.ts";
import type { TemporaryIds } from "./temporary-ids.ts";

type Options = {
  owner: string;
  send: SendRequest;
  writer: OutboxWriter;
  ids: TemporaryIds;
  /** How often an act is tried that fails while the service answers. */
  mostFailures: number;
  done: DoneListener;
  now(): number;
  nextOrder(): number;
  /** The list of acts has changed. */
  changed(): void;
  /** The service has created something, and given it its own id. */
  made(act: Act, temporary: string, data: RecordData, etag: string | undefined): void;
  /** What this id stands for is never going to be created. */
  forget(temporary: string): void;
  /** Brings the screen up to date with what was done; the act is shown until then. */
  settle(act: Act, answers: unknown[]): Promise<void>;
  refused(act: Act, reason: Reason): void;
};

function newAct(given: NewAct, owner: string, order: number): Act {
  const id = randomId();
  return { ...given, id, key: `${owner}|act|${id}`, owner, order, done: 0, attempt: 0 };
}

/** Puts the real ids in place of the temporary ones. The pairs of ids are stored first: after a crash they are enough. */
function createIdNotes({ writer, ids, done, made, forget, now }: Options, list: ActList) {
  async function rowsAnswered(act: Act, data: unknown): Promise<void> {
    const { noteRows } = await import("./row-answers.ts");
    const { made: rows, lost } = noteRows(act, data);
    for (const temporary of lost) forget(temporary);
    if (rows.length === 0) return;
    for (const { temporary, id } of rows) ids.replace(temporary, id);
    const pairs = rows.map(({ temporary, id }): [string, string] => [temporary, id]);
    void writer.put({ key: `made|${act.id}-${act.done}`, pairs, at: now() });
    list.resolveIds();
    for (const { temporary, id, item } of rows) {
      done.made(temporary, id);
      made(act, temporary, item, undefined);
    }
  }

  return async function answered(act: Act, data: unknown, etag: string | undefined): Promise<void> {
    if (act.requests[act.done]?.call === "saveItemRows") return rowsAnswered(act, data);
    if (!act.makes || isBegun(act)) return;
    const { id } = data as { id: string };
    ids.replace(act.makes, id);
    void writer.put({ key: `made|${act.makes}`, temporary: act.makes, id, at: now() });
    list.resolveIds();
    act.made = id;
    done.made(act.makes, id);
    made(act, act.makes, data as RecordData, etag);
  };
}

export type ActQueue = ReturnType<typeof createActQueue>;

/** Sends acts one at a time and keeps their outcome. The engine says when to send the next one. */
export function createActQueue(options: Options) {
  const { owner, writer, ids, done } = options;
  const list = createActList(options);
  const answered = createIdNotes(options, list);
  let running: Act | undefined;

  /** Nothing more of it is sent until someone decides. */
  function hold(act: Act, reason: Reason): Sent {
    act.hold = reason;
    list.update(act);
    options.refused(act, reason);
    list.tell({ kind: "refused", act, reason });
    return { kind: "held" };
  }

  /** Tries it a few more times in its turn, then sets it aside so that it does not block what follows. */
  function countFailure(act: Act, reason: Reason): Sent {
    act.failures = (act.failures ?? 0) + 1;
    if (act.failures >= options.mostFailures) return hold(act, reason);
    list.update(act);
    return { kind: "lost" };
  }

  /** Takes an act out of the queue, and every act that needs what it creates. */
  function discard(act: Act) {
    if (act === running) return;
    for (const one of list.withDependents(act)) {
      for (const temporary of makesOf(one)) if (ids.isUnmade(temporary)) options.forget(temporary);
      // Part of it is done: that is announced, with a way to undo it.
      if (isBegun(one)) void list.finish(one, []);
      else {
        list.drop(one);
        done.dropped(one);
      }
    }
  }

  return {
    list,
    /** Nothing that was done after this goes out before it. */
    barrier: () => list.first()?.order ?? Number.POSITIVE_INFINITY,
    next: () => (running ? undefined : list.first()),

    /** `stored` resolves when the act is on the device, or cannot be. */
    add(given: NewAct): { outcome: Promise<ActOutcome>; stored: Promise<void> } {
      const act = newAct({ ...given, requests: ids.resolve(given.requests) }, owner, options.nextOrder());
      done.added(act);
      return { outcome: list.outcome(act), stored: list.add(act) };
    },

    adopt({ settledAt: _, cancelled: __, ...left }: Act) {
      const act = { ...left, requests: ids.resolve(left.requests), owner, order: options.nextOrder() };
      done.added(act);
      void list.add(act);
    },

    /** Sends what is left of an act. */
    async run(act: Act): Promise<Sent> {
      running = act;
      try {
        const end = await sendRequests(act, { ...options, written: writer.written, answered, update: list.update });
        if (end.kind === "unreachable") return { kind: "lost", retryAfterMs: end.retryAfterMs };
        if (end.kind === "failing") return countFailure(act, end.reason);
        if (end.kind === "rejected") return hold(act, end.reason);
        void list.finish(act, end.answers);
        return { kind: "sent" };
      } finally {
        running = undefined;
      }
    },

    retry(act: Act) {
      // It is not known whether a failed request was carried out. Under the same key it is not carried out twice.
      if (act.hold?.code !== failing) act.attempt++;
      delete act.hold;
      list.update(act);
    },

    discard,

    /** Stops after the request that is under way; what was done stays done, and can be undone. */
    cancel(act: Act) {
      if (act === running) act.cancelled = true;
      else if (!isBegun(act)) discard(act);
      else void list.finish(act, []);
    },
  };
}
