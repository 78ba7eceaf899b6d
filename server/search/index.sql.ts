import type { Db, Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { type SizedItem, sizesOfLeaf, sizesOfLeaves } from "../items/named-items.sql.ts";
import { summaryKind } from "../log/changes.sql.ts";
import { type Position, positionOf } from "../log/event-id.ts";
import { endOfLog, reachesBackTo, rowsAfter } from "../log/follow.sql.ts";
import type { Changes, ProjectIndex } from "./index/project-index.ts";
import { categoriesOf, type ItemRow, itemsOf, type NodeRow, nodesOf, Read } from "./indexed-rows.sql.ts";

/** An index and its position in the log: it has every change up to there. */
export type FollowedIndex = ProjectIndex & { readonly position: Position };
/** What was read, and the position in the log that an index has with it. */
type ReadChanges = { changes: Changes; position: Position };

/** How many rows are read at a time, while everything else waits: a few milliseconds. */
const windowSize = 500;
const pieceBytes = 2_000_000;
const changesAtOnce = 1_000;

/**
 * Reads a whole project in windows, so that other requests wait for one window at most. The position is read first:
 * changes made meanwhile are in the log after it, and are read again from there.
 */
export async function* readProject(db: Db, projectKey: number): AsyncGenerator<ReadChanges> {
  const position = await db.read((reader) => endOfLog(reader, projectKey));
  for await (const categories of nodeWindows(db, categoriesOf("c.project_key = ? and c.key > ?"), projectKey)) {
    const changes = new Read();
    changes.addNodes("category", categories);
    yield { changes, position };
    for (const { key } of categories) yield* readCategory(db, key, position);
  }
}

async function* readCategory(db: Db, categoryKey: number, position: Position): AsyncGenerator<ReadChanges> {
  for await (const nodes of nodeWindows(db, nodesOf("s.category_key = ? and s.key > ?"), categoryKey)) {
    const changes = new Read();
    changes.addNodes("subcategory", nodes);
    yield { changes, position };
    for await (const rows of itemWindows(db, nodes)) {
      const changes = new Read();
      changes.addItems(rows);
      yield { changes, position };
    }
  }
}

/** The rows of a query that takes a key and that of the row to go on after. */
async function* nodeWindows(db: Db, query: string, above: number): AsyncGenerator<NodeRow[]> {
  for (let after = 0; ; ) {
    const next = composed(`${query} order by key limit ${windowSize}`, [above, after]);
    const rows = await db.read((reader) => reader.all<NodeRow>(next));
    yield rows;
    if (rows.length < windowSize) return;
    after = (rows.at(-1) as NodeRow).key;
  }
}

/** The items of these leaves: small ones together, large ones in parts. */
async function* itemWindows(db: Db, leaves: readonly NodeRow[]): AsyncGenerator<ItemRow[]> {
  let few: number[] = [];
  let expected = 0;
  const readFew = () => {
    const leafKeys = few;
    few = [];
    expected = 0;
    return db.read((reader) => sizesOfLeaves(reader, leafKeys));
  };
  for (const { key, item_count } of leaves) {
    if (item_count === 0) continue;
    if (item_count > windowSize) {
      yield* largeLeaf(db, key);
      continue;
    }
    if (few.length > 0 && (expected + item_count > windowSize || few.length >= 200))
      yield* inPieces(db, await readFew());
    few.push(key);
    expected += item_count;
  }
  if (few.length > 0) yield* inPieces(db, await readFew());
}

async function* largeLeaf(db: Db, leafKey: number): AsyncGenerator<ItemRow[]> {
  for (let last: SizedItem | undefined; ; ) {
    const after = last;
    const sizes = await db.read((reader) => sizesOfLeaf(reader, leafKey, after, windowSize));
    yield* inPieces(db, sizes);
    if (sizes.length < windowSize) return;
    last = sizes.at(-1);
  }
}

/** Reads items in pieces of some megabytes: a few hundred items may be larger than the memory. */
async function* inPieces(db: Db, items: readonly SizedItem[]): AsyncGenerator<ItemRow[]> {
  let [from, bytes] = [0, 0];
  const read = (to: number) => {
    const keys = items.slice(from, to).map(({ key }) => key);
    return db.read((reader) => reader.all<ItemRow>(composed(itemsOf("i.key in (?)"), [keys])));
  };
  for (const [at, { size }] of items.entries()) {
    if (at > from && bytes + size > pieceBytes) {
      yield await read(at);
      [from, bytes] = [at, 0];
    }
    bytes += size;
  }
  if (items.length > from) yield await read(items.length);
}

type Change = {
  seq: number;
  transaction_id: number;
  at: number;
  kind: "category" | "subcategory" | "item" | typeof summaryKind;
  action: "create" | "update" | "delete";
  entity_key: number | null;
};

/** An import makes thousands of changes a second. After so many, other requests get their turn. */
const mostAtOnce = 2_000;

/**
 * What changed in the log since the position of an index, as this reader sees it: all of it, or the first part.
 * Undefined if the log no longer reaches back far enough, or is another one since a backup was restored.
 *
 * Changes of transactions beyond the horizon are read too, but the position stays before them: a transaction that is
 * still open can add changes in between later.
 */
export async function changesSince(
  reader: Reader,
  index: FollowedIndex,
  projectKey: number,
): Promise<(ReadChanges & { isAll: boolean }) | undefined> {
  if (!(await reachesBackTo(reader, index.position))) return undefined;
  let position = index.position;
  const horizon = await reader.horizon();
  const read = new Read();
  let count = 0;
  for (let from: Position = index.position; ; ) {
    const columns = "seq, transaction_id, at, kind, action, entity_key";
    const end = Number.MAX_SAFE_INTEGER;
    const changes = await rowsAfter<Change>(reader, columns, projectKey, from, end, changesAtOnce);
    await readAgain(reader, index, changes, read);
    for (const change of changes) {
      from = { transaction: change.transaction_id, seq: change.seq, mark: 0 };
      if (change.transaction_id < horizon) position = positionOf(change);
    }
    count += changes.length;
    if (changes.length < changesAtOnce) return { changes: read, position, isAll: true };
    if (count >= mostAtOnce && position !== index.position) return { changes: read, position, isAll: false };
  }
}

/** Reads what these changes name, in its current state, and notes what no longer exists. */
async function readAgain(reader: Reader, index: ProjectIndex, changes: readonly Change[], read: Read): Promise<void> {
  const keys = { category: new Set<number>(), subcategory: new Set<number>(), item: new Set<number>() };
  const created = new Set<number>();
  const restored = new Set<number>();
  for (const { kind, action, entity_key, seq } of changes) {
    if (kind === summaryKind) continue;
    const key = entity_key ?? seq;
    keys[kind].add(key);
    if (kind === "item") continue;
    if (entity_key === null) created.add(key);
    // An unknown one was restored with a branch, and moved out of it since.
    else if (action === "create" || !(created.has(key) || index.tree.has(key) || read.parents.has(key))) {
      restored.add(key);
    }
  }
  const readAll = async <Row extends { key: number }>(wanted: ReadonlySet<number>, query: string): Promise<Row[]> => {
    if (wanted.size === 0) return [];
    const rows = await reader.all<Row>(composed(query, [[...wanted]]));
    const found = new Set(rows.map(({ key }) => key));
    for (const key of wanted) {
      if (found.has(key)) read.gone.delete(key);
      else read.gone.add(key);
    }
    return rows;
  };
  read.addNodes("category", await readAll(keys.category, categoriesOf("c.key in (?)")));
  read.addNodes("subcategory", await readAll(keys.subcategory, nodesOf("s.key in (?)")));
  read.addItems(await readAll(keys.item, itemsOf("i.key in (?)")));
  for (const key of restored) await readBranch(reader, key, read);
}

/** What was restored with a category or a subcategory has no log entries of its own. */
async function readBranch(reader: Reader, key: number, read: Read): Promise<void> {
  const below = await reader.all<{ node: number }>(
    sql`with recursive below (node) as (
        select key from subcategories where key = ${key} or parent_key = ${key}
          or (category_key = ${key} and parent_key is null)
        union
        select s.key from subcategories s join below on s.parent_key = node
      )
      select node from below`,
  );
  for (let from = 0; from < below.length; from += windowSize) {
    const keys = below.slice(from, from + windowSize).map(({ node }) => node);
    const nodes = await reader.all<NodeRow>(composed(nodesOf("s.key in (?)"), [keys]));
    read.addNodes("subcategory", nodes);
    const leaves = nodes.filter(({ item_count }) => item_count > 0).map((node) => node.key);
    if (leaves.length === 0) continue;
    read.addItems(await reader.all<ItemRow>(composed(itemsOf("i.subcategory_key in (?)"), [leaves])));
  }
}
