import type { Db, Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { foldedNames } from "../items/fold.ts";
import type { Details } from "../items/items.rules.ts";
import { type Position, positionOf } from "../log/event-id.ts";
import { endOfLog, reachesBackTo, rowsAfter } from "../log/follow.sql.ts";
import { staleTexts } from "../log/stale-translations.ts";
import type { Entry } from "./entries.ts";
import { ProjectOverview } from "./project-overview.ts";
import { textState } from "./text-states.ts";

/** How many rows are read at a time, while everything else waits: a few milliseconds. */
const windowSize = 1_000;
const changesAtOnce = 1_000;

type NodeRow = {
  key: number;
  parent_key: number;
  name: string;
  translations: string;
  stale: string;
  item_count: number;
};
type ItemRow = {
  key: number;
  priority: number;
  subcategory_key: number;
  folded: string;
  tags: string;
  details: Uint8Array;
  stale: string;
};

const nodesOf = (where: string) => `select s.key, coalesce(s.parent_key, s.category_key) as parent_key, s.name,
  s.translations, s.stale, s.item_count from subcategories s where ${where}`;
const categoriesOf = (where: string) =>
  `select key, 0 as parent_key, name, translations, stale, 0 as item_count from categories where ${where}`;
const itemsOf = (where: string) =>
  `select key, priority, subcategory_key, folded, tags, details, stale from items where ${where}`;

const withoutLanguages = (folded: string) => folded.replace(/\n[a-z]{2}:/g, "\n");

const nodeEntry = (row: NodeRow): Entry => ({
  key: row.key,
  parent: row.parent_key,
  names: withoutLanguages(foldedNames(row.name, JSON.parse(row.translations))),
  tags: "[]",
  badges: "[]",
  texts: textState({ name: row.name }, JSON.parse(row.translations), staleTexts(row.stale)),
  node: row.key,
});

const decoder = new TextDecoder();

function itemEntry(row: ItemRow): Entry {
  const details = JSON.parse(decoder.decode(row.details)) as Details;
  return {
    key: row.key,
    parent: row.subcategory_key,
    names: withoutLanguages(row.folded),
    tags: row.tags,
    badges: JSON.stringify(details.badges),
    texts: textState({ ...details, name: "named" }, details.translations, staleTexts(row.stale)),
    node: row.subcategory_key,
  };
}

/**
 * Reads a whole project in windows, so that other requests wait for one window at most. The position is read first:
 * changes made meanwhile are in the log after it, and are read again from there.
 */
export async function readOverview(db: Db, projectKey: number): Promise<ProjectOverview> {
  const overview = new ProjectOverview(await db.read((reader) => endOfLog(reader, projectKey)));
  const categories = await db.read((reader) =>
    reader.all<NodeRow>(composed(categoriesOf("project_key = ?"), [projectKey])),
  );
  addNodes(overview, categories);
  for (const category of categories) {
    const nodes = await db.read((reader) =>
      reader.all<NodeRow>(composed(nodesOf("s.category_key = ?"), [category.key])),
    );
    addNodes(overview, nodes);
    await readItems(db, overview, nodes);
  }
  return overview;
}

async function readItems(db: Db, overview: ProjectOverview, leaves: readonly NodeRow[]): Promise<void> {
  let few: number[] = [];
  let expected = 0;
  const readFew = async () => {
    const keys = few;
    few = [];
    expected = 0;
    if (keys.length === 0) return;
    const query = composed(itemsOf("subcategory_key in (?)"), [keys]);
    addItems(overview, await db.read((reader) => reader.all<ItemRow>(query)));
    await new Promise(setImmediate);
  };
  for (const leaf of leaves) {
    if (leaf.item_count === 0) continue;
    if (leaf.item_count > windowSize) {
      await readLargeLeaf(db, overview, leaf.key);
      continue;
    }
    if (expected + leaf.item_count > windowSize || few.length >= 200) await readFew();
    few.push(leaf.key);
    expected += leaf.item_count;
  }
  await readFew();
}

async function readLargeLeaf(db: Db, overview: ProjectOverview, leafKey: number): Promise<void> {
  const first = `subcategory_key = ? order by priority, key limit ${windowSize}`;
  const next = `subcategory_key = ? and (priority, key) > (?, ?) order by priority, key limit ${windowSize}`;
  for (let last: ItemRow | undefined; ; ) {
    const query = last
      ? composed(itemsOf(next), [leafKey, last.priority, last.key])
      : composed(itemsOf(first), [leafKey]);
    const rows = await db.read((reader) => reader.all<ItemRow>(query));
    addItems(overview, rows);
    if (rows.length < windowSize) return;
    last = rows.at(-1);
    await new Promise(setImmediate);
  }
}

function addItems(overview: ProjectOverview, rows: readonly ItemRow[]): void {
  for (const row of rows) overview.entries.set(itemEntry(row));
}

function addNodes(overview: ProjectOverview, rows: readonly NodeRow[]): void {
  for (const row of rows) overview.setNode(nodeEntry(row));
}

type Change = {
  seq: number;
  transaction_id: number;
  at: number;
  kind: "category" | "subcategory" | "item";
  action: "create" | "update" | "delete";
  entity_key: number | null;
};

/**
 * Updates an overview to what this reader sees, by reading again what the log names. False if the log no longer reaches
 * back far enough.
 *
 * Changes of transactions beyond the horizon are applied too, but the position stays before them: a transaction that is
 * still open can add changes in between later.
 */
export async function followLog(reader: Reader, overview: ProjectOverview, projectKey: number): Promise<boolean> {
  const start = overview.position;
  let position = start;
  const horizon = await reader.horizon();
  const gone = new Set<number>();
  for (let from: Position = start; ; ) {
    const columns = "seq, transaction_id, at, kind, action, entity_key";
    const end = Number.MAX_SAFE_INTEGER;
    const changes = await rowsAfter<Change>(reader, columns, projectKey, from, end, changesAtOnce);
    // Checked only now: while nothing has changed, it does not matter how far back the log reaches.
    if (changes.length > 0 && from === start && !(await reachesBackTo(reader, start))) return false;
    await applyChanges(reader, overview, changes, gone);
    for (const change of changes) {
      from = { transaction: change.transaction_id, seq: change.seq, mark: 0 };
      if (change.transaction_id < horizon) position = positionOf(change);
    }
    if (changes.length < changesAtOnce) break;
  }
  // At the end: a thing that was moved out of a branch before its deletion must not be removed with it.
  for (const key of gone) overview.delete(key);
  overview.position = position;
  return true;
}

/** Reads what these changes name, in its current state, and adds to `gone` what no longer exists. */
async function applyChanges(
  reader: Reader,
  overview: ProjectOverview,
  changes: readonly Change[],
  gone: Set<number>,
): Promise<void> {
  const keys = { category: new Set<number>(), subcategory: new Set<number>(), item: new Set<number>() };
  const created = new Set<number>();
  const restored = new Set<number>();
  for (const { kind, action, entity_key, seq } of changes) {
    const key = entity_key ?? seq;
    keys[kind].add(key);
    if (kind === "item") continue;
    if (entity_key === null) created.add(key);
    // An unknown one was restored with a branch, and moved out of it since.
    else if (action === "create" || !(created.has(key) || overview.isNode(key))) restored.add(key);
  }
  const read = async <Row extends { key: number }>(
    wanted: ReadonlySet<number>,
    selection: (where: string) => string,
    column: string,
  ) => {
    if (wanted.size === 0) return [];
    const rows = await reader.all<Row>(composed(selection(`${column} in (?)`), [[...wanted]]));
    const found = new Set(rows.map(({ key }) => key));
    for (const key of wanted) if (!found.has(key)) gone.add(key);
    return rows;
  };
  addNodes(overview, await read<NodeRow>(keys.category, categoriesOf, "key"));
  addNodes(overview, await read<NodeRow>(keys.subcategory, nodesOf, "s.key"));
  addItems(overview, await read<ItemRow>(keys.item, itemsOf, "key"));
  for (const key of restored) await readBranch(reader, overview, key);
}

/** Things that were restored with a category or a subcategory have no log entries of their own. */
async function readBranch(reader: Reader, overview: ProjectOverview, key: number): Promise<void> {
  const below = await reader.all<NodeRow>(
    sql`with recursive below (node) as (
        select key from subcategories where key = ${key} or parent_key = ${key}
          or (category_key = ${key} and parent_key is null)
        union
        select s.key from subcategories s join below on s.parent_key = node
      )
      select s.key, coalesce(s.parent_key, s.category_key) as parent_key, s.name, s.translations, s.stale,
        s.item_count
      from below join subcategories s on s.key = node`,
  );
  addNodes(overview, below);
  for (const { key: leaf, item_count } of below) {
    if (item_count === 0) continue;
    addItems(overview, await reader.all<ItemRow>(composed(itemsOf("subcategory_key = ?"), [leaf])));
  }
}
