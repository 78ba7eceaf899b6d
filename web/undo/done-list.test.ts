import { describe, expect, test } from "bun:test";
import { createStore } from "../platform/store.ts";
import { type Act, type ActTitle, request } from "../saving/act.ts";
import type { RecordRef } from "../saving/edit.ts";
import type { Done, FieldChange } from "./done.ts";
import { adopted, mostEntries } from "./done-entries.ts";
import { createDoneList } from "./done-list.ts";

const lamp: RecordRef = { kind: "item", id: "lamp" };
const vase: RecordRef = { kind: "item", id: "vase" };

function actOf(id: string, title: ActTitle, more: Partial<Act> = {}): Act {
  const requests = [request("bulkDeleteItems", { body: { itemIds: ["lamp"] } })];
  return { key: id, owner: "tab", order: 1, id, projectId: "shop", title, requests, done: 1, attempt: 0, ...more };
}

const deletion = (id: string, more: Partial<Act> = {}) => actOf(id, { what: "deleteItems", count: 1 }, more);
const undoOf = (id: string, more: Partial<Act> = {}) => actOf(id, { what: "undo", name: "" }, more);
const redoOf = (id: string, more: Partial<Act> = {}) => actOf(id, { what: "redo", name: "" }, more);

function listOf(entries: Done[] = []) {
  const store = createStore<readonly Done[]>(entries);
  let time = 0;
  const list = createDoneList({ store, now: () => ++time, describe: () => ({ name: "Lamp", projectId: "shop" }) });
  const { listener } = list;
  /** One visit of a field: typed, saved and left. */
  const type = (record: RecordRef, field: string, before: unknown, after: unknown, changeSet: string) => {
    const entry = listener.edited(record, field, before, after) ?? "";
    listener.saved(entry, changeSet);
    listener.left(record);
    return entry;
  };
  const undo = (id: string, act: Act) => {
    list.during(id, "undo", () => listener.added(act));
    list.settled(act);
  };
  return {
    ...list,
    listener,
    type,
    undo,
    all: () => store.get(),
    /** Each entry in a few letters: what was done, its state and its change sets. */
    lines: () =>
      store.get().map(({ did, state, sets }) => {
        const { field, before, after } = did as FieldChange;
        const what = field ? `${field} ${before}→${after}` : (did as { title: ActTitle }).title.what;
        return [what, state, ...sets].join(" ");
      }),
  };
}

describe("the list of what was done", () => {
  test("has one entry for each visit of a field, with all its change sets", () => {
    const { listener, lines } = listOf();
    const entry = listener.edited(lamp, "name", "a", "ab") ?? "";
    listener.saved(entry, "set1");
    expect(listener.edited(lamp, "name", "ab", "abc")).toBe(entry);
    listener.saved(entry, "set2");
    listener.edited(lamp, "price", 1, 2);
    listener.edited(vase, "name", "v", "w");
    listener.left(lamp);
    listener.edited(lamp, "name", "abc", "abcd");
    listener.edited(vase, "name", "w", "x");
    expect(lines()).toEqual(["name a→abc done set1 set2", "price 1→2 done", "name v→x done", "name abc→abcd done"]);
  });

  test("forgets what was typed and typed back, and what was given up", () => {
    const { listener, lines } = listOf();
    const entry = listener.edited(lamp, "name", "a", "ab") ?? "";
    listener.saved(entry, "set1");
    listener.edited(lamp, "name", "ab", "a");
    expect(lines()).toEqual([]);
    listener.edited(lamp, "name", "a", "c");
    listener.givenUp(lamp, "price");
    expect(lines()).toEqual(["name a→c done"]);
    listener.givenUp(lamp, "name");
    expect(lines()).toEqual([]);
  });

  test("joins what was typed in several visits and saved in one request", () => {
    const { listener, lines, type } = listOf();
    type(lamp, "price", 1, 2, "set1");
    listener.edited(lamp, "price", 2, 3);
    listener.left(lamp);
    listener.edited(lamp, "name", "a", "b");
    listener.left(lamp);
    const last = listener.edited(lamp, "price", 3, 4) ?? "";
    listener.saved(last, "set2");
    expect(lines()).toEqual(["price 1→2 done set1", "name a→b done", "price 2→4 done set2"]);
  });

  test("undoes the last entry first and redoes the last undo first, and any entry by itself", () => {
    const { type, undo, nextUndo, nextRedo, lines, during, listener, settled } = listOf();
    const [a, b, c] = ["a", "b", "c"].map((field) => type(lamp, field, 0, 1, `set-${field}`)) as [
      string,
      string,
      string,
    ];
    expect(nextUndo("shop")?.id).toBe(c);
    undo(a, undoOf("undo1", { changeSet: "undo-1" }));
    undo(c, undoOf("undo2", { changeSet: "undo-2" }));
    expect([nextUndo("shop")?.id, nextRedo("shop")?.id]).toEqual([b, c]);
    const redo = redoOf("redo1", { changeSet: "undo-3" });
    during(c, "redo", () => listener.added(redo));
    expect(lines()[2]).toBe("c 0→1 redoing set-c");
    settled(redo);
    // Undoing it again undoes the redo.
    expect(lines()).toEqual(["a 0→1 undone set-a", "b 0→1 done set-b", "c 0→1 done undo-3"]);
    expect([nextUndo("shop")?.id, nextRedo("shop")?.id]).toEqual([c, a]);
  });

  test("something new ends what can be redone", () => {
    const { type, undo, nextRedo, lines } = listOf();
    type(lamp, "name", "a", "b", "set1");
    undo(type(lamp, "price", 1, 2, "set2"), undoOf("undo1", { changeSet: "undo-1" }));
    expect(nextRedo("shop")).toBeDefined();
    type(vase, "price", 5, 6, "set3");
    expect(nextRedo("shop")).toBeUndefined();
    expect(lines()).toEqual(["name a→b done set1", "price 5→6 done set3"]);
  });

  test("projects do not mix", () => {
    const { type, undo, listener, nextUndo, nextRedo } = listOf();
    const entry = type(lamp, "price", 1, 2, "set1");
    undo(entry, undoOf("undo1", { changeSet: "undo-1" }));
    listener.added({ ...deletion("elsewhere"), projectId: "other" });
    expect([nextUndo("shop"), nextRedo("shop")?.id, nextRedo("other")]).toEqual([undefined, entry, undefined]);
    expect(nextUndo("other")?.act).toBe("elsewhere");
  });

  test("has an act from the start, and only if it changed something", () => {
    const { listener, settled, lines } = listOf();
    const [one, two, three] = [deletion("one"), deletion("two"), deletion("three", { done: 0 })];
    for (const act of [one, two, three]) listener.added(act);
    expect(lines()).toEqual(["deleteItems saving", "deleteItems saving", "deleteItems saving"]);
    settled({ ...one, changeSet: "one" });
    settled(two);
    listener.dropped(three);
    expect(lines()).toEqual(["deleteItems done one"]);
  });

  test("an act that was taken back before it was sent can be done again", () => {
    const { listener, takingBack, nextUndo, nextRedo, during, settled, lines } = listOf();
    const act = deletion("one", { done: 0 });
    listener.added(act);
    const { id = "" } = nextUndo("shop") ?? {};
    takingBack(id, act);
    listener.dropped(act);
    expect([nextUndo("shop"), nextRedo("shop")?.id]).toEqual([undefined, id]);
    const again = deletion("two");
    during(id, "again", () => listener.added(again));
    expect(lines()).toEqual(["deleteItems saving"]);
    settled({ ...again, changeSet: "two" });
    expect(lines()).toEqual(["deleteItems done two"]);
    expect(nextUndo("shop")?.again).toBeUndefined();
  });

  test("what cannot be undone says why and stands in nobody's way", () => {
    const { type, during, listener, settled, refused, nextUndo, lines, find } = listOf();
    const [a, b, c] = ["a", "b", "c"].map((field) => type(lamp, field, 0, 1, field)) as [string, string, string];
    const [one, two, three] = [undoOf("one"), undoOf("two", { done: 0 }), undoOf("three", { done: 0 })];
    during(c, "undo", () => listener.added(one));
    settled(one, { code: "changed_since", message: "", actor: "Boris" });
    expect(find(c)?.why).toEqual({ code: "changed_since", message: "", actor: "Boris" });
    expect(nextUndo("shop")?.id).toBe(b);
    during(b, "undo", () => listener.added(two));
    refused(two, { code: "forbidden", message: "" });
    listener.dropped(two);
    expect(lines()).toEqual(["a 0→1 done a", "b 0→1 stuck b", "c 0→1 stuck c"]);
    // The network is gone, and the undo is given up.
    during(a, "undo", () => listener.added(three));
    settled(three);
    expect(nextUndo("shop")?.id).toBe(a);
  });

  test("what an undo types is no entry, and what a redo types belongs to its entry", () => {
    const { type, during, listener, typedBack, typedAgain, lines } = listOf();
    const entry = type(lamp, "price", 1, 2, "set1");
    expect(during(entry, "undo", () => listener.edited(lamp, "price", 2, 1))).toBeUndefined();
    typedBack(entry);
    expect(lines()).toEqual(["price 1→2 undone set1"]);
    expect(during(entry, "redo", () => listener.edited(lamp, "price", 1, 2))).toBe(entry);
    typedAgain(entry);
    listener.saved(entry, "set2");
    expect(lines()).toEqual(["price 1→2 done set1 set2"]);
  });

  test("gives what was added its own id", () => {
    const { listener, all } = listOf();
    const params = { subcategoryId: "leaf" };
    const requests = [request("createItem", { params, body: { name: "Lamp" } })];
    listener.added(actOf("add", { what: "addItem", name: "Lamp" }, { requests, makes: "unsent:1" }));
    listener.edited({ kind: "item", id: "unsent:1" }, "price", 0, 1);
    listener.made("unsent:1", "real");
    expect(all().map(({ did }) => did.record)).toEqual([
      { kind: "item", id: "real" },
      { kind: "item", id: "real" },
    ]);
  });

  test("is bounded", () => {
    const { type, lines } = listOf();
    for (let price = 0; price < mostEntries + 5; price++) type(lamp, "price", price, price + 1, "set");
    expect(lines()).toHaveLength(mostEntries);
    expect(lines()[0]).toBe("price 5→6 done set");
  });

  test("the next page of the tab goes on with it", () => {
    const { type, listener, undo, during, all, takingBack, nextUndo } = listOf();
    type(lamp, "a", 0, 1, "set-a");
    const b = type(lamp, "b", 0, 1, "set-b");
    const c = type(lamp, "c", 0, 1, "set-c");
    listener.added(deletion("unsent", { done: 0 }));
    const unsent = nextUndo("shop")?.id ?? "";
    takingBack(unsent, deletion("unsent"));
    listener.dropped(deletion("unsent"));
    undo(c, undoOf("undo1", { changeSet: "undo-1" }));
    during(b, "undo", () => listener.added(undoOf("undo2")));
    const next = listOf(adopted(JSON.parse(JSON.stringify(all()))));
    expect(next.lines()).toEqual(["a 0→1 done set-a", "b 0→1 done set-b", "c 0→1 undone set-c"]);
    // The outbox brings the undo that was under way.
    next.listener.added(undoOf("undo2"));
    next.settled(undoOf("undo2", { changeSet: "undo-2" }));
    expect(next.nextRedo("shop")?.id).toBe(b);
    // What was typed before the reload is another visit.
    next.listener.edited(lamp, "a", 1, 2);
    expect(next.lines()).toEqual(["a 0→1 done set-a", "a 1→2 done"]);
  });
});

describe("an import in the list", () => {
  const run = { id: "i1", projectId: "shop", fileName: "prices.csv" };

  test("is one entry, however often it is stopped and goes on", () => {
    const { imported, lines, all } = listOf();
    imported(run);
    imported(run);
    expect(lines()).toEqual(["importFile done import-i1"]);
    expect(all()[0]?.did).toEqual({ title: { what: "importFile", name: "prices.csv" }, importId: "i1" });
  });

  test("is undone and redone", () => {
    const { imported, importBecomes, lines, nextUndo, nextRedo } = listOf();
    imported(run);
    importBecomes("i1", "undoing");
    expect(nextUndo("shop")).toBeUndefined();
    importBecomes("i1", "undone");
    expect(nextRedo("shop")?.back).toEqual(["undo-import-i1"]);
    importBecomes("i1", "done");
    expect(lines()).toEqual(["importFile done import-i1"]);
    importBecomes("another", "undone");
    expect(lines()).toHaveLength(1);
  });
});
