import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { UndoResult } from "../../contract/changes.ts";
import { limits } from "../../contract/limits.ts";
import { anyone } from "../../server/access/caller.ts";
import { sql } from "../../server/db/sql.ts";
import { type AskedUndo, UndoRequests } from "../../server/history/undo-requests.ts";
import { UndoRunner } from "../../server/history/undo-runner.ts";
import { forgetUndos } from "../../server/history/undos.sql.ts";
import { systemClock } from "../../server/http/clock.ts";
import { createLog } from "../../server/http/logger.ts";
import { prune } from "../../server/log/pruning.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { rounds } from "../support/rounds.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { setOf } from "./history-scenario.ts";

/** Several pieces of an undo. */
const many = 220;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

let counter = 0;
let leaf: string;
let category: string;

beforeEach(async () => {
  category = (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data.id;
  leaf = `leaf-${++counter}`;
  await app.api.createSubcategory({ params: { categoryId: category }, body: { id: leaf, name: leaf } });
});

const item = async (body = {}, subcategoryId = leaf) =>
  (await app.api.createItem({ params: { subcategoryId }, body: { name: "Item", price: 1, ...body } })).data.id;
const items = (count: number, body = {}) => Promise.all(Array.from({ length: count }, () => item(body)));
const priced = async (itemIds: string[], price: number, headers = {}) =>
  setOf(await app.api.bulkUpdateItems({ body: { itemIds, data: { price } }, headers }));
const read = async (itemId: string) => (await app.api.getItem({ params: { itemId } })).data;
const patch = (itemId: string, body: Record<string, unknown>) => app.api.updateItem({ params: { itemId }, body });
const undoing = (changeSetId: string, query = {}, headers = {}) =>
  app.api.undoChanges({ params: { changeSetId }, query, headers });
const undo = async (changeSetId: string, query = {}): Promise<UndoResult> => (await undoing(changeSetId, query)).data;
const prices = async () =>
  (
    await app.db.read((reader) =>
      reader.all<{ price: number }>(
        sql`select distinct i.price from items i join subcategories s on s.key = i.subcategory_key where s.id = ${leaf}
        order by i.price`,
      ),
    )
  ).map(({ price }) => price);
const unfinished = () =>
  app.db.read((reader) => reader.all<{ id: string }>(sql`select id from undos where state <> 'over'`));

describe("an undo of many changes", () => {
  test("is one change set, which is undone in turn", async () => {
    const set = await priced(await items(many), 9);
    const answer = await undoing(set);
    expect(answer.headers.get("change-set")).toBe(answer.data.changeSetId);
    expect(answer.data).toMatchObject({ dryRun: false, undoneCount: many, keptCount: 0 });
    expect(answer.data.undone).toHaveLength(many);
    expect(await prices()).toEqual([1]);
    expect(await undo(set)).toMatchObject({ changeSetId: null, undoneCount: 0, keptCount: 0 });
    expect(await undo(answer.data.changeSetId as string)).toMatchObject({ undoneCount: many });
    expect(await prices()).toEqual([9]);
    expect(await unfinished()).toEqual([]);
    expect(await app.doctor()).toEqual([]);
  });

  test("has no limit, and counts what it does not list", async () => {
    const set = `large${String(counter).padStart(8, "0")}`;
    const changes = rounds(2_001, 20_001);
    await app.db.write((tx) =>
      tx.run(
        sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${changes})
          insert into changes (set_id, project_key, kind, action, entity_key, entity_id, actor, at, before, after)
          select ${set}, 1, 'item', 'update', -n, 'gone', 'someone', 0, '{"price":1}', '{"price":2}' from numbers`,
      ),
    );
    const { undoneCount, kept, keptCount } = await undo(set);
    expect({ undoneCount, keptCount, listed: kept.length }).toEqual({
      undoneCount: 0,
      keptCount: changes,
      listed: limits.undoListed,
    });
  });

  test("lists as much as fits into its answer, and the first change in any case", async () => {
    const long = "x".repeat(limits.textLength);
    const itemIds = await items(40);
    const set = setOf(await app.api.bulkUpdateItems({ body: { itemIds, data: { simpleDescription: long } } }));
    const { undone, undoneCount } = await undo(set);
    expect(undoneCount).toBe(40);
    expect(undone[0]?.fields[0]?.before).toBe(long);
    expect(JSON.stringify(undone).length).toBeLessThan(limits.undoListedCharacters + 1_000);
    expect(undone.length).toBeGreaterThan(5);
  });

  test("lets others write and read meanwhile, and is one entry of the history with what they wrote beside it", async () => {
    const mine = await item();
    const set = await priced(await items(many), 9);
    let over = false;
    const undone = undo(set).finally(() => {
      over = true;
    });
    for (let quantity = 1; !over; quantity++) await patch(mine, { quantity, discount: quantity % 100 });
    const { changeSetId: changeSet } = await undone;
    const between = await app.db.read((reader) =>
      reader.all(
        sql`select seq from changes where set_id <> ${changeSet} and seq > (select min(seq) from changes where set_id = ${changeSet})
          and seq < (select max(seq) from changes where set_id = ${changeSet})`,
      ),
    );
    expect(between.length).toBeGreaterThan(0);
    const { data } = await app.api.listChanges({ params: { projectId: "shop" }, query: { limit: limits.maxLimit } });
    const undos = data.entries.filter(({ changeSetId }) => changeSetId === changeSet);
    expect(undos).toMatchObject([{ undo: true, things: many }]);
  });

  test("keeps what others changed since, also in later pieces", async () => {
    const ids = await items(many);
    const set = await priced(ids, 9);
    for (const id of [ids[0], ids[110], ids[219]]) await patch(id as string, { price: 5 });
    const { undoneCount, keptCount, kept } = await undo(set);
    expect({ undoneCount, keptCount }).toEqual({ undoneCount: many - 3, keptCount: 3 });
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([ids[0], ids[110], ids[219]] as string[]));
    expect(await prices()).toEqual([1, 5]);
  });

  test("keeps what others wrote, also if it is a value that the set wrote on the way", async () => {
    const ids = await items(many);
    const headers = { "change-set": `midway${String(counter).padStart(8, "0")}` };
    await priced(ids, 5, headers);
    await priced(ids, 9, headers);
    const [first = "", middle = "", back = ""] = [ids[3], ids[110], ids[200]];
    for (const id of [first, middle]) await patch(id, { price: 5 });
    // What was changed and changed back has the value of the set again.
    for (const price of [5, 9]) await patch(back, { price });
    const { kept } = await undo(headers["change-set"]);
    expect(kept).toMatchObject([first, middle].map(() => ({ field: "price", reason: "changed_since", now: 5 })));
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([first, middle]));
    expect(await prices()).toEqual([1, 5]);
    expect([(await read(first)).price, (await read(middle)).price, (await read(back)).price]).toEqual([5, 5, 1]);
  });

  test("of saves that are one entry keeps what others wrote, also where a piece of it ends", async () => {
    const id = await item();
    const text = (save: number) => `${save} `.padEnd(20_000, "x");
    const sets: string[] = [];
    for (let save = 0; save < 40; save++) sets.push(setOf(await patch(id, { simpleDescription: text(save) })));
    // A piece ends after so many bytes, which are those of twelve of these saves.
    for (let save = 20; save < 34; save++) {
      await patch(id, { simpleDescription: text(save) });
      const { undoneCount, kept } = await undo(`${sets[0]}..${sets.at(-1)}`);
      expect([save, undoneCount, kept[0]?.reason]).toEqual([save, 0, "changed_since"]);
      expect((await read(id)).simpleDescription).toBe(text(save));
    }
  });

  test("restores deleted items with their places and comments, and deletes created ones with their subcategory", async () => {
    const ids = await items(many);
    await app.api.createComment({ params: { itemId: ids[7] as string }, body: { text: "Kept" } });
    const before = await Promise.all(ids.map(read));
    const deletion = setOf(await app.api.bulkDeleteItems({ body: { itemIds: ids } }));
    expect(await undo(deletion)).toMatchObject({ undoneCount: many, keptCount: 0 });
    expect(await Promise.all(ids.map(read))).toEqual(before);

    const headers = { "change-set": `created${String(counter).padStart(8, "0")}` };
    const id = `${leaf}-new`;
    await app.api.createSubcategory({ params: { categoryId: category }, body: { id, name: "New" }, headers });
    for (let count = 0; count < 60; count++) {
      await app.api.createItem({ params: { subcategoryId: id }, body: { name: "Item" }, headers });
    }
    expect(await undo(headers["change-set"])).toMatchObject({ undoneCount: 61, keptCount: 0 });
    expect(await app.doctor()).toEqual([]);
  });

  test("that is asked for twice at once is done once", async () => {
    const set = await priced(await items(many), 9);
    const results = await Promise.all([undo(set), undo(set), undo(set)]);
    expect(results.map(({ undoneCount }) => undoneCount).sort()).toEqual([0, 0, many].sort());
    expect(await prices()).toEqual([1]);
  });

  test("that is undone while it goes on is undone as a whole", async () => {
    const set = await priced(await items(many), 9);
    const first = undoing(set);
    await until(async () => (await unfinished()).length > 0, "the undo has begun");
    const id = (await unfinished())[0]?.id as string;
    const again = await undo(id);
    expect((await first).data.changeSetId).toBe(id);
    expect(again).toMatchObject({ undoneCount: many, keptCount: 0 });
    expect(await prices()).toEqual([9]);
  });

  test("gives a repetition of its request its result, while it goes on and later", async () => {
    const set = await priced(await items(many), 9);
    const headers = { "idempotency-key": `undo-${set}` };
    const answers = await Promise.all([undoing(set, {}, headers), undoing(set, {}, headers)]);
    const later = await undoing(set, {}, headers);
    for (const { data, headers: answered } of [...answers, later]) {
      expect(data).toEqual(later.data);
      expect(data.undoneCount).toBe(many);
      expect(answered.get("change-set")).toBe(data.changeSetId);
    }
    expect(later.headers.get("idempotency-replayed")).toBe("true");
    const other = await priced(await items(1), 3);
    await expect(undoing(other, {}, headers)).rejects.toThrow("idempotency_key_reused");
  });

  test("shares its change set with other undos of the client, also if they undo the same again", async () => {
    const ids = await items(many);
    const first = await priced(ids, 5);
    const second = await priced(ids, 9);
    const headers = { "change-set": `shared${String(counter).padStart(8, "0")}` };
    const answers = [await undoing(second, {}, headers), await undoing(first, {}, headers)];
    expect(await prices()).toEqual([1]);
    await undo(answers[0]?.data.changeSetId as string);
    expect(await prices()).toEqual([9]);
    answers.push(await undoing(second, {}, headers));
    expect(await prices()).toEqual([5]);
    for (const { data, headers: answered } of answers) {
      expect(data).toMatchObject({ changeSetId: `undo-${headers["change-set"]}`, undoneCount: many });
      expect(answered.get("change-set")).toBe(data.changeSetId);
    }
  });

  test("is forgotten after a day, with all others of that day", async () => {
    const over = () =>
      app.db.read((reader) => reader.all<{ key: number }>(sql`select key from undos where actor = 'forgotten'`));
    await app.db.write(async (tx) => {
      await tx.run(
        sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 350)
          insert into undos (id, change_set, source, project_key, actor, holder_kind, holder_key, request, state, above,
            below, undone, kept, changed_at, result, problem, lease_owner, lease_term, lease_beat, lease_until)
          select 'undo-' || n, 'gone', '{}', 1, 'forgotten', 'anyone', 0, '', 'over', 0, 0, 0, 0, 0,
            '', '', '', 1, 0, 0 from numbers`,
      );
      await tx.run(sql`update undos set changed_at = ${Date.now()} where id = 'undo-1'`);
    });
    expect(await prune(app.db, { undos: forgetUndos }, Date.now())).toEqual({ undos: 349 });
    expect(await over()).toHaveLength(1);
  });

  test("goes on when its client has left", async () => {
    const set = await priced(await items(many), 9);
    const leaving = new AbortController();
    const left = app.api.undoChanges({ params: { changeSetId: set }, signal: leaving.signal }).catch(() => {});
    await until(async () => (await unfinished()).length > 0, "the undo has begun");
    leaving.abort();
    await left;
    await until(async () => (await unfinished()).length === 0, "the undo is over");
    expect(await prices()).toEqual([1]);
  });
});

describe("a dry run of many changes", () => {
  const askedBy = (who: string, name: string): AskedUndo => ({
    name,
    author: { actor: who, set: "undo-dry", at: Date.now() },
    caller: { ...anyone, known: { grantsAt: new Map() } },
    who,
    request: "",
    signal: new AbortController().signal,
    keepOpen: () => {},
  });

  test("shows what the undo does, and writes nothing", async () => {
    const ids = await items(many);
    const headers = { "change-set": `twice${String(counter).padStart(8, "0")}` };
    await priced(ids, 5, headers);
    await priced(ids, 9, headers);
    await patch(ids[3] as string, { price: 7 });
    const shown = await undo(headers["change-set"], { dryRun: true });
    expect(await prices()).toEqual([7, 9]);
    expect(shown).toMatchObject({ changeSetId: null, dryRun: true, undoneCount: many - 1, keptCount: 1 });
    await undo(headers["change-set"]);
    expect(await prices()).toEqual([1, 7]);
    expect(await unfinished()).toEqual([]);
  });

  test("holds up nothing of somebody else, and has a share of each person", async () => {
    const name = await priced(await items(many), 9);
    const runner = new UndoRunner(app.db, createLog("silent"), new TestClock(), 0);
    const requests = new UndoRequests(app.db, runner, 0);
    const over: string[] = [];
    const dryRun = (who: string) => requests.dryRun(askedBy(who, name)).then(() => over.push(who));
    const runs = Array.from({ length: 10 }, () => dryRun("anna"));
    await expect(requests.dryRun(askedBy("anna", name))).rejects.toMatchObject({ code: "rate_limited" });
    await Promise.all([...runs, dryRun("boris")]);
    // Two of the first one were on their way.
    expect(over.indexOf("boris")).toBeLessThan(3);
    await runner.close();
  });

  test("ends between two pieces if the service stops, and so do those that wait for it", async () => {
    const name = await priced(await items(many), 9);
    const runner = new UndoRunner(app.db, createLog("silent"), systemClock, 0);
    const asked = { ...askedBy("someone", name), keepOpen: () => void runner.close() };
    const requests = new UndoRequests(app.db, runner, 0);
    const answers = await Promise.allSettled([requests.dryRun(asked), requests.dryRun(asked), requests.dryRun(asked)]);
    const reasons = answers.map((answer) => answer.status === "rejected" && answer.reason.code);
    expect(reasons).toEqual(["unavailable", "unavailable", "unavailable"]);
  });

  test("of saves that are one entry of the history shows them as one", async () => {
    const id = await item();
    const sets: string[] = [];
    for (let price = 2; price < 70; price++) sets.push(setOf(await patch(id, { price })));
    const range = `${sets[0]}..${sets.at(-1)}`;
    for (const dryRun of [true, false]) {
      const { undone } = await undo(range, { dryRun });
      expect(undone.map(({ fields }) => fields)).toMatchObject([[{ field: "price", before: 69, after: 1 }]]);
    }
    expect(await read(id)).toMatchObject({ price: 1 });
  });
});
