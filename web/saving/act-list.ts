import { type Act, type ActOutcome, makesOf } from "./act.ts";
import type { RecordData } from "./edit.ts";
import type { OutboxWriter } from "./outbox-writer.ts";
import { mentions, type TemporaryIds } from "./temporary-ids.ts";

type Options = {
  writer: OutboxWriter;
  ids: TemporaryIds;
  now(): number;
  changed(): void;
  settle(act: Act, answers: unknown[]): Promise<void>;
};

const isPending = (act: Act) => !act.hold && act.settledAt === undefined;

export type ActList = ReturnType<typeof createActList>;

/** The acts that the service has not answered yet, in order, and who waits for their outcome. */
export function createActList({ writer, ids, now, changed, settle }: Options) {
  const waiting = new Map<string, (outcome: ActOutcome) => void>();
  let acts: readonly Act[] = [];

  function set(next: readonly Act[]) {
    acts = next;
    changed();
  }

  /** It needs what another act creates that is not answered yet. */
  const isBlocked = (act: Act) => {
    const unmade = new Set(acts.flatMap((other) => (other === act ? [] : unmadeBy(other))));
    return unmade.size > 0 && mentions(act.requests, unmade);
  };

  const unmadeBy = (act: Act) => makesOf(act).filter(ids.isUnmade);

  function tell(outcome: ActOutcome) {
    waiting.get(outcome.act.id)?.(outcome);
    waiting.delete(outcome.act.id);
  }

  return {
    all: () => acts,
    pending: () => acts.filter(isPending),
    held: () => acts.filter((act) => act.hold),
    /** The first act that can go out. */
    first: () => acts.find((act) => isPending(act) && !isBlocked(act)),

    /** Resolves when the act is stored on the device, or cannot be. */
    add(act: Act): Promise<void> {
      const stored = writer.put(act);
      set([...acts, act]);
      return stored;
    },

    update(act: Act) {
      void writer.put(act);
      set([...acts]);
    },

    /** Nothing more of it is sent; it is shown until the screen has what it did. */
    async finish(act: Act, answers: unknown[]) {
      act.settledAt = now();
      writer.remove(act.key);
      set([...acts]);
      tell({ kind: "done", act, answers });
      try {
        await settle(act, answers);
      } finally {
        set(acts.filter((one) => one !== act));
      }
    },

    /** Writes the ids that the service gave into the requests of the acts that wait. */
    resolveIds() {
      for (const act of acts) {
        const requests = ids.resolve(act.requests);
        if (requests === act.requests) continue;
        act.requests = requests;
        void writer.put(act);
      }
    },

    /** Until the lists are read again, they show an item from the act that made it: as it was saved last. */
    showSaved(id: string, data: RecordData) {
      for (const act of acts) {
        if (act.made !== id && !act.madeRows?.includes(id)) continue;
        act.saved = { ...act.saved, [id]: data };
        set([...acts]);
      }
    },

    /** The act, and every act that needs what it creates. */
    withDependents(act: Act): Act[] {
      const found = [act];
      for (const one of found) {
        const unmade = new Set(unmadeBy(one));
        if (unmade.size === 0) continue;
        found.push(...acts.filter((other) => !found.includes(other) && mentions(other.requests, unmade)));
      }
      return found;
    },

    drop(act: Act) {
      writer.remove(act.key);
      set(acts.filter((one) => one !== act));
    },

    outcome: (act: Act) => new Promise<ActOutcome>((resolve) => waiting.set(act.id, resolve)),
    tell,
    /** The network is gone: nobody waits for an answer any longer. */
    release() {
      for (const act of acts) if (isPending(act)) tell({ kind: "waiting", act });
    },
  };
}
