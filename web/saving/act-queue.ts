import { randomId } from "../random-id.ts";
import { type Act, type ActOutcome, type ActRequest, isTemporary, mentions, type NewAct, replaceId } from "./act.ts";
import type { Kept, RecordData } from "./edit.ts";
import type { Failure } from "./failure.ts";
import { failing, type Reason } from "./reason.ts";

export type ActAnswer =
  | { kind: "done"; data: unknown; etag: string | undefined; changeSet?: string | null }
  /** `unknownIds`: of many things, those that are not there any more. */
  | (Failure & { unknownIds?: readonly string[] });

/** What became of an act that was sent; `lost` where it waits for the next try. */
type ActRun = { kind: "done" | "held" } | { kind: "lost"; retryAfterMs: number | undefined };

export type SendAct = (request: ActRequest, keys: { idempotencyKey: string; changeSet: string }) => Promise<ActAnswer>;

type Options = {
  owner: string;
  send: SendAct;
  keeper: { put(kept: Kept): Promise<void>; remove(key: string): void; written(): Promise<void> };
  /** So often is tried what fails while the service is there. */
  mostFailures: number;
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
  const { owner, send, keeper, changed } = options;
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
    void keeper.put(act);
    set([...acts]);
  }

  function drop(act: Act) {
    keeper.remove(act.key);
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
    void keeper.put({ key: `made|${act.makes}`, temporary: act.makes, id, at: options.now() });
    for (const other of acts) {
      if (other === act || !mentions(other.requests, act.makes)) continue;
      other.requests = replaceId(other.requests, act.makes, id);
      void keeper.put(other);
    }
    act.made = id;
    options.made(act, id, data as RecordData, etag);
  }

  async function finish(act: Act, answers: unknown[]) {
    act.settled = true;
    keeper.remove(act.key);
    set([...acts]);
    tell({ kind: "done", act, answers });
    try {
      await options.settle(act, answers);
    } finally {
      set(acts.filter((one) => one !== act));
    }
  }

  /** Nothing more of it is sent until someone decides. */
  function hold(act: Act, reason: Reason): ActRun {
    act.hold = reason;
    keep(act);
    options.refused(act, reason);
    tell({ kind: "refused", act, reason });
    return { kind: "held" };
  }

  /** In its turn for some tries more, and then out of the way of everything behind it. */
  function countFailure(act: Act, reason: Reason): ActRun {
    act.failures = (act.failures ?? 0) + 1;
    if (act.failures >= options.mostFailures) return hold(act, reason);
    keep(act);
    return { kind: "lost", retryAfterMs: undefined };
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

    /** `kept` ends when the act is on the device, or cannot be. */
    add(given: NewAct): { outcome: Promise<ActOutcome>; kept: Promise<void> } {
      const id = randomId();
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
      const kept = keeper.put(act);
      set([...acts, act]);
      return { outcome: new Promise((resolve) => waiting.set(id, resolve)), kept };
    },

    adopt(act: Act) {
      let { requests } = act;
      for (const [temporary, real] of made)
        if (mentions(requests, temporary)) requests = replaceId(requests, temporary, real);
      const { settled: _, cancelled: __, ...rest } = act;
      const own: Act = { ...rest, requests, owner, order: options.nextOrder() };
      void keeper.put(own);
      set([...acts, own]);
    },

    remember: (temporary: string, id: string) => remember(made, temporary, id),

    /** Sends what is left of an act. */
    async run(act: Act): Promise<ActRun> {
      running = act;
      const answers: unknown[] = [];
      try {
        while (act.done < act.requests.length && !act.cancelled) {
          await keeper.written();
          if (act.cancelled) break;
          const next = act.requests[act.done] as ActRequest;
          const idempotencyKey = `${act.id}-${act.attempt}-${act.done}`;
          const answer = await send(next, { idempotencyKey, changeSet: act.id });
          if (answer.kind === "unreachable") return { kind: "lost", retryAfterMs: answer.retryAfterMs };
          if (answer.kind === "failing") return countFailure(act, answer.reason);
          if (answer.kind === "rejected" && withoutUnknown(next, answer.unknownIds)) {
            act.attempt++;
            keep(act);
            continue;
          }
          if (answer.kind === "rejected") return hold(act, answer.reason);
          answers.push(answer.data);
          take(act, answer.data, answer.etag);
          if (answer.changeSet) act.changed = true;
          act.done++;
          delete act.failures;
          keep(act);
        }
      } finally {
        running = undefined;
      }
      void finish(act, answers);
      return { kind: "done" };
    },

    /** The network is gone: whoever waits for an answer goes on without it. */
    release() {
      for (const act of acts) if (isPending(act)) tell({ kind: "waiting", act });
    },

    retry(act: Act) {
      // Whether what failed was carried out is not known: under the same key it is not carried out twice.
      if (act.hold?.code !== failing) act.attempt++;
      delete act.hold;
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
