import { describe, expect, test } from "bun:test";
import { type Edit, type RecordData, type RecordRef, withValue } from "./edit.ts";
import { createSaveEngine, type PatchOutcome, quietMs, type ReadOutcome } from "./save-engine.ts";

const phone: RecordRef = { kind: "item", id: "phone" };
const lamp: RecordRef = { kind: "item", id: "lamp" };

/** A service with versions per field, an outbox and a clock that the test moves by hand. */
function bench(initial: Record<string, RecordData> = { phone: { name: "Phone", price: 10 }, lamp: { name: "Lamp" } }) {
  const server = new Map(
    Object.entries(initial).map(([id, data]) => [id, { data, version: 1, changed: new Map<string, number>() }]),
  );
  const outbox = new Map<string, Edit>();
  const sent: string[] = [];
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
    store: { put: (edit) => outbox.set(edit.key, structuredClone(edit)), remove: (key) => outbox.delete(key) },
    clock: {
      set: (run, ms) => {
        const timer = { run, at: now + ms };
        waiting.push(timer);
        return timer;
      },
      clear: (timer) => {
        waiting = waiting.filter((one) => one !== timer);
      },
    },
    onRecord: () => {},
    transport: {
      async patch(record, field, value, etag): Promise<PatchOutcome> {
        flying++;
        mostFlying = Math.max(mostFlying, flying);
        await gate;
        flying--;
        if (down) return { kind: "unreachable" };
        const row = server.get(record.id);
        if (!row) return { kind: "rejected", reason: { code: "not_found", message: "gone" } };
        if (value === "") return { kind: "rejected", reason: { code: "blank", message: "must not be blank" } };
        if (etag !== undefined && (row.changed.get(field) ?? 0) > Number(etag)) return { kind: "conflict" };
        write(record.id, field, value);
        sent.push(`${record.id}.${field}=${JSON.stringify(value)}`);
        return loseAnswers ? { kind: "unreachable" } : { kind: "saved", data: row.data, etag: String(row.version) };
      },
      async read(record): Promise<ReadOutcome> {
        if (down) return { kind: "unreachable" };
        const row = server.get(record.id);
        return row
          ? { kind: "found", data: row.data, etag: String(row.version) }
          : { kind: "rejected", reason: { code: "not_found", message: "gone" } };
      },
    },
  });
  const settle = async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve();
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
    mostFlying: () => mostFlying,
  };
}

describe("saving", () => {
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
    expect(engine.summary()).toEqual({ status: "saved", unsaved: 0, problems: [] });
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
