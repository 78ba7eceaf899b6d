import { type ActRequest, type NewAct, request } from "./act.ts";
import type { DoneListener } from "./done-listener.ts";
import { fieldKey, type OutboxEntry, type RecordData, type RecordRef, withValue } from "./edit.ts";
import { createSaveEngine, type SaveEngineOptions } from "./save-engine.ts";
import type { PatchOutcome, ReadOutcome } from "./send-edit.ts";
import type { ActAnswer } from "./send-requests.ts";

export const phone: RecordRef = { kind: "item", id: "phone" };
export const lamp: RecordRef = { kind: "item", id: "lamp" };

const settle = async () => {
  for (let i = 0; i < 100; i++) await Promise.resolve();
};

/** A clock that the test moves by hand. */
export function handClock() {
  let waiting: { run: () => void; at: number }[] = [];
  let now = 0;
  return {
    set: (run: () => void, ms: number) => {
      const timer = { run, at: now + ms };
      waiting.push(timer);
      return timer;
    },
    clear: (timer: unknown) => {
      waiting = waiting.filter((one) => one !== timer);
    },
    now: () => now,
    async pass(ms: number) {
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
    },
  };
}

/** An outbox in memory, with a switch for each way in which storage can fail. */
function memoryStore() {
  const outbox = new Map<string, OutboxEntry>();
  const storage = {
    done: Promise.resolve(),
    hangs: false,
    error: undefined as Error | undefined,
    /** Everything that was stored, after each write. */
    seen: [] as Map<string, OutboxEntry>[],
  };
  const store = {
    put(entry: OutboxEntry): Promise<void> {
      const copy = structuredClone(entry);
      if (storage.hangs) return new Promise(() => {});
      return storage.done.then(() => {
        if (storage.error) throw storage.error;
        outbox.set(copy.key, copy);
        storage.seen.push(new Map(outbox));
      });
    },
    async remove(key: string) {
      await storage.done;
      outbox.delete(key);
      storage.seen.push(new Map(outbox));
    },
  };
  return { outbox, storage, store };
}

const notFound = { kind: "rejected", reason: { code: "not_found", message: "gone" } } as const;
const failure = { kind: "failing", reason: { code: "failing", message: "500" } } as const;

/** The rows of a service, with a version per field, and what it answers to acts. */
function rowsOf(initial: Record<string, RecordData>) {
  const rows = new Map(
    Object.entries(initial).map(([id, data]) => [id, { data, version: 1, changed: new Map<string, number>() }]),
  );
  let made = 0;
  function write(id: string, field: string, value: unknown) {
    const row = rows.get(id);
    if (!row) throw new Error(id);
    row.version++;
    row.changed.set(field, row.version);
    row.data = withValue(row.data, field, value);
  }
  return {
    rows,
    write,
    answerTo({ call, params = {}, body }: ActRequest): ActAnswer {
      if (body?.name === "bad") return { kind: "rejected", reason: { code: "has_items", message: "no" } };
      const ids = (body?.itemIds as string[] | undefined) ?? [];
      const unknownIds = ids.filter((id) => id.startsWith("gone"));
      if (unknownIds.length > 0) return { ...notFound, unknownIds };
      if (body?.where) {
        // Five items match; the cursor is how many were taken.
        const taken = Number(body.cursor ?? 0) + Number(body.limit);
        return { kind: "done", data: { cursor: taken < 5 ? String(taken) : null }, etag: undefined, changeSet: "set" };
      }
      const create = (data: RecordData | undefined) => {
        const id = `real${++made}`;
        rows.set(id, { data: { id, ...data }, version: 1, changed: new Map() });
        return id;
      };
      if (call === "saveItemRows") {
        const answers = ((body?.rows ?? []) as { data: RecordData }[]).map(({ data }) =>
          data.name === "bad" ? { status: "refused", code: "invalid_body" } : { status: "created", id: create(data) },
        );
        return { kind: "done", data: { rows: answers }, etag: undefined };
      }
      if (call === "updateItem") {
        for (const [field, value] of Object.entries(body ?? {})) write(params.itemId ?? "", field, value);
        return { kind: "done", data: undefined, etag: undefined };
      }
      if (!call.startsWith("create")) return { kind: "done", data: undefined, etag: undefined };
      return { kind: "done", data: { id: create(body), ...body }, etag: "1" };
    },
  };
}

/** The way to the service, with a switch for each way in which it can fail. */
function transportTo({ rows, write, answerTo }: ReturnType<typeof rowsOf>) {
  const net = {
    down: false,
    loseAnswers: false,
    retryAfterMs: undefined as number | undefined,
    /** Requests wait for it. */
    open: Promise.resolve(),
    flying: 0,
    mostFlying: 0,
    /** What the service fails on, by the id of the record or the call. */
    broken: new Set<string>(),
    tries: [] as string[],
    sent: [] as string[],
  };
  const answered = new Map<string, ActAnswer>();
  const faultOf = (what: string) => {
    const { retryAfterMs } = net;
    if (net.down) return { kind: "unreachable", ...(retryAfterMs !== undefined && { retryAfterMs }) } as const;
    return net.broken.has(what) ? failure : undefined;
  };
  const transport: SaveEngineOptions["transport"] = {
    async patch(record, field, value, etag): Promise<PatchOutcome> {
      net.flying++;
      net.mostFlying = Math.max(net.mostFlying, net.flying);
      await net.open;
      net.flying--;
      net.tries.push(`${record.id}.${field}`);
      const fault = faultOf(record.id);
      if (fault) return fault;
      const row = rows.get(record.id);
      if (!row) return notFound;
      if (value === "") return { kind: "rejected", reason: { code: "blank", message: "must not be blank" } };
      if (etag !== undefined && (row.changed.get(field) ?? 0) > Number(etag)) return { kind: "conflict" };
      write(record.id, field, value);
      net.sent.push(`${record.id}.${field}=${JSON.stringify(value)}`);
      const changeSet = `set ${row.version}`;
      return net.loseAnswers
        ? { kind: "unreachable" }
        : { kind: "saved", data: row.data, etag: String(row.version), changeSet };
    },
    async read(record): Promise<ReadOutcome> {
      const fault = faultOf(record.id);
      if (fault) return fault;
      const row = rows.get(record.id);
      return row ? { kind: "found", data: row.data, etag: String(row.version) } : notFound;
    },
    /** Answers to the same key with the same answer, as the service does. */
    async act(request, { idempotencyKey }): Promise<ActAnswer> {
      const { call, params, body } = request;
      await net.open;
      net.tries.push(`${call} ${idempotencyKey.slice(-3)}`);
      const fault = faultOf(call);
      if (fault) return fault;
      const known = answered.get(idempotencyKey);
      const answer = known ?? answerTo(request);
      answered.set(idempotencyKey, answer);
      if (!known) net.sent.push(`${call} ${JSON.stringify({ ...params, ...body })}`);
      return net.loseAnswers ? { kind: "unreachable" } : answer;
    },
  };
  return { net, transport };
}

/** A save engine with a service, an outbox and a clock in memory. */
export function savingFixture(
  initial: Record<string, RecordData> = { phone: { name: "Phone", price: 10 }, lamp: { name: "Lamp" } },
) {
  const service = rowsOf(initial);
  const { rows: server, write } = service;
  const { net, transport } = transportTo(service);
  const { outbox, storage, store } = memoryStore();
  const clock = handClock();
  const storageFaults: string[] = [];
  const back: number[] = [];
  const settled: string[] = [];
  /** The screen is brought up to date when it is resolved. */
  let screen = Promise.resolve();
  const heard: string[] = [];
  let visits = 0;
  const done: DoneListener = {
    edited(record, field, before, after) {
      heard.push(`edited ${fieldKey(record, field)} ${JSON.stringify(before)} ${JSON.stringify(after)}`);
      return `visit ${++visits}`;
    },
    left: (record) => void heard.push(`left ${record.id}`),
    saved: (entry, changeSet) => void heard.push(`saved ${entry} ${changeSet}`),
    givenUp: (record, field) => void heard.push(`given up ${fieldKey(record, field)}`),
    added: ({ title }) => void heard.push(`added ${title.what}`),
    made: (_, id) => void heard.push(`made ${id}`),
    dropped: ({ title }) => void heard.push(`dropped ${title.what}`),
  };
  const engine = createSaveEngine({
    owner: "tab",
    done,
    store,
    clock,
    transport,
    onRecord: () => {},
    onMade: () => {},
    onAct(act) {
      settled.push(act.title.what);
      return screen;
    },
    onRefused: () => {},
    onStorageFault: (fault) => void storageFaults.push(fault),
    onBack: (count) => void back.push(count),
  });
  return {
    engine,
    server,
    write,
    outbox,
    storage,
    storageFaults,
    back,
    settled,
    /** What the list of what was done hears. */
    heard,
    net,
    broken: net.broken,
    tries: net.tries,
    sent: net.sent,
    pass: clock.pass,
    type: (record: RecordRef, field: string, value: unknown, etag: string | undefined = "1") =>
      engine.edit(record, field, value, server.get(record.id)?.data[field], etag),
    state: (record: RecordRef, field: string) => engine.view(record, field).state.status,
    settle: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      screen = promise;
      return resolve;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      net.open = promise;
      return () => {
        net.open = Promise.resolve();
        resolve();
      };
    },
    network: (up: boolean) => {
      net.down = !up;
    },
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
/** Deletes everything that matches, two items at a time. */
export const matchingDeletion = (): NewAct => ({
  projectId,
  title: { what: "deleteItems", count: 5 },
  requests: [request("bulkDeleteItems", { body: { where: { projectId }, expect: 5, limit: 2 } })],
});
