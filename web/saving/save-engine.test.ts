import { describe, expect, test } from "bun:test";
import { type Act, progressOf, request } from "./act.ts";
import type { RecordRef } from "./edit.ts";
import { quietMs } from "./field-edits.ts";
import { addItem, deletion, lamp, matchingDeletion, phone, projectId, savingFixture } from "./saving-fixture.ts";

describe("saving", () => {
  test("forgets that old records were saved, but never what could not be saved", async () => {
    const records = Array.from({ length: 1_200 }, (_, i): RecordRef => ({ kind: "item", id: `item ${i}` }));
    const { type, pass, state, outbox } = savingFixture(
      Object.fromEntries(records.map(({ id }) => [id, { name: "old" }])),
    );
    for (const [i, record] of records.entries()) {
      type(record, "name", i === 1 ? "" : "new");
      await pass(quietMs);
    }
    const states = [0, 1, 150, 250, 1_199].map((i) => state(records[i] as RecordRef, "name"));
    expect(states).toEqual(["idle", "failed", "idle", "saved", "saved"]);
    expect(outbox.size).toBe(1);
  });

  test("sends one field after 500 ms without typing, with only the last value", async () => {
    const { type, pass, sent, outbox, state } = savingFixture();
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

  test("leaving the field sends right away", async () => {
    const { engine, type, pass, sent } = savingFixture();
    type(phone, "price", 12);
    engine.flush(phone);
    await pass(0);
    expect(sent).toEqual(["phone.price=12"]);
  });

  test("typing the original value again sends nothing", async () => {
    const { engine, type, pass, sent, outbox } = savingFixture();
    type(phone, "name", "Phone!");
    type(phone, "name", "Phone");
    await pass(quietMs * 2);
    expect(sent).toEqual([]);
    expect(outbox.size).toBe(0);
    expect(engine.summary().unsaved).toBe(0);
  });

  test("text typed during a save survives its answer and is sent next", async () => {
    const { engine, type, pass, sent, hold } = savingFixture();
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

  test("typing the first value again while another is being saved sends it", async () => {
    const { engine, type, pass, server, hold } = savingFixture();
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

  test("one request is in flight per record, and records are independent", async () => {
    const { engine, type, pass, sent, hold, net } = savingFixture();
    const release = hold();
    type(phone, "name", "A");
    type(phone, "price", 1);
    engine.flush(phone);
    await pass(0);
    expect(net.mostFlying).toBe(1);
    type(lamp, "name", "L");
    engine.flush(lamp);
    await pass(0);
    expect(net.mostFlying).toBe(2);
    release();
    await pass(0);
    expect(sent).toEqual(['phone.name="A"', 'lamp.name="L"', "phone.price=1"]);
  });

  test("a refused value stays in the field with the reason, and is sent when it is corrected", async () => {
    const { engine, type, pass, sent, state, outbox } = savingFixture();
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

test("an old value is saved again when a list that is behind still shows it", async () => {
  const { engine, type, pass, sent } = savingFixture();
  type(phone, "name", "New phone");
  await pass(quietMs);
  engine.edit(phone, "name", "Phone!", "Phone", "1");
  engine.edit(phone, "name", "Phone", "Phone", "1");
  await pass(quietMs);
  expect(sent).toEqual(['phone.name="New phone"', 'phone.name="Phone"']);
});

describe("without the network", () => {
  test("edits wait and are sent in the order they were typed", async () => {
    const { type, pass, sent, state, network, engine } = savingFixture();
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

  test("the engine tries again by itself at growing intervals", async () => {
    const { type, pass, sent, network } = savingFixture();
    network(false);
    type(phone, "name", "A");
    await pass(60_000);
    network(true);
    await pass(15_000);
    expect(sent).toEqual(['phone.name="A"']);
  });

  test("a save whose answer was lost is not treated as someone else's change", async () => {
    const { type, pass, state, server, net, engine } = savingFixture();
    net.loseAnswers = true;
    type(phone, "name", "A");
    await pass(quietMs);
    net.loseAnswers = false;
    type(phone, "name", "AB");
    await pass(60_000);
    expect(engine.summary().problems).toEqual([]);
    expect(state(phone, "name")).toBe("saved");
    expect(server.get("phone")?.data.name).toBe("AB");
  });

  test("edits of an earlier tab are adopted and sent", async () => {
    const first = savingFixture();
    first.network(false);
    first.type(phone, "name", "Left");
    first.type(phone, "price", 7);
    await first.pass(0);
    const second = savingFixture();
    await second.engine.adopt([...first.outbox.values()].reverse());
    expect(second.sent).toEqual(['phone.name="Left"', "phone.price=7"]);
    expect(second.outbox.size).toBe(0);
  });
});

describe("someone else", () => {
  test("changed another field: the edits merge", async () => {
    const { type, pass, write, state, server } = savingFixture();
    write("phone", "price", 99);
    type(phone, "name", "Mine");
    await pass(quietMs);
    expect(state(phone, "name")).toBe("saved");
    expect(server.get("phone")?.data).toMatchObject({ name: "Mine", price: 99 });
  });

  test("changed the same field: both values are shown, and nothing is sent until one is chosen", async () => {
    const { engine, pass, write, sent } = savingFixture();
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

  test("an edit that began before the answer to the own save is not a conflict", async () => {
    const { engine, type, pass, state, server } = savingFixture();
    type(phone, "name", "A");
    await pass(quietMs);
    engine.edit(phone, "name", "AB", "Phone", "1");
    await pass(quietMs);
    expect(state(phone, "name")).toBe("saved");
    expect(server.get("phone")?.data.name).toBe("AB");
  });

  test("their value can be accepted", async () => {
    const { engine, pass, write, sent, outbox } = savingFixture();
    write("phone", "name", "Theirs");
    engine.edit(phone, "name", "Mine", "Phone", "1");
    await pass(quietMs);
    engine.resolve(phone, "name", "theirs");
    await pass(quietMs);
    expect(sent).toEqual([]);
    expect(outbox.size).toBe(0);
    expect(engine.view(phone, "name").draft).toBeUndefined();
  });

  test("an edit without a version is first compared with the stored value", async () => {
    const { engine, pass, write } = savingFixture();
    write("phone", "name", "Theirs");
    engine.edit(phone, "name", "Mine", "Phone", undefined);
    await pass(quietMs);
    expect(engine.view(phone, "name").state.status).toBe("conflict");
    engine.edit(lamp, "name", "Lamp 2", "Lamp", undefined);
    await pass(quietMs);
    expect(engine.view(lamp, "name").state.status).toBe("saved");
  });
});

describe("actions", () => {
  test("are sent after all earlier edits and before all later ones", async () => {
    const { engine, type, pass, sent, hold, settled } = savingFixture();
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

  test("are stored in order without the network, and callers are informed", async () => {
    const { engine, type, pass, sent, network, outbox } = savingFixture();
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

  test("things added without the network can be edited, moved and extended before they are sent", async () => {
    const { engine, pass, sent, network, outbox } = savingFixture();
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

  const made: RecordRef = { kind: "item", id: "unsent:item" };

  test("what is typed under the temporary id goes to the record, also after it has got its own", async () => {
    const { engine, pass, sent } = savingFixture();
    void engine.act(addItem("New", made.id));
    engine.edit(made, "name", "Named", "New", undefined);
    await pass(0);
    expect(engine.realId(made.id)).toBe("real1");
    // A question was open while the item was made: what answers it still has the old id.
    engine.edit(made, "name", "Named later", "New", undefined);
    expect(engine.view(made, "name").draft?.value).toBe("Named later");
    engine.flush(made);
    await pass(0);
    expect(sent.slice(1)).toEqual(['real1.name="Named"', 'real1.name="Named later"']);
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0, problems: [] });
  });

  test("what is typed over a change that waits is no conflict with it when the item gets its id", async () => {
    const { engine, pass, sent, network } = savingFixture();
    network(false);
    void engine.act(addItem("New", made.id));
    const pasted = { params: { itemId: made.id }, body: { name: "Pasted" } };
    void engine.act({ projectId, title: { what: "pasteCells" }, requests: [request("updateItem", pasted)] });
    engine.edit(made, "name", "Pasted and typed", "Pasted", undefined);
    await pass(quietMs);
    network(true);
    engine.reconnect();
    await pass(0);
    expect(sent.slice(1)).toEqual(['updateItem {"itemId":"real1","name":"Pasted"}', 'real1.name="Pasted and typed"']);
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0, problems: [] });
  });

  test("what was typed last into an item wins, under whichever id", async () => {
    const { engine, pass, sent, hold } = savingFixture();
    const open = hold();
    void engine.act(addItem("New", made.id));
    engine.edit(made, "name", "First", "New", undefined);
    // A list has the item before its creation is answered.
    engine.edit({ kind: "item", id: "real1" }, "name", "Second", "New", undefined);
    open();
    await pass(quietMs);
    expect(sent.at(-1)).toBe('real1.name="Second"');
    expect(engine.summary()).toMatchObject({ status: "saved", unsaved: 0, problems: [] });
  });

  test("what an act has made is shown as it was saved last, until the lists are read again", async () => {
    const { engine, pass, settle } = savingFixture();
    const read = settle();
    void engine.act(addItem("New", made.id));
    engine.edit(made, "name", "Named", "New", undefined);
    await pass(quietMs);
    expect(engine.acts()).toMatchObject([{ made: "real1", saved: { real1: { name: "Named" } } }]);
    read();
    await pass(0);
    expect(engine.acts()).toEqual([]);
  });

  test("a lost answer creates nothing twice, not even after a crash", async () => {
    const first = savingFixture();
    first.net.loseAnswers = true;
    void first.engine.act(addItem("Once", "unsent:once"));
    await first.pass(0);
    expect(first.sent).toHaveLength(1);
    first.engine.edit({ kind: "item", id: "unsent:once" }, "price", 3, 0, undefined);
    first.net.loseAnswers = false;
    const left = [...first.outbox.values()];
    await first.engine.adopt(left.map((entry) => structuredClone(entry)).filter((entry) => "requests" in entry));
    await first.pass(60_000);
    expect(first.sent).toEqual(['createItem {"subcategoryId":"leaf","name":"Once"}', "real1.price=3"]);
  });

  test("actions of an earlier tab are adopted with their edits, even if only the new id was stored", async () => {
    const first = savingFixture();
    first.network(false);
    void first.engine.act(addItem("Left", "unsent:left"));
    first.engine.edit({ kind: "item", id: "unsent:left" }, "price", 3, 0, undefined);
    await first.pass(0);
    const second = savingFixture();
    await second.engine.adopt([...first.outbox.values()].reverse());
    expect(second.sent).toEqual(['createItem {"subcategoryId":"leaf","name":"Left"}', "real1.price=3"]);
    const third = savingFixture({ real9: { price: 0 } });
    const edits = [...first.outbox.values()].filter((entry) => "field" in entry);
    await third.engine.adopt([{ key: "made|unsent:left", temporary: "unsent:left", id: "real9", at: 0 }, ...edits]);
    expect(third.sent).toEqual(["real9.price=3"]);
  });

  test("a refusal holds back only what depends on it, until someone decides", async () => {
    const { engine, pass, sent, outbox } = savingFixture();
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

  test("a bulk action leaves out items that someone else has deleted", async () => {
    const { engine, sent } = savingFixture();
    const outcome = await engine.act(deletion(["phone", "gone1", "lamp", "gone2"]));
    expect(outcome.kind).toBe("done");
    expect(sent.at(-1)).toBe('bulkDeleteItems {"itemIds":["phone","lamp"]}');
    expect((await engine.act(deletion(["gone1"]))).kind).toBe("refused");
  });

  test("stopping an action of several requests leaves out those that have not started", async () => {
    const { engine, sent, hold, pass } = savingFixture();
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

  const where = '"where":{"projectId":"shop"}';
  const matchingParts = [
    `bulkDeleteItems {${where},"expect":5,"limit":2}`,
    `bulkDeleteItems {${where},"limit":2,"cursor":"2"}`,
    `bulkDeleteItems {${where},"limit":2,"cursor":"4"}`,
  ];

  test("everything that matches goes in parts, each with its own key, also after a crash", async () => {
    const first = savingFixture();
    const open = first.hold();
    const outcome = first.engine.act(matchingDeletion());
    await first.pass(0);
    expect(first.engine.acts().map(progressOf)).toEqual([{ done: 0, of: 3 }]);
    open();
    expect((await outcome).kind).toBe("done");
    expect(first.sent).toEqual(matchingParts);
    expect(new Set(first.tries).size).toBe(3);

    const second = savingFixture();
    void second.engine.act(matchingDeletion());
    await second.pass(0);
    // What was stored after the first part.
    const [left] = second.storage.seen
      .flatMap((stored) => [...stored.values()])
      .filter((entry) => "part" in entry && entry.part === 1);
    const third = savingFixture();
    await third.engine.adopt([structuredClone(left) as Act]);
    await third.pass(0);
    expect(third.sent).toEqual(matchingParts.slice(1));
  });

  test("stopping it between two parts leaves the rest alone, and what was done can be undone", async () => {
    const { engine, sent, hold, pass, settled } = savingFixture();
    const open = hold();
    const outcome = engine.act(matchingDeletion());
    await pass(0);
    const [act] = engine.acts();
    if (act) engine.cancelAct(act);
    open();
    expect((await outcome).act).toMatchObject({ done: 0, part: 1, changeSet: "set" });
    expect(sent).toEqual(matchingParts.slice(0, 1));
    expect(settled).toEqual(["deleteItems"]);
  });

  test("tells what is typed, left, saved and given up, each save with the typing that it belongs to", async () => {
    const { engine, type, pass, heard, hold } = savingFixture();
    const release = hold();
    type(phone, "price", 12);
    engine.flush(phone);
    await pass(0);
    type(phone, "price", 13);
    release();
    await pass(quietMs);
    type(phone, "name", "");
    type(phone, "name", "");
    engine.discard(phone, "name");
    expect(heard).toEqual([
      "edited item:phone/price 10 12",
      "left phone",
      "edited item:phone/price 12 13",
      "saved visit 1 set 2",
      "saved visit 2 set 3",
      'edited item:phone/name "Phone" ""',
      "given up item:phone/name",
    ]);
  });

  test("tells of an act that is taken back before it is sent, and of everything that needs it", async () => {
    const { engine, network, pass, heard, sent, type } = savingFixture();
    network(false);
    void engine.act(addItem("Lamp", "unsent:1"));
    await pass(0);
    type({ kind: "item", id: "unsent:1" }, "price", 5);
    const [act] = engine.acts();
    if (act) engine.cancelAct(act);
    network(true);
    engine.reconnect();
    await pass(quietMs);
    expect(heard).toEqual([
      "added addItem",
      "edited item:unsent:1/price undefined 5",
      "given up item:unsent:1/price",
      "dropped addItem",
    ]);
    expect(sent).toEqual([]);
  });
});
