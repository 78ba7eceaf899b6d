import { defaultLanguage } from "../../contract/languages.ts";
import type { Db, Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { plainKey } from "../items/item-key.ts";
import type { Details, PlacedItemRow } from "../items/items.rules.ts";
import { summaryKind } from "../log/changes.sql.ts";
import { type Position, positionOf } from "../log/event-id.ts";
import { endOfLog, reachesBackTo, rowsAfter } from "../log/follow.sql.ts";
import type { Translations } from "../log/translations.ts";
import type { Entry } from "./entry.ts";
import type { Changes, ProjectIndex } from "./project-index.ts";
import { textState } from "./text-states.ts";

/** How many rows are read at a time, while everything else waits: a few milliseconds. */
const windowSize = 500;
const changesAtOnce = 1_000;

type NodeRow = {
  key: number;
  parent_key: number;
  name: string;
  visible: number;
  priority: number;
  img: string;
  translations: string;
  stale: string;
  version: number;
  actor: string | null;
  item_count: number;
};
type ItemRow = Pick<
  PlacedItemRow,
  | "key"
  | "subcategory_key"
  | "name"
  | "visible"
  | "priority"
  | "quantity"
  | "price"
  | "discount"
  | "currency"
  | "imgs"
  | "tags"
  | "details"
  | "stale"
  | "version"
  | "external_key"
> & { actor: string | null };

const lastChange = (table: string) => `left join changes h on h.seq = ${table}.version`;
const categoriesOf = (where: string) =>
  `select c.key, 0 as parent_key, c.name, c.visible, c.priority, c.img, c.translations, c.stale, c.version, h.actor,
    0 as item_count from categories c ${lastChange("c")} where ${where}`;
const nodesOf = (where: string) =>
  `select s.key, coalesce(s.parent_key, s.category_key) as parent_key, s.name, s.visible, s.priority, s.img,
    s.translations, s.stale, s.version, h.actor, s.item_count
    from subcategories s ${lastChange("s")} where ${where}`;
const itemsOf = (where: string) =>
  `select i.key, i.subcategory_key, i.name, i.visible, i.priority, i.quantity, i.price, i.discount, i.currency, i.imgs,
    i.tags, i.details, i.stale, i.version, i.external_key, h.actor from items i ${lastChange("i")} where ${where}`;

type TranslatedTexts = Record<string, { name?: string; simpleDescription?: string; description?: { value: string }[] }>;

/** The names by language, and all other texts of all languages. */
function textsOf(translations: TranslatedTexts): { names: Record<string, string>; texts: string[] } {
  const names: Record<string, string> = {};
  const texts: string[] = [];
  for (const [language, { name, simpleDescription, description }] of Object.entries(translations)) {
    if (name && language !== defaultLanguage) names[language] = name;
    else if (name) texts.push(name);
    if (simpleDescription) texts.push(simpleDescription);
    for (const { value } of description ?? []) texts.push(value);
  }
  return { names, texts };
}

function nodeEntry(kind: "category" | "subcategory", row: NodeRow): Entry {
  const translations = JSON.parse(row.translations) as Translations;
  return {
    kind,
    key: row.key,
    place: row.key,
    version: row.version,
    actor: row.actor ?? "",
    name: row.name,
    ...textsOf(translations as TranslatedTexts),
    tags: [],
    badges: [],
    visible: row.visible === 1,
    hasPicture: row.img !== "",
    hasComments: false,
    priority: row.priority,
    price: 0,
    discount: 0,
    quantity: 0,
    currency: "",
    textState: textState({ name: row.name }, translations, row.stale),
  };
}

const decoder = new TextDecoder();

function itemEntry(row: ItemRow): Entry {
  const details = JSON.parse(decoder.decode(row.details)) as Details;
  const { names, texts } = textsOf(details.translations as TranslatedTexts);
  return {
    kind: "item",
    key: row.key,
    place: row.subcategory_key,
    version: row.version,
    actor: row.actor ?? "",
    name: row.name,
    names,
    texts: [
      plainKey(row.external_key) ?? "",
      details.simpleDescription,
      ...details.description.map(({ value }) => value),
      ...texts,
    ],
    tags: row.tags === "[]" ? [] : JSON.parse(row.tags),
    badges: details.badges,
    visible: row.visible === 1,
    hasPicture: row.imgs !== "[]" && (JSON.parse(row.imgs) as string[]).some((img) => img !== ""),
    hasComments: details.comments.length > 0,
    priority: row.priority,
    price: row.price,
    discount: row.discount,
    quantity: row.quantity,
    currency: row.currency,
    textState: textState({ ...details, name: row.name }, details.translations, row.stale),
  };
}

/** The entries of some things, and the parents of those that are nodes. */
class Read {
  readonly entries = new Map<number, Entry>();
  readonly parents = new Map<number, number>();

  addNodes(kind: "category" | "subcategory", rows: readonly NodeRow[]): void {
    for (const row of rows) {
      this.entries.set(row.key, nodeEntry(kind, row));
      this.parents.set(row.key, row.parent_key);
    }
  }

  found(): Pick<Changes, "entries" | "parents"> {
    return { entries: this.entries, parents: this.parents };
  }

  addItems(rows: readonly ItemRow[]): void {
    for (const row of rows) this.entries.set(row.key, itemEntry(row));
  }
}

/**
 * Reads a whole project in windows, so that other requests wait for one window at most. The position is read first:
 * changes made meanwhile are in the log after it, and are read again from there.
 */
export async function* readProject(db: Db, projectKey: number): AsyncGenerator<Changes> {
  const position = await db.read((reader) => endOfLog(reader, projectKey));
  const some = () => {
    const read = new Read();
    return { read, changes: { position, entries: read.entries, parents: read.parents, gone: new Set<number>() } };
  };
  const categories = await db.read((reader) =>
    reader.all<NodeRow>(composed(categoriesOf("c.project_key = ?"), [projectKey])),
  );
  const first = some();
  first.read.addNodes("category", categories);
  yield first.changes;
  for (const category of categories) {
    const nodes = await db.read((reader) =>
      reader.all<NodeRow>(composed(nodesOf("s.category_key = ?"), [category.key])),
    );
    const { read, changes } = some();
    read.addNodes("subcategory", nodes);
    yield changes;
    for await (const rows of itemWindows(db, nodes)) {
      const { read, changes } = some();
      read.addItems(rows);
      yield changes;
    }
  }
}

/** The items of these leaves: small ones together, large ones in parts. */
async function* itemWindows(db: Db, leaves: readonly NodeRow[]): AsyncGenerator<ItemRow[]> {
  let few: number[] = [];
  let expected = 0;
  const readFew = () => {
    const query = composed(itemsOf("i.subcategory_key in (?)"), [few]);
    few = [];
    expected = 0;
    return db.read((reader) => reader.all<ItemRow>(query));
  };
  for (const { key, item_count } of leaves) {
    if (item_count === 0) continue;
    if (item_count > windowSize) {
      yield* largeLeaf(db, key);
      continue;
    }
    if (few.length > 0 && (expected + item_count > windowSize || few.length >= 200)) yield await readFew();
    few.push(key);
    expected += item_count;
  }
  if (few.length > 0) yield await readFew();
}

async function* largeLeaf(db: Db, leafKey: number): AsyncGenerator<ItemRow[]> {
  const first = `i.subcategory_key = ? order by i.priority, i.key limit ${windowSize}`;
  const next = `i.subcategory_key = ? and (i.priority, i.key) > (?, ?) order by i.priority, i.key limit ${windowSize}`;
  for (let last: ItemRow | undefined; ; ) {
    const query = last
      ? composed(itemsOf(next), [leafKey, last.priority, last.key])
      : composed(itemsOf(first), [leafKey]);
    const rows = await db.read((reader) => reader.all<ItemRow>(query));
    yield rows;
    if (rows.length < windowSize) return;
    last = rows.at(-1);
  }
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
 * What changed in the log since the position of an index, as this reader sees it: all of it, or the first part. Undefined if the log no longer
 * reaches back far enough, or is another one since a backup was restored.
 *
 * Changes of transactions beyond the horizon are read too, but the position stays before them: a transaction that is
 * still open can add changes in between later.
 */
export async function changesSince(
  reader: Reader,
  index: ProjectIndex,
  projectKey: number,
): Promise<(Changes & { isAll: boolean }) | undefined> {
  if (!(await reachesBackTo(reader, index.position))) return undefined;
  let position = index.position;
  const horizon = await reader.horizon();
  const read = new Read();
  const gone = new Set<number>();
  let count = 0;
  for (let from: Position = index.position; ; ) {
    const columns = "seq, transaction_id, at, kind, action, entity_key";
    const end = Number.MAX_SAFE_INTEGER;
    const changes = await rowsAfter<Change>(reader, columns, projectKey, from, end, changesAtOnce);
    await readAgain(reader, index, changes, read, gone);
    for (const change of changes) {
      from = { transaction: change.transaction_id, seq: change.seq, mark: 0 };
      if (change.transaction_id < horizon) position = positionOf(change);
    }
    count += changes.length;
    if (changes.length < changesAtOnce) return { ...read.found(), position, gone, isAll: true };
    if (count >= mostAtOnce && position !== index.position) return { ...read.found(), position, gone, isAll: false };
  }
}

/** Reads what these changes name, in its current state, and adds to `gone` what no longer exists. */
async function readAgain(
  reader: Reader,
  index: ProjectIndex,
  changes: readonly Change[],
  read: Read,
  gone: Set<number>,
): Promise<void> {
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
      if (found.has(key)) gone.delete(key);
      else gone.add(key);
    }
    return rows;
  };
  read.addNodes("category", await readAll(keys.category, categoriesOf("c.key in (?)")));
  read.addNodes("subcategory", await readAll(keys.subcategory, nodesOf("s.key in (?)")));
  read.addItems(await readAll(keys.item, itemsOf("i.key in (?)")));
  for (const key of restored) await readBranch(reader, key, read);
}

/** Things that were restored with a category or a subcategory have no log entries of their own. */
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
