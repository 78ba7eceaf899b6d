import { describe, expect, test } from "bun:test";
import { type NewAct, request } from "./act.ts";
import type { ActAnswer } from "./act-queue.ts";
import { type Kept, type RecordData, type RecordRef, withValue } from "./edit.ts";
import { createSaveEngine, mostFailures, type PatchOutcome, quietMs, type ReadOutcome } from "./save-engine.ts";

const phone: RecordRef = { kind: "item", id: "phone" };
const lamp: RecordRef = { kind: "item", id: "lamp" };

/** A service with versions per field, an outbox and a clock that the test moves by hand. */
function bench(initial: Record<string, RecordData> = { phone: { name: "Phone", price: 10 }, lamp: { name: "Lamp" } }) {
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
    now: () => now,
    storage,
    unkept,
    broken,
    tries,
    back,
  };
}

describe("saving", () => {
  test("forgets of records that were left long ago that they were saved, and never what could not be", async () => {
    const records = Array.from({ length: 1_200 }, (_, i): RecordRef => ({ kind: "item", id: `item ${i}` }));
    const { type, pass, state, outbox } = bench(Object.fromEntries(records.map(({ id }) => [id, { name: "old" }])));
    for (const [i, record] of records.entries()) {
      type(record, "name", i === 1 ? "" : "new");
      await pass(quietMs);
    }
    const states = [0, 1, 150, 250, 1_199].map((i) => state(records[i] as RecordRef, "name"));
    expect(states).toEqual(["idle", "failed", "idle", "saved", "saved"]);
    expect(outbox.size).toBe(1);
  });

  test("sends one field after 500 ms of quiet, the last value only", async () => {
    const { type, pass, sent, outbox, state } = bench();
    type(phone, "name", "Phon");
    await pass(quietMs - 1);
    type(phone, "name", "Phone 2");
    await pass(quietMs - 1);
    expect(sent).toEqual([]);
    expect(outbox.size).toBe(1);
    await pass(1);
    expect(sent).toEqual(['phone.name="Phone 2"']);
    expect(outbox.size).toBe(0);
    expect(state(phone, "name")).toBe("saved");
  });

  test("leaving the field sends at once", async () => {
    const { engine, type, pass, sent } = bench();
    type(phone, "price", 12);
    engine.flush(phone);
    await pass(0);
    expect(sent).toEqual(["phone.price=12"]);
  });

  test("typing back to where it began sends nothing", async () => {
    const { engine, type, pass, sent, outbox } = bench();
    type(phone, "name", "Phone!");
    type(phone, "name", "Phone");
    await pass(quietMs * 2);
    expect(sent).toEqual([]);
    expect(outbox.size).toBe(0);
    expect(engine.summary().unsaved).toBe(0);
  });

  test("what is typed while a save is under way survives its answer and follows it", async () => {
    const { engine, type, pass, sent, hold } = bench();
    const release = hold();
    type(phone, "name", "A");
    engine.flush(phone);
    await pass(0);
    type(phone, "name", "AB");
    release();
    await pass(0);
    expect(engine.view(phone, "name").draft?.value).toBe("AB");
    await pass(quietMs);
    expect(sent).toEqual(['phone.name="A"', 'phone.name="AB"']);
    expect(engine.view(phone, "name").draft).toBeUndefined();
  });

  test("typing back to the first value while another is under way sends it again", async () => {
    const { engine, type, pass, server, hold } = bench();
    const release = hold();
    type(phone, "name", "Other");
    engine.flush(phone);
    await pass(0);
    engine.edit(phone, "name", "Phone", "Phone", "1");
    release();
    await pass(quietMs);
    expect(server.get("phone")?.data.name).toBe("Phone");
    expect(engine.summary().unsaved).toBe(0);
  });

  test("one request in flight per record, records side by side", async () => {
    const { engine, type, pass, sent, hold, mostFlying } = bench();
    const release = hold();
    type(phone, "name", "A");
    type(phone, "price", 1);
    engine.flush(phone);
    await pass(0);
    expect(mostFlying()).toBe(1);
    type(lamp, "name", "L");
    engine.flush(lamp);
    await pass(0);
    expect(mostFlying()).toBe(2);
    release();
    await pass(0);
    expect(sent).toEqual(['phone.name="A"', 'lamp.name="L"', "phone.price=1"]);
  });

  test("a refused value stays in the field with the reason, and goes when it is mended", async () => {
    const { engine, type, pass, sent, state, outbox } = bench();
    type(phone, "name", "");
    await pass(quietMs);
    expect(engine.view(phone, "name")).toEqual({
      draft: { value: "" },
      state: { status: "failed", reason: { code: "blank", message: "must not be blank" } },
    });
    expect(outbox.size).toBe(1);
    type(phone, "price", 3);
    await pass(quietMs);
    expect(sent).toEqual(["phone.price=3"]);
    type(phone, "name", "Mended");
    await pass(quietMs);
    expect(state(phone, "name")).toBe("saved");
  });
});

describe("without the network", () => {
  test("edits wait and are sent in the order they were typed", async () => {
    const { type, pass, sent, state, network, engine } = bench();
    network(false);
    type(phone, "name", "A");
    await pass(quietMs);
    type(lamp, "name", "B");
    await pass(quietMs);
    type(phone, "price", 5);
    await pass(quietMs);
    expect(state(phone, "name")).toBe("waiting");
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 3 });
    network(true);
    engine.reconnect();
    await pass(0);
    expect(sent).toEqual(['phone.name="A"', 'lamp.name="B"', "phone.price=5"]);
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0, problems: [] });
  });

  test("tries again by itself, less and less often", async () => {
    const { type, pass, sent, network } = bench();
    network(false);
    type(phone, "name", "A");
    await pass(60_000);
    network(true);
    await pass(15_000);
    expect(sent).toEqual(['phone.name="A"']);
  });

  test("an answer that was lost is not taken for someone else's change", async () => {
    const { type, pass, state, server, loseAnswers, engine } = bench();
    loseAnswers(true);
    type(phone, "name", "A");
    await pass(quietMs);
    loseAnswers(false);
    type(phone, "name", "AB");
    await pass(60_000);
    expect(engine.summary().problems).toEqual([]);
    expect(state(phone, "name")).toBe("saved");
    expect(server.get("phone")?.data.name).toBe("AB");
  });

  test("what an earlier tab left behind is adopted and sent", async () => {
    const first = bench();
    first.network(false);
    first.type(phone, "name", "Left");
    first.type(phone, "price", 7);
    await first.pass(0);
    const second = bench();
    await second.engine.adopt([...first.outbox.values()].reverse());
    expect(second.sent).toEqual(['phone.name="Left"', "phone.price=7"]);
    expect(second.outbox.size).toBe(0);
  });
});

describe("someone else", () => {
  test("changed another field: it just merges", async () => {
    const { type, pass, write, state, server } = bench();
    write("phone", "price", 99);
    type(phone, "name", "Mine");
    await pass(quietMs);
    expect(state(phone, "name")).toBe("saved");
    expect(server.get("phone")?.data).toMatchObject({ name: "Mine", price: 99 });
  });

  test("changed the same field: both values, nothing sent until the choice", async () => {
    const { engine, pass, write, sent } = bench();
    write("phone", "name", "Theirs");
    engine.edit(phone, "name", "Mine", "Phone", "1");
    await pass(quietMs);
    expect(engine.view(phone, "name").state).toEqual({ status: "conflict", yours: "Mine", theirs: "Theirs" });
    await pass(60_000);
    expect(sent).toEqual([]);
    engine.resolve(phone, "name", "yours");
    await pass(0);
    expect(sent).toEqual(['phone.name="Mine"']);
    expect(engine.summary().unsaved).toBe(0);
  });

  test("is not me a moment ago: an edit begun on what was shown before my own answer merges", async () => {
    const { engine, type, pass, state, server } = bench();
    type(phone, "name", "A");
    await pass(quietMs);
    engine.edit(phone, "name", "AB", "Phone", "1");
    await pass(quietMs);
    expect(state(phone, "name")).toBe("saved");
    expect(server.get("phone")?.data.name).toBe("AB");
  });

  test("their value can be taken", async () => {
    const { engine, pass, write, sent, outbox } = bench();
    write("phone", "name", "Theirs");
    engine.edit(phone, "name", "Mine", "Phone", "1");
    await pass(quietMs);
    engine.resolve(phone, "name", "theirs");
    await pass(quietMs);
    expect(sent).toEqual([]);
    expect(outbox.size).toBe(0);
    expect(engine.view(phone, "name").draft).toBeUndefined();
  });

  test("an edit without a version is compared with what the service has first", async () => {
    const { engine, pass, write } = bench();
    write("phone", "name", "Theirs");
    engine.edit(phone, "name", "Mine", "Phone", undefined);
    await pass(quietMs);
    expect(engine.view(phone, "name").state.status).toBe("conflict");
    engine.edit(lamp, "name", "Lamp 2", "Lamp", undefined);
    await pass(quietMs);
    expect(engine.view(lamp, "name").state.status).toBe("saved");
  });
});

const projectId = "shop";
const addItem = (name: string, makes: string, subcategoryId = "leaf"): NewAct => ({
  projectId,
  title: { what: "addItem", name },
  requests: [request("createItem", { params: { subcategoryId }, body: { name } })],
  makes,
});
const deletion = (itemIds: string[]): NewAct => ({
  projectId,
  title: { what: "deleteItems", count: itemIds.length },
  requests: [request("bulkDeleteItems", { body: { itemIds } })],
});

describe("acts", () => {
  test("go out after all that was typed before them, and before all that is typed after them", async () => {
    const { engine, type, pass, sent, hold, settled } = bench();
    const open = hold();
    type(phone, "name", "A");
    void engine.act(deletion(["lamp"]));
    type(phone, "price", 5);
    engine.flush(phone);
    await pass(0);
    open();
    await pass(quietMs);
    expect(sent).toEqual(['phone.name="A"', 'bulkDeleteItems {"itemIds":["lamp"]}', "phone.price=5"]);
    expect(settled).toEqual(["deleteItems"]);
    expect(engine.acts()).toEqual([]);
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0 });
  });

  test("without the network they are kept in order, and whoever waits is told so", async () => {
    const { engine, type, pass, sent, network, outbox } = bench();
    network(false);
    type(phone, "name", "A");
    await pass(quietMs);
    const outcome = await engine.act(deletion(["lamp"]));
    expect(outcome.kind).toBe("waiting");
    type(phone, "name", "B");
    type(phone, "price", 5);
    await pass(0);
    expect(outbox.size).toBe(3);
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 3 });
    network(true);
    engine.reconnect();
    await pass(quietMs);
    expect(sent).toEqual(['phone.name="B"', 'bulkDeleteItems {"itemIds":["lamp"]}', "phone.price=5"]);
    expect(outbox.size).toBe(0);
  });

  test("what was added without the network can be edited, moved and added to before it is sent", async () => {
    const { engine, pass, sent, network, outbox } = bench();
    network(false);
    const subcategory = "unsent:leaf";
    void engine.act({
      projectId,
      title: { what: "addSubcategory", name: "Leaf" },
      requests: [request("createSubcategory", { params: { categoryId: "c" }, body: { name: "Leaf" } })],
      makes: subcategory,
    });
    void engine.act(addItem("New", "unsent:item", subcategory));
    engine.edit({ kind: "item", id: "unsent:item" }, "name", "Named", "New", undefined);
    void engine.act(deletion(["unsent:item", "phone"]));
    await pass(quietMs);
    network(true);
    engine.reconnect();
    await pass(quietMs);
    expect(sent).toEqual([
      'createSubcategory {"categoryId":"c","name":"Leaf"}',
      'createItem {"subcategoryId":"real1","name":"New"}',
      'real2.name="Named"',
      'bulkDeleteItems {"itemIds":["real2","phone"]}',
    ]);
    expect(engine.realId("unsent:item")).toBe("real2");
    expect(engine.firstId("real2")).toBe("unsent:item");
    expect([...outbox.keys()]).toEqual(["made|unsent:leaf", "made|unsent:item"]);
  });

  test("an answer that was lost does not make a thing twice, not even after a crash", async () => {
    const first = bench();
    first.loseAnswers(true);
    void first.engine.act(addItem("Once", "unsent:once"));
    await first.pass(0);
    expect(first.sent).toHaveLength(1);
    first.engine.edit({ kind: "item", id: "unsent:once" }, "price", 3, 0, undefined);
    first.loseAnswers(false);
    const left = [...first.outbox.values()];
    await first.engine.adopt(left.map((kept) => structuredClone(kept)).filter((kept) => "requests" in kept));
    await first.pass(60_000);
    expect(first.sent).toEqual(['createItem {"subcategoryId":"leaf","name":"Once"}', "real1.price=3"]);
  });

  test("what an earlier tab left is adopted with its edits, also when only the place it went to was written", async () => {
    const first = bench();
    first.network(false);
    void first.engine.act(addItem("Left", "unsent:left"));
    first.engine.edit({ kind: "item", id: "unsent:left" }, "price", 3, 0, undefined);
    await first.pass(0);
    const second = bench();
    await second.engine.adopt([...first.outbox.values()].reverse());
    expect(second.sent).toEqual(['createItem {"subcategoryId":"leaf","name":"Left"}', "real1.price=3"]);
    const third = bench({ real9: { price: 0 } });
    const edits = [...first.outbox.values()].filter((kept) => "field" in kept);
    await third.engine.adopt([{ key: "made|unsent:left", temporary: "unsent:left", id: "real9", at: 0 }, ...edits]);
    expect(third.sent).toEqual(["real9.price=3"]);
  });

  test("a refusal holds what depends on it and nothing else, until someone decides", async () => {
    const { engine, pass, sent, outbox } = bench();
    const refused = await engine.act(addItem("bad", "unsent:bad"));
    expect(refused).toMatchObject({ kind: "refused", reason: { code: "has_items" } });
    void engine.act(deletion(["unsent:bad"]));
    engine.edit({ kind: "item", id: "unsent:bad" }, "price", 3, 0, undefined);
    await engine.act(deletion(["phone"]));
    await pass(quietMs);
    expect(sent).toEqual(['createItem {"subcategoryId":"leaf","name":"bad"}', 'bulkDeleteItems {"itemIds":["phone"]}']);
    expect(engine.summary()).toMatchObject({ refused: [{ title: { name: "bad" } }] });
    engine.retryAct(refused.act);
    await pass(0);
    expect(sent).toHaveLength(3);
    expect(engine.summary().refused).toHaveLength(1);
    engine.discardAct(refused.act);
    await pass(quietMs);
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0 });
    expect(outbox.size).toBe(0);
  });

  test("of many things, those that someone else has deleted are left out", async () => {
    const { engine, sent } = bench();
    const outcome = await engine.act(deletion(["phone", "gone1", "lamp", "gone2"]));
    expect(outcome.kind).toBe("done");
    expect(sent.at(-1)).toBe('bulkDeleteItems {"itemIds":["phone","lamp"]}');
    expect((await engine.act(deletion(["gone1"]))).kind).toBe("refused");
  });

  test("of several requests, a stop leaves out those that have not begun", async () => {
    const { engine, sent, hold, pass } = bench();
    const open = hold();
    const parts = ["a", "b", "c"].flatMap((id) => deletion([id]).requests);
    const outcome = engine.act({ projectId, title: { what: "deleteItems", count: 3 }, requests: parts });
    await pass(0);
    const [act] = engine.acts();
    if (act) engine.cancelAct(act);
    open();
    expect((await outcome).act.done).toBe(1);
    expect(sent).toEqual(['bulkDeleteItems {"itemIds":["a"]}']);
    await pass(0);
    expect(engine.summary().unsaved).toBe(0);
  });
});

describe("what fails again and again", () => {
  test("is tried some times in its turn, then set aside, and what is behind it goes out", async () => {
    const { engine, type, pass, broken, sent, tries, outbox, back } = bench();
    broken.add("phone");
    type(phone, "name", "A");
    type(phone, "price", 5);
    type(lamp, "name", "L");
    void engine.act(deletion(["lamp"]));
    await pass(2_000);
    expect(sent).toEqual(['lamp.name="L"']);
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 3, problems: [] });
    await pass(60_000);
    expect(sent).toEqual(['lamp.name="L"', 'bulkDeleteItems {"itemIds":["lamp"]}']);
    expect(tries.filter((one) => one === "phone.name")).toHaveLength(mostFailures);
    expect(tries.filter((one) => one === "phone.price")).toHaveLength(mostFailures);
    const state = { status: "failed", reason: { code: "failing", message: "500" } };
    expect(engine.summary()).toMatchObject({ status: "attention", unsaved: 2, problems: [{ state }, { state }] });
    expect(outbox.size).toBe(2);
    expect(back).toEqual([1]);
  });

  test("is tried once when someone asks for it, and goes when the service is mended", async () => {
    const { engine, type, pass, broken, sent, tries, outbox } = bench();
    broken.add("phone");
    type(phone, "name", "A");
    await pass(60_000);
    engine.retry(phone, "name");
    await pass(0);
    expect(tries).toHaveLength(mostFailures + 1);
    expect(engine.summary().status).toBe("attention");
    broken.clear();
    engine.retry(phone, "name");
    await pass(0);
    expect(sent).toEqual(['phone.name="A"']);
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0 });
    expect(outbox.size).toBe(0);
  });

  test("may have been carried out: what the service has then is not taken for someone else's change", async () => {
    const { engine, type, pass, broken, write, state } = bench();
    broken.add("phone");
    type(phone, "name", "A");
    await pass(60_000);
    write("phone", "name", "A");
    broken.clear();
    type(phone, "name", "AB");
    await pass(quietMs);
    expect(engine.summary().problems).toEqual([]);
    expect(state(phone, "name")).toBe("saved");
  });

  test("can be given up", async () => {
    const { engine, type, pass, broken, outbox } = bench();
    broken.add("phone").add("createItem");
    type(phone, "name", "A");
    void engine.act(addItem("New", "unsent:new"));
    await pass(60_000);
    engine.discard(phone, "name");
    for (const act of engine.summary().refused) engine.discardAct(act);
    await pass(0);
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0, problems: [], refused: [] });
    expect(outbox.size).toBe(0);
  });

  test("holds what can only come after it, and is not carried out twice", async () => {
    const { engine, pass, broken, sent, tries } = bench();
    broken.add("createItem");
    void engine.act(addItem("New", "unsent:new"));
    engine.edit({ kind: "item", id: "unsent:new" }, "price", 3, 0, undefined);
    void engine.act(deletion(["phone"]));
    await pass(60_000);
    expect(sent).toEqual(['bulkDeleteItems {"itemIds":["phone"]}']);
    const [act] = engine.summary().refused;
    expect(act?.hold).toEqual({ code: "failing", message: "500" });
    broken.clear();
    if (act) engine.retryAct(act);
    await pass(quietMs);
    expect(sent.slice(1)).toEqual(['createItem {"subcategoryId":"leaf","name":"New"}', "real1.price=3"]);
    expect(new Set(tries.filter((one) => one.startsWith("createItem")))).toEqual(new Set(["createItem 0-0"]));
  });

  test("is no outage: what nobody answers waits in its turn, however long", async () => {
    const { engine, type, pass, network, sent } = bench();
    network(false);
    type(phone, "name", "A");
    type(lamp, "name", "L");
    await pass(3_600_000);
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 2, problems: [] });
    network(true);
    await pass(15_000);
    expect(sent).toEqual(['phone.name="A"', 'lamp.name="L"']);
  });

  test("stays set aside in the next tab", async () => {
    const first = bench();
    first.broken.add("phone");
    first.type(phone, "name", "A");
    await first.pass(60_000);
    const second = bench();
    await second.engine.adopt([...first.outbox.values()]);
    expect(second.engine.summary()).toMatchObject({ status: "attention", unsaved: 1 });
  });
});

describe("a service that says when to come back", () => {
  test.each([
    [40_000, 40_000],
    [0, 1_000],
    [86_400_000, 300_000],
  ])("after %d ms is asked again after %d ms", async (asked, waited) => {
    const { type, pass, network, tries, retryAfter } = bench();
    network(false);
    retryAfter(asked);
    type(phone, "name", "A");
    await pass(quietMs);
    expect(tries).toHaveLength(1);
    await pass(waited - 1);
    expect(tries).toHaveLength(1);
    await pass(1);
    expect(tries).toHaveLength(2);
  });
});

describe("storage", () => {
  const full = new DOMException("", "QuotaExceededError");

  test("has what was typed or done before it goes out", async () => {
    const { engine, type, pass, storage, tries } = bench();
    let write = () => {};
    storage.done = new Promise((done) => {
      write = done;
    });
    type(phone, "name", "A");
    engine.flush(phone);
    void engine.act(deletion(["lamp"]));
    await pass(0);
    expect(tries).toEqual([]);
    write();
    await pass(0);
    expect(tries).toEqual(["phone.name", "bulkDeleteItems 0-0"]);
  });

  test("that is full is told, and holds nothing back", async () => {
    const { engine, type, pass, storage, sent, unkept } = bench();
    storage.error = full;
    type(phone, "name", "A");
    await pass(quietMs);
    type(phone, "price", 5);
    await engine.act(deletion(["lamp"]));
    expect(sent).toEqual(['phone.name="A"', "phone.price=5", 'bulkDeleteItems {"itemIds":["lamp"]}']);
    expect(unkept).toEqual(["full"]);
    expect(engine.summary()).toMatchObject({ status: "saved", unkept: undefined });
  });

  test("that is full is tried again, and until then it is told that what waits is in this tab only", async () => {
    const { engine, type, pass, storage, network, outbox, unkept } = bench();
    network(false);
    storage.error = full;
    type(phone, "name", "A");
    await pass(quietMs);
    expect((await engine.act(deletion(["lamp"]))).kind).toBe("waiting");
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 2, unkept: "full" });
    expect(engine.view(phone, "name").state).toEqual({ status: "waiting", kept: false });
    storage.error = undefined;
    await pass(15_000);
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 2, unkept: undefined });
    expect(engine.view(phone, "name").state).toEqual({ status: "waiting", kept: true });
    expect(outbox.size).toBe(2);
    expect(unkept).toEqual(["full"]);
  });

  test("that does not answer counts as none", async () => {
    const { engine, type, pass, storage, sent, unkept } = bench();
    storage.hangs = true;
    type(phone, "name", "A");
    await pass(60_000);
    expect(sent).toEqual(['phone.name="A"']);
    expect(unkept).toEqual(["unavailable"]);
    expect(engine.summary()).toMatchObject({ status: "saved", unkept: undefined });
  });

  test("is never without what an earlier tab left while the next one takes it over", async () => {
    const first = bench();
    first.network(false);
    first.type(phone, "name", "Left");
    void first.engine.act(addItem("New", "unsent:new"));
    await first.pass(0);
    const second = bench();
    second.network(false);
    for (const [key, kept] of first.outbox) second.outbox.set(key, kept);
    await second.engine.adopt([...first.outbox.values()]);
    await second.pass(0);
    expect(second.storage.seen.map((held) => held.size)).not.toContain(1);
    expect([...second.outbox.values()].map((kept) => "owner" in kept && kept.owner)).toEqual(["tab", "tab"]);
  });

  test("is never without an edit of something that gets its own id", async () => {
    const { engine, pass, network, storage } = bench();
    network(false);
    void engine.act(addItem("New", "unsent:new"));
    engine.edit({ kind: "item", id: "unsent:new" }, "price", 3, 0, undefined);
    await pass(quietMs);
    network(true);
    storage.seen.length = 0;
    engine.reconnect();
    await pass(0);
    const edits = storage.seen.map((held) => [...held.values()].filter((kept) => "field" in kept).length);
    const last = edits.lastIndexOf(1);
    expect(edits.slice(0, last)).not.toContain(0);
    expect(engine.summary().unsaved).toBe(0);
  });

  test("holds each value that went out once, however often that was", async () => {
    const { type, pass, network, outbox } = bench();
    network(false);
    type(phone, "name", "A");
    await pass(3_600_000);
    expect([...outbox.values()]).toMatchObject([{ attempted: ["A"] }]);
  });
});
