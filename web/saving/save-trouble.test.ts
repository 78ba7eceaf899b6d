import { describe, expect, test } from "bun:test";
import { quietMs } from "./field-edits.ts";
import { mostFailures } from "./save-engine.ts";
import { addItem, deletion, lamp, phone, savingFixture } from "./saving-fixture.ts";

describe("a request that keeps failing", () => {
  test("is tried several times in its turn, then set aside, and later requests are sent", async () => {
    const { engine, type, pass, broken, sent, tries, outbox, back } = savingFixture();
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

  test("is tried once on request, and succeeds when the service is fixed", async () => {
    const { engine, type, pass, broken, sent, tries, outbox } = savingFixture();
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

  test("is also set aside if its first read fails", async () => {
    const { engine, pass, broken, sent, type } = savingFixture();
    broken.add("phone");
    engine.edit(phone, "name", "A", "Phone", undefined);
    await pass(quietMs);
    type(lamp, "name", "L");
    await pass(60_000);
    expect(sent).toEqual(['lamp.name="L"']);
    expect(engine.summary()).toMatchObject({ status: "attention", unsaved: 1, problems: [{ record: phone }] });
  });

  test("may have been carried out: its value in the service is not treated as someone else's change", async () => {
    const { engine, type, pass, broken, write, state } = savingFixture();
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

  test("can be discarded", async () => {
    const { engine, type, pass, broken, outbox } = savingFixture();
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

  test("holds back requests that depend on it, and is not carried out twice", async () => {
    const { engine, pass, broken, sent, tries } = savingFixture();
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

  test("is not an outage: a request without an answer waits in its turn, however long", async () => {
    const { engine, type, pass, network, sent } = savingFixture();
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
    const first = savingFixture();
    first.broken.add("phone");
    first.type(phone, "name", "A");
    await first.pass(60_000);
    const second = savingFixture();
    await second.engine.adopt([...first.outbox.values()]);
    expect(second.engine.summary()).toMatchObject({ status: "attention", unsaved: 1 });
  });
});

describe("a service that sends Retry-After", () => {
  test.each([
    [40_000, 40_000],
    [0, 1_000],
    [86_400_000, 300_000],
  ])("of %d ms is tried again after %d ms", async (asked, waited) => {
    const { type, pass, network, tries, net } = savingFixture();
    network(false);
    net.retryAfterMs = asked;
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

  test("has each edit and action before it is sent", async () => {
    const { engine, type, pass, storage, tries } = savingFixture();
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

  test("that is full is reported, and holds nothing back", async () => {
    const { engine, type, pass, storage, sent, storageFaults } = savingFixture();
    storage.error = full;
    type(phone, "name", "A");
    await pass(quietMs);
    type(phone, "price", 5);
    await engine.act(deletion(["lamp"]));
    expect(sent).toEqual(['phone.name="A"', "phone.price=5", 'bulkDeleteItems {"itemIds":["lamp"]}']);
    expect(storageFaults).toEqual(["full"]);
    expect(engine.summary()).toMatchObject({ status: "saved", storageFault: undefined });
  });

  test("that is full is tried again, and until then the status says that edits are only in this tab", async () => {
    const { engine, type, pass, storage, network, outbox, storageFaults } = savingFixture();
    network(false);
    storage.error = full;
    type(phone, "name", "A");
    await pass(quietMs);
    expect((await engine.act(deletion(["lamp"]))).kind).toBe("waiting");
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 2, storageFault: "full" });
    expect(engine.view(phone, "name").state).toEqual({ status: "waiting", stored: false });
    storage.error = undefined;
    await pass(15_000);
    expect(engine.summary()).toMatchObject({ status: "waiting", unsaved: 2, storageFault: undefined });
    expect(engine.view(phone, "name").state).toEqual({ status: "waiting", stored: true });
    expect(outbox.size).toBe(2);
    expect(storageFaults).toEqual(["full"]);
  });

  test("that does not answer counts as missing", async () => {
    const { engine, type, pass, storage, sent, storageFaults } = savingFixture();
    storage.hangs = true;
    type(phone, "name", "A");
    await pass(60_000);
    expect(sent).toEqual(['phone.name="A"']);
    expect(storageFaults).toEqual(["unavailable"]);
    expect(engine.summary()).toMatchObject({ status: "saved", storageFault: undefined });
  });

  test("never loses the edits of an earlier tab while the next one adopts them", async () => {
    const first = savingFixture();
    first.network(false);
    first.type(phone, "name", "Left");
    void first.engine.act(addItem("New", "unsent:new"));
    await first.pass(0);
    const second = savingFixture();
    second.network(false);
    for (const [key, entry] of first.outbox) second.outbox.set(key, entry);
    await second.engine.adopt([...first.outbox.values()]);
    await second.pass(0);
    expect(second.storage.seen.map((held) => held.size)).not.toContain(1);
    expect([...second.outbox.values()].map((entry) => "owner" in entry && entry.owner)).toEqual(["tab", "tab"]);
  });

  test("never loses an edit of a thing that gets its final id", async () => {
    const { engine, pass, network, storage } = savingFixture();
    network(false);
    void engine.act(addItem("New", "unsent:new"));
    engine.edit({ kind: "item", id: "unsent:new" }, "price", 3, 0, undefined);
    await pass(quietMs);
    network(true);
    storage.seen.length = 0;
    engine.reconnect();
    await pass(0);
    const edits = storage.seen.map((held) => [...held.values()].filter((entry) => "field" in entry).length);
    const last = edits.lastIndexOf(1);
    expect(edits.slice(0, last)).not.toContain(0);
    expect(engine.summary().unsaved).toBe(0);
  });

  test("has each sent value once, however often it was sent", async () => {
    const { type, pass, network, outbox } = savingFixture();
    network(false);
    type(phone, "name", "A");
    await pass(3_600_000);
    expect([...outbox.values()]).toMatchObject([{ attempted: ["A"] }]);
  });
});
