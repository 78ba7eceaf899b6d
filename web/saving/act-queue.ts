import {
  type Act,
  type ActOutcome,
  type ActRequest,
  isTemporary,
  mentions,
  type NewAct,
  newSetId,
  replaceId,
} from "./act.ts";
import type { Kept, Reason, RecordData } from "./edit.ts";

export type ActAnswer =
  | { kind: "done"; data: unknown; etag: string | undefined; changeSet?: string | null }
  /** `unknownIds`: of many things, those that are not there any more. */
  | { kind: "rejected"; reason: Reason; unknownIds?: readonly string[] }
  | { kind: "unreachable"; retryAfterMs?: number };

export type SendAct = (request: ActRequest, keys: { idempotencyKey: string; changeSet: string }) => Promise<ActAnswer>;

type Options = {
  owner: string;
  send: SendAct;
  store: { put(kept: Kept): void; remove(key: string): void };
  now(): number;
  nextOrder(): number;
  /** The list of acts is another one now. */
  changed(): void;
  /** Something has its own id at last. */
  made(act: Act, id: string, data: RecordData, etag: string | undefined): void;
  /** Edits of something that will never be. */
  forget(temporary: string): void;
  /** Brings the screen up to date with what was done; the act is shown until then. */
  settle(act: Act, answers: unknown[]): Promise<void>;
  refused(act: Act, reason: Reason): void;
};

/** Of so many things it is remembered under which name they began: nobody has an older one on the screen. */
const mostMade = 10_000;

/** The acts that the service has not answered yet, in order. The engine says when to send the next one. */
export function createActQueue(options: Options) {
  const { owner, send, store, changed } = options;
  const made = new Map<string, string>();
  const first = new Map<string, string>();
  const remember = (names: Map<string, string>, name: string, other: string) => {
    names.set(name, other);
    for (const oldest of names.keys()) {
      if (names.size <= mostMade) break;
      names.delete(oldest);
    }
  };
  const waiting = new Map<string, (outcome: ActOutcome) => void>();
  let acts: readonly Act[] = [];
  let running: Act | undefined;

  const isPending = (act: Act) => !act.hold && !act.settled;
  /** What another act that is not answered yet creates. */
  const isBlocked = (act: Act) =>
    acts.some((other) => other !== act && other.makes && !made.has(other.makes) && mentions(act.requests, other.makes));

  function set(next: readonly Act[]) {
    acts = next;
    changed();
  }

  function keep(act: Act) {
    store.put(act);
    set([...acts]);
  }

  function drop(act: Act) {
    store.remove(act.key);
    set(acts.filter((one) => one !== act));
  }

  function tell(outcome: ActOutcome) {
    waiting.get(outcome.act.id)?.(outcome);
    waiting.delete(outcome.act.id);
  }

  function take(act: Act, data: unknown, etag: string | undefined) {
    if (!act.makes || act.done > 0) return;
    const { id } = data as { id: string };
    // First where it went, then everything that is on its way there: a crash in between is mended by the first alone.
    remember(made, act.makes, id);
    remember(first, id, act.makes);
    store.put({ key: `made|${act.makes}`, temporary: act.makes, id, at: options.now() });
    for (const other of acts) {
      if (other === act || !mentions(other.requests, act.makes)) continue;
      other.requests = replaceId(other.requests, act.makes, id);
      store.put(other);
    }
    act.made = id;
    options.made(act, id, data as RecordData, etag);
  }

  async function finish(act: Act, answers: unknown[]) {
    act.settled = true;
    store.remove(act.key);
    set([...acts]);
    tell({ kind: "done", act, answers });
    try {
      await options.settle(act, answers);
    } finally {
      set(acts.filter((one) => one !== act));
    }
  }

  return {
    list: () => acts,
    realId: (id: string): string => made.get(id) ?? id,
    /** The first id of something: stays the same when the service gives it its own. */
    firstId: (id: string): string => first.get(id) ?? id,
    /** Whether it has to be created before anything can be written to it. */
    isUnmade: (id: string) => isTemporary(id) && !made.has(id),
    isRunning: () => running !== undefined,
    /** Nothing that was done after this goes out before it. */
    barrier: () => acts.find((act) => isPending(act) && !isBlocked(act))?.order ?? Number.POSITIVE_INFINITY,
    next: () => (running ? undefined : acts.find((act) => isPending(act) && !isBlocked(act))),
    pending: () => acts.filter(isPending),
    held: () => acts.filter((act) => act.hold),

    add(given: NewAct): Promise<ActOutcome> {
      const id = newSetId();
      const act: Act = {
        ...given,
        id,
        key: `${owner}|act|${id}`,
        owner,
        order: options.nextOrder(),
        done: 0,
        attempt: 0,
      };
      for (const [temporary, real] of made)
        if (mentions(act.requests, temporary)) act.requests = replaceId(act.requests, temporary, real);
      store.put(act);
      set([...acts, act]);
      return new Promise((resolve) => waiting.set(id, resolve));
    },

    adopt(act: Act) {
      let { requests } = act;
      for (const [temporary, real] of made)
        if (mentions(requests, temporary)) requests = replaceId(requests, temporary, real);
      const { settled: _, cancelled: __, ...rest } = act;
      const own: Act = { ...rest, requests, owner, key: `${owner}|act|${act.id}`, order: options.nextOrder() };
      store.put(own);
      set([...acts, own]);
    },

    remember: (temporary: string, id: string) => remember(made, temporary, id),

    /** Sends what is left of an act; `lost` says that the service could not be reached. */
    async run(act: Act): Promise<"sent" | { lost: number | undefined }> {
      running = act;
      const answers: unknown[] = [];
      try {
        while (act.done < act.requests.length && !act.cancelled) {
          const next = act.requests[act.done] as ActRequest;
          const idempotencyKey = `${act.id}-${act.attempt}-${act.done}`;
          const answer = await send(next, { idempotencyKey, changeSet: act.id });
          if (answer.kind === "unreachable") return { lost: answer.retryAfterMs };
          if (answer.kind === "rejected" && withoutUnknown(next, answer.unknownIds)) {
            act.attempt++;
            keep(act);
            continue;
          }
          if (answer.kind === "rejected") {
            act.hold = answer.reason;
            keep(act);
            options.refused(act, answer.reason);
            tell({ kind: "refused", act, reason: answer.reason });
            return "sent";
          }
          answers.push(answer.data);
          take(act, answer.data, answer.etag);
          if (answer.changeSet) act.changed = true;
          act.done++;
          keep(act);
        }
      } finally {
        running = undefined;
      }
      void finish(act, answers);
      return "sent";
    },

    /** The network is gone: whoever waits for an answer goes on without it. */
    release() {
      for (const act of acts) if (isPending(act)) tell({ kind: "waiting", act });
    },

    retry(act: Act) {
      delete act.hold;
      act.attempt++;
      keep(act);
    },

    /** Takes an act out of the queue, and everything that can only come after it. */
    discard(act: Act) {
      if (act === running) return;
      const going = [act];
      for (const { makes } of going) {
        if (!makes || made.has(makes)) continue;
        options.forget(makes);
        going.push(...acts.filter((other) => !going.includes(other) && mentions(other.requests, makes)));
      }
      for (const one of going) {
        // Part of it is done: that is told, with a way back.
        if (one.done > 0) void finish(one, []);
        else drop(one);
      }
    },

    /** Stops after the request that is under way; what was done stays done, and can be undone. */
    cancel(act: Act) {
      if (act === running) act.cancelled = true;
      else if (act.done === 0) this.discard(act);
      else void finish(act, []);
    },
  };
}

/** What someone else has deleted meanwhile is left out, as long as anything is left. */
function withoutUnknown(request: ActRequest, unknownIds: readonly string[] | undefined): boolean {
  const ids = request.body?.itemIds as string[] | undefined;
  if (!ids || !unknownIds || unknownIds.length === 0) return false;
  const left = ids.filter((id) => !unknownIds.includes(id));
  if (left.length === ids.length || left.length === 0) return false;
  request.body = { ...request.body, itemIds: left };
  return true;
}
