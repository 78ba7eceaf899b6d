import type { Db, Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { turn } from "../http/turns.ts";
import { type ChangeRow, changeColumns, type LightChange, lightChain, lightOfSet } from "../log/changes.sql.ts";

/**
 * The changes that an undo takes back: all of a set, or for a folded entry `first..last` of the history those of one
 * entity from the number `oldest` to `newest`. An undo that goes back takes its own changes, which are those of its set
 * `above` a number.
 */
export type Undoable = { set: string; above?: number } | { oldest: number; newest: number };

/** Above the number of any change. */
export const top = Number.MAX_SAFE_INTEGER;

/** What one transaction takes back: together they decide how long it takes. The saves of one entity are one step. */
const mostEntities = 50;
const mostChanges = 1_000;
const mostBytes = 500_000;
/** In a set, most changes are of different entities. */
const readOfSet = 2 * mostEntities;

/** Changes without their values that are read in one turn. */
const lightChanges = 5_000;

/** Undefined for a range that no entity has. A set may still turn out to have no changes. */
export async function findUndoable(db: Db, name: string): Promise<Undoable | undefined> {
  const [first = "", last] = name.split("..");
  if (last === undefined) return { set: name };
  const oldest = new Map<number, number>();
  for await (const page of lightPages(db, { set: first })) for (const { key, seq } of page) oldest.set(key, seq);
  for await (const page of lightPages(db, { set: last })) {
    const shared = page.find(({ key }) => oldest.has(key));
    if (!shared) continue;
    const range = { oldest: oldest.get(shared.key) ?? 0, newest: shared.seq };
    return (await isConnected(db, range)) ? range : undefined;
  }
  return undefined;
}

/** Whether the newest change of a range leads back to the oldest one. */
async function isConnected(db: Db, range: { oldest: number; newest: number }): Promise<boolean> {
  for await (const page of lightPages(db, range)) if (page.at(-1)?.seq === range.oldest) return true;
  return false;
}

/** All changes, newest first, page by page. Other requests get turns in between. */
export async function* lightPages(db: Db, undoable: Undoable): AsyncGenerator<LightChange[]> {
  for (let below = top, more = true; more; ) {
    const page = await db.read((reader) => lightBelow(reader, undoable, below, lightChanges));
    yield page;
    more = page.length === lightChanges;
    below = page.at(-1)?.seq ?? 0;
    await turn();
  }
}

/** The newest changes below a number. In a range, the number is that of one of its changes, or `top`. */
async function lightBelow(reader: Reader, undoable: Undoable, below: number, limit: number): Promise<LightChange[]> {
  if ("set" in undoable) {
    const { set, above = 0 } = undoable;
    return (await lightOfSet(reader, set, below, limit)).filter(({ seq }) => seq > above);
  }
  const { oldest, newest } = undoable;
  const chain =
    below > newest
      ? await lightChain(reader, newest, limit)
      : (await lightChain(reader, below, limit + 1)).filter(({ seq }) => seq < below);
  return chain.filter(({ seq }) => seq >= oldest);
}

/**
 * As many of the newest changes below a number as one transaction takes back, but at least one, in the order of the
 * log. `below` is where the next piece begins, undefined if this is the last one.
 */
export async function pieceBelow(
  reader: Reader,
  undoable: Undoable,
  below: number,
): Promise<{ changes: ChangeRow[]; below: number | undefined }> {
  const found = await lightBelow(reader, undoable, below, "set" in undoable ? readOfSet : mostChanges + 1);
  const fits = found.slice(0, fitting(found));
  const changes = await changesOf(reader, fits);
  const isLast = fits.length === found.length && !("set" in undoable && found.length === readOfSet);
  return { changes, below: isLast ? undefined : fits.at(-1)?.seq };
}

/** How many of these changes one transaction takes back. */
export function fitting(changes: readonly LightChange[]): number {
  const entities = new Set<number>();
  let bytes = 0;
  for (const [index, { key, size }] of changes.entries()) {
    bytes += size;
    entities.add(key);
    if (index === mostChanges || entities.size > mostEntities || (index > 0 && bytes > mostBytes)) return index;
  }
  return changes.length;
}

/** The changes with their values, in the order of the log. */
export const changesOf = (reader: Reader, changes: readonly LightChange[]) =>
  reader.all<ChangeRow>(
    composed(`select ${changeColumns} from changes where seq in (?) order by seq`, [changes.map(({ seq }) => seq)]),
  );
