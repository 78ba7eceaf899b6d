import { type ChangeRow, type Fields, isImported, isUndo, keyOf, undoSet } from "../log/changes.sql.ts";

/**
 * One entry for consecutive saves of one field by one person, or for the same change of many entities by one request.
 */
export type Folded = {
  newest: ChangeRow;
  oldest: ChangeRow;
  saves: number;
  entities: number;
  before: Fields;
  after: Fields;
  /** The values of the field between several saves, oldest first; only the last ones if they are many or long. */
  between: unknown[];
  betweenCharactersLeft: number;
};

/** The editor saves every half second while someone types. */
const foldWithinMs = 60_000;
/** The most saves in one entry. */
const mostSaves = 1_000;
const mostBetween = 20;
const mostBetweenCharacters = 4_000;

export const startFold = (change: ChangeRow): Folded => ({
  newest: change,
  oldest: change,
  saves: 1,
  entities: 1,
  before: JSON.parse(change.before),
  after: JSON.parse(change.after),
  between: [],
  betweenCharactersLeft: mostBetweenCharacters,
});

const names = (fields: Fields): string => Object.keys(fields).sort().join("\n");

/** Folded with the comment's creation, a deletion would leave nothing to show. */
const deletesComment = (after: Fields): boolean =>
  Object.entries(after).some(([name, value]) => name.startsWith("comments.") && value === null);

/** Adds an older change of the same entity to the entry, if it is one more save of the same field. */
export function foldSave(folded: Folded, older: ChangeRow): boolean {
  const { newest } = folded;
  if (older.action !== "update" || newest.action !== "update" || folded.entities > 1) return false;
  if (isUndo(older) || isUndo(newest) || isImported(older) || isImported(newest)) return false;
  // A filter may hide changes in between, which an undo of the entry would revert too.
  if (folded.oldest.previous !== older.seq) return false;
  if (older.actor !== newest.actor || Math.abs(newest.at - older.at) > foldWithinMs) return false;
  if (folded.saves === mostSaves) return false;
  const before = JSON.parse(older.before) as Fields;
  if (Object.keys(before).length !== 1 || names(before) !== names(folded.before)) return false;
  if (deletesComment(folded.after)) return false;
  keepBetween(folded, Object.values(folded.before)[0]);
  folded.before = before;
  folded.oldest = older;
  folded.saves++;
  return true;
}

function keepBetween(folded: Folded, value: unknown): void {
  folded.betweenCharactersLeft -= JSON.stringify(value).length;
  if (folded.betweenCharactersLeft >= 0 && folded.between.length < mostBetween) folded.between.unshift(value);
  else folded.betweenCharactersLeft = -1;
}

/** Adds the same change of another entity to the entry, if the same request made it. */
function foldThing(folded: Folded, older: ChangeRow): boolean {
  const { newest } = folded;
  if (older.set_id !== newest.set_id || folded.saves > 1) return false;
  if (older.kind !== newest.kind || older.action !== newest.action) return false;
  if ((older.entity_key === null) !== (newest.entity_key === null)) return false;
  if (older.action === "update" && names(JSON.parse(older.after)) !== names(folded.after)) return false;
  folded.entities++;
  folded.oldest = older;
  return true;
}

/** The id that undoes the entry: one set, or the whole range of saves. */
export const undoName = ({ newest, oldest }: Folded): string =>
  newest.set_id === oldest.set_id ? newest.set_id : `${oldest.set_id}..${newest.set_id}`;

/**
 * Folds the changes of a whole project, newest first: other entities may have changed between two saves of one. An
 * import is one entry, whatever its rows do, and whoever edits while it runs.
 */
export class ProjectFolding {
  readonly entries: Folded[] = [];
  /** How many changes have joined the entry of an import. */
  joined = 0;
  readonly #open = new Map<number, Folded>();
  readonly #imports = new Map<string, Folded>();
  readonly #undos = new Map<string, Folded>();
  readonly #folds: boolean;

  constructor(folds: boolean) {
    this.#folds = folds;
  }

  /** False when the change would start an entry beyond `limit`. */
  add(change: ChangeRow, limit: number): boolean {
    const key = keyOf(change);
    const own = this.#open.get(key);
    // Others may have written between the pieces of a large undo.
    const last = this.#undos.get(change.set_id) ?? this.entries.at(-1);
    const imported = this.#imports.get(change.set_id);
    if (imported) {
      this.joined++;
      imported.entities++;
      imported.oldest = change;
      return true;
    }
    if (this.#folds && own && foldSave(own, change)) return true;
    if (this.#folds && last && foldThing(last, change)) {
      this.#open.set(key, last);
      return true;
    }
    if (this.entries.length === limit) return false;
    const folded = startFold(change);
    this.entries.push(folded);
    if (this.#folds && isImported(change)) this.#startImport(change.set_id, folded);
    if (this.#folds && isUndo(change)) this.#undos.set(change.set_id, folded);
    this.#open.set(key, folded);
    return true;
  }

  /** An import that was undone and carried out again is an entry each time. */
  #startImport(set: string, folded: Folded): void {
    this.#imports.delete(undoSet(set));
    this.#imports.delete(set.replace(undoSet(""), ""));
    this.#imports.set(set, folded);
  }
}
