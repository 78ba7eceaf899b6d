import { type NewAct, request } from "./act.ts";
import type { ActAnswer } from "./act-queue.ts";
import { type Kept, type RecordData, type RecordRef, withValue } from "./edit.ts";
import { createSaveEngine, type PatchOutcome, type ReadOutcome } from "./save-engine.ts";

export const phone: RecordRef = { kind: "item", id: "phone" };
export const lamp: RecordRef = { kind: "item", id: "lamp" };

/** A service with versions per field, an outbox and a clock that the test moves by hand. */
export function saveBench(
  initial: Record<string, RecordData> = { phone: { name: "Phone", price: 10 }, lamp: { name: "Lamp" } },
) {
  const server = new Map(
    Object.entries(initial).map(([id, data]) => [id, { data, version: 1, changed: new Map<string, number>() }]),
  );
  const outbox = new Map<string, Kept>();
  /** How storage behaves, and all that it held after each write. */
  const storage = {
    done: Promise.resolve(),
    hangs: false,
    error: undefined as Error | undefined,
    seen: [] as Map<string, Kept>[],
  };
  const unkept: string[] = [];
  /** What the service fails on, by the id of the record or the call. */
  const broken = new Set<string>();
  let later: number | undefined;
  const tries: string[] = [];
  const back: number[] = [];
  const sent: string[] = [];
  const settled: string[] = [];
  const answered = new Map<string, ActAnswer>();
  let made = 0;
  let waiting: { run: () => void; at: number }[] = [];
  let now = 0;
  let down = false;
  let loseAnswers = false;
  let gate: Promise<void> = Promise.resolve();
  let flying = 0;
  let mostFlying = 0;

  const write = (id: string, field: string, value: unknown) => {
    const row = server.get(id);
    if (!row) throw new Error(id);
    row.version++;
    row.changed.set(field, row.version);
    row.data = withValue(row.data, field, value);
  };
  const engine = createSaveEngine({
    owner: "tab",
    store: {
      put(kept) {
        const copy = structuredClone(kept);
        if (storage.hangs) return new Promise(() => {});
        return storage.done.then(() => {
          if (storage.error) throw storage.error;
          outbox.set(copy.key, copy);
          storage.seen.push(new Map(outbox));
        });
      },
      async remove(key) {
        await storage.done;
        outbox.delete(key);
        storage.seen.push(new Map(outbox));
      },
    },
    clock: {
      set: (run, ms) => {
        const timer = { run, at: now + ms };
        waiting.push(timer);
        return timer;
      },
      clear: (timer) => {
        waiting = waiting.filter((one) => one !== timer);
      },
      now: () => now,
    },
    onRecord: () => {},
    onSaved: () => {},
    onMade: () => {},
    onAct: async (act) => void settled.push(act.title.what),
    onRefused: () => {},
    onUnkept: (fault) => void unkept.push(fault),
    onBack: (count) => void back.push(count),
    transport: {
      async patch(record, field, value, etag): Promise<PatchOutcome> {
        flying++;
        mostFlying = Math.max(mostFlying, flying);
        await gate;
        flying--;
        tries.push(`${record.id}.${field}`);
        if (down) return away();
        if (broken.has(record.id)) return failure;
        const row = server.get(record.id);
        if (!row) return { kind: "rejected", reason: { code: "not_found", message: "gone" } };
        if (value === "") return { kind: "rejected", reason: { code: "blank", message: "must not be blank" } };
        if (etag !== undefined && (row.changed.get(field) ?? 0) > Number(etag)) return { kind: "conflict" };
        write(record.id, field, value);
        sent.push(`${record.id}.${field}=${JSON.stringify(value)}`);
        return loseAnswers ? { kind: "unreachable" } : { kind: "saved", data: row.data, etag: String(row.version) };
      },
      async read(record): Promise<ReadOutcome> {
        if (down) return away();
        if (broken.has(record.id)) return failure;
        const row = server.get(record.id);
        return row
          ? { kind: "found", data: row.data, etag: String(row.version) }
          : { kind: "rejected", reason: { code: "not_found", message: "gone" } };
      },
      /** Answers to the same key with the same answer, as the service does. */
      async act({ call, params, body }, { idempotencyKey }): Promise<ActAnswer> {
        await gate;
        tries.push(`${call} ${idempotencyKey.slice(-3)}`);
        if (down) return away();
        if (broken.has(call)) return failure;
        const known = answered.get(idempotencyKey);
        const answer = known ?? answerTo(call, body);
        answered.set(idempotencyKey, answer);
        if (!known) sent.push(`${call} ${JSON.stringify({ ...params, ...body })}`);
        return loseAnswers ? { kind: "unreachable" } : answer;
      },
    },
  });
  const away = () => ({ kind: "unreachable", ...(later !== undefined && { retryAfterMs: later }) }) as const;
  const failure = { kind: "failing", reason: { code: "failing", message: "500" } } as const;
  const answerTo = (call: string, body: RecordData | undefined): ActAnswer => {
    if (body?.name === "bad") return { kind: "rejected", reason: { code: "has_items", message: "no" } };
    const ids = (body?.itemIds as string[] | undefined) ?? [];
    const unknownIds = ids.filter((id) => id.startsWith("gone"));
    if (unknownIds.length > 0) return { kind: "rejected", reason: { code: "not_found", message: "gone" }, unknownIds };
    if (!call.startsWith("create")) return { kind: "done", data: undefined, etag: undefined };
    const id = `real${++made}`;
    server.set(id, { data: { id, ...body }, version: 1, changed: new Map() });
    return { kind: "done", data: { id, ...body }, etag: "1" };
  };
  const settle = async () => {
    for (let i = 0; i < 100; i++) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      await settle();
      const due = waiting.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      waiting = waiting.filter((timer) => timer !== due);
      now = due.at;
      due.run();
    }
    now = until;
    await settle();
  };
  const type = (record: RecordRef, field: string, value: unknown, etag: string | undefined = "1") =>
    engine.edit(record, field, value, server.get(record.id)?.data[field], etag);
  return {
    engine,
    server,
    outbox,
    sent,
    settled,
    pass,
    type,
    write,
    state: (record: RecordRef, field: string) => engine.view(record, field).state.status,
    hold: () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = Promise.resolve();
        open();
      };
    },
    network: (up: boolean) => {
      down = !up;
    },
    loseAnswers: (lose: boolean) => {
      loseAnswers = lose;
    },
    retryAfter: (ms: number) => {
      later = ms;
    },
    mostFlying: () => mostFlying,
    storage,
    unkept,
    broken,
    tries,
    back,
  };
}

export const projectId = "shop";
export const addItem = (name: string, makes: string, subcategoryId = "leaf"): NewAct => ({
  projectId,
  title: { what: "addItem", name },
  requests: [request("createItem", { params: { subcategoryId }, body: { name } })],
  makes,
});
export const deletion = (itemIds: string[]): NewAct => ({
  projectId,
  title: { what: "deleteItems", count: itemIds.length },
  requests: [request("bulkDeleteItems", { body: { itemIds } })],
});
