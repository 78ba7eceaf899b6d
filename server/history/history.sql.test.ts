import { expect, spyOn, test } from "bun:test";
import { anyone } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import type { ChangeRow } from "../log/changes.sql.ts";
import { entityHistory, projectHistory } from "./history.sql.ts";

const change = (seq: number, text: string): ChangeRow => ({
  ...{ seq, transaction_id: 1, set_id: `set${seq}`, project_key: 1, kind: "item", action: "update" },
  ...{ entity_key: 7, entity_id: "item", actor: "anonymous", at: 0, previous: seq - 1, from_key: null, to_key: null },
  ...{ before: JSON.stringify({ name: text }), after: JSON.stringify({ name: `${text}.` }) },
});

/** A log that returns rows for this many reads, and counts the reads. */
function log({ reads = Number.POSITIVE_INFINITY, text = "Item" } = {}) {
  const asked = { reads: 0 };
  const reader: Reader = {
    get: async (query) =>
      (String(query.text).includes("from items")
        ? { key: 7, version: 1_000_000, name: "Item", project_key: 1 }
        : undefined) as never,
    all: async (query) => {
      if (!String(query.text).includes("from changes")) return [];
      if (asked.reads++ >= reads) return [];
      const rows = String(query.text).includes("recursive") ? 200 : Number(query.values.at(-1));
      return Array.from({ length: rows }, (_, i) => change(1_000_000 - asked.reads * rows - i, text)) as never;
    },
    version: async () => undefined,
    horizon: async () => 1_000_000,
  };
  return { reader, asked };
}

/** The largest increase of `done` in one round of the event loop during `work`. */
async function mostInARound(work: Promise<unknown>[], done: () => number): Promise<number> {
  let ended = false;
  const all = Promise.all(work).finally(() => {
    ended = true;
  });
  let most = 0;
  while (!ended) {
    const before = done();
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, done() - before);
  }
  await all;
  return most;
}

const inProject = (reader: Reader) => projectHistory(reader, 1, { text: "nowhere" }, anyone);
const ofEntity = (reader: Reader) => entityHistory(reader, { kind: "item", id: "item" }, { text: "nowhere" }, anyone);

/** `reads` is the most reads that one round of the event loop may do for all searches together. */
const cases = [
  { what: "the changes of a project", search: inProject, reads: 1 },
  { what: "the history of an entity", search: ofEntity, reads: 3 },
];
for (const { what, search, reads } of cases) {
  test(`${what}: each round of the event loop searches one piece, for all searches together`, async () => {
    const { reader, asked } = log();
    const work = Array.from({ length: 5 }, () => search(reader));
    expect(await mostInARound(work, () => asked.reads)).toBeLessThanOrEqual(reads);
    for (const { entries, nextCursor } of await Promise.all(work)) {
      expect(entries).toEqual([]);
      expect(nextCursor).not.toBeNull();
    }
    expect(asked.reads).toBeGreaterThanOrEqual(5 * 20);
  });
}

test("a long text counts as much as many short ones", async () => {
  const { reader } = log({ reads: 1, text: "long ".repeat(4_000) });
  const parse = spyOn(JSON, "parse");
  try {
    const parsed = () => parse.mock.calls.length;
    // Two values of 20 kB in each row: a round parses some of them, not all that were read.
    expect(await mostInARound([inProject(reader)], parsed)).toBeLessThan(50);
  } finally {
    parse.mockRestore();
  }
});
