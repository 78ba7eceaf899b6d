import type { ImportOptions } from "../../contract/imports.ts";
import { limits } from "../../contract/limits.ts";
import { isUnlimited, mayChange } from "../access/allow.ts";
import type { RowPatch } from "../columns/read-cells.ts";
import type { Reader } from "../db/db.ts";
import { inTurns } from "../http/turns.ts";
import { placeOfItem } from "../items/items.sql.ts";
import type { NamedItemRow } from "../items/named-items.sql.ts";
import type { Claims } from "./claims.ts";
import { mayBeDamaged } from "./damaged-cells.ts";
import { DamagedKeys } from "./damaged-keys.sql.ts";
import { decideRows } from "./decide-rows.sql.ts";
import {
  type Deciding,
  faultsOfRow,
  inTree,
  keyTakenFault,
  nameFault,
  placesOf,
  type RowPlaces,
  shownPlace,
} from "./deciding.sql.ts";
import { NamedItems, piecesOf } from "./matched-items.sql.ts";
import { isByName, type Match, nameOf, type ReadRow, type RowFault } from "./read-row.ts";
import type { RowPlace } from "./row-places.sql.ts";

/**
 * Matches rows to items, in the order of the file and before anything is written. What a row needs for itself it claims:
 * its item, its key, its name if items are found by name, and that a subcategory holds items or subcategories. A row that
 * needs what an earlier one has claimed is refused, so that what is written does not depend on the order of writing.
 */
export async function matchRows(
  reader: Reader,
  deciding: Deciding,
  claims: Claims,
  rows: readonly ReadRow[],
): Promise<Match[]> {
  const places = await placesOf(reader, deciding, rows);
  const items = await NamedItems.load(reader, deciding, rows, places.ofNew);
  const refusals = await refusalsOf(reader, deciding, rows, { places, items });
  const damaged = await DamagedKeys.load(reader, deciding, rows, (key) => items.isExternalKeyTaken(key, undefined));
  return inTurns(matched(rows, deciding, claims, { places, items, refusals, damaged }));
}

/**
 * What is wrong with rows by the values of their items, or because the caller may not do it. Only rows of which that is
 * not sure otherwise are decided for it, since their items are read.
 */
async function refusalsOf(
  reader: Reader,
  deciding: Deciding,
  rows: readonly ReadRow[],
  { places, items }: Pick<LookedUp, "places" | "items">,
): Promise<Refusals> {
  const { caller } = deciding;
  const isLimited = caller !== undefined && !(await isUnlimited(reader, caller));
  const unsure: { row: ReadRow; match: number | null }[] = [];
  for (const row of rows) {
    const place = places.ofNew(row.patch);
    const item = row.fault ? "ambiguous" : items.of(row.patch, place);
    if (item === "ambiguous") continue;
    const goal = item ? goalOf(item, places.named(row.patch)) : place;
    const isSure =
      !mayHaveFault(row.patch, item, deciding) &&
      (!isLimited || (await mayWrite(reader, deciding, row.patch, { item, goal })));
    if (!isSure) unsure.push({ row, match: item?.key ?? null });
  }
  const refusals = new Map<ReadRow, RowFault[]>();
  let at = 0;
  for (const piece of await piecesOf(
    reader,
    unsure.map(({ row, match }) => ({ ...row, match })),
  )) {
    for (const decision of await decideRows(reader, deciding, piece)) {
      const { row } = unsure[at++] as (typeof unsure)[number];
      if (decision.status === "refused") refusals.set(row, decision.faults);
    }
  }
  return refusals;
}

type Refusals = ReadonlyMap<ReadRow, RowFault[]>;

/** What was looked up for the rows of a chunk. */
type LookedUp = { places: RowPlaces; items: NamedItems; refusals: Refusals; damaged: DamagedKeys };

/** Bytes of an attribute without its texts. */
const leastAttribute = Buffer.byteLength('{"key":"","value":""}');

/** Whether only the values of the item say that a row has no fault: of its attributes, or by what a program has lost. */
function mayHaveFault({ values }: RowPatch, item: NamedItemRow | undefined, { format }: Deciding): boolean {
  let attributes = 0;
  for (const cell of values) {
    if (mayBeDamaged(cell, format)) return true;
    const { column } = cell;
    if (column.name !== "attribute") continue;
    if (column.nth > 1) return true;
    attributes++;
  }
  return attributes > 0 && attributes + (item?.size ?? 0) / leastAttribute > limits.attributes;
}

/** Whether the caller may write all that a row says, whatever of it differs. */
async function mayWrite(
  reader: Reader,
  { caller, projectKey }: Deciding,
  { values }: RowPatch,
  { item, goal }: { item: NamedItemRow | undefined; goal: RowPlace | undefined },
): Promise<boolean> {
  const fields = values.map(({ column: { name, language } }) =>
    language === undefined ? name : `translations.${language}.${name}`,
  );
  if (item && !(await mayChange(reader, caller, placeOfItem(item), fields))) return false;
  if (!goal || "fault" in goal) return true;
  return mayChange(reader, caller, inTree(projectKey, goal), item ? [] : fields);
}

/** In steps: a row may name a path of fifty subcategories that do not exist yet. */
function* matched(
  rows: readonly ReadRow[],
  deciding: Deciding,
  claims: Claims,
  lookedUp: LookedUp,
): Generator<void, Match[]> {
  const matches: Match[] = [];
  for (const row of rows) {
    matches.push(matchOf(row, deciding, claims, lookedUp));
    yield;
  }
  return matches;
}

function matchOf(
  row: ReadRow,
  deciding: Deciding,
  claims: Claims,
  { places, items, refusals, damaged }: LookedUp,
): Match {
  const { options } = deciding;
  const { patch, fault, number } = row;
  if (fault) return [{ column: null, value: "", ...fault }];
  const place = places.ofNew(patch);
  const item = items.of(patch, place);
  if (item === "ambiguous") {
    const message = "is the name of several items of this subcategory: give the row an id or a key";
    return [nameFault(patch, "ambiguous", message)];
  }
  const goal = item ? goalOf(item, places.named(patch)) : place;
  const repeated = repetition(claims, patch, { item, place }, options);
  if (repeated) return [repeated];
  const refusal = refusals.get(row);
  if (refusal) return refusal;
  const faults = faultsOfRow(row, item, places, deciding);
  const damage = item ? undefined : damaged.faultOf(patch);
  if (damage) faults.push(damage);
  if (patch.key != null && items.isExternalKeyTaken(patch.key, item)) faults.push(keyTakenFault(patch.key));
  const taken = goal && placeClaims(goal);
  const conflict = taken && placeConflict(claims, patch, taken);
  if (conflict) faults.push(conflict);
  const newNodes = taken?.made.filter((name) => !isClaimed(claims, name)).length ?? 0;
  if (claims.newNodes + newNodes > limits.importNewSubcategories) faults.push(tooManyNodes(patch));
  if (faults.length > 0) return faults;
  const own = [...identities(patch, item), ...namesGiven(patch, item, goal, options), ...(taken?.claimed ?? [])];
  for (const name of own) claims.add(name, number);
  claims.newNodes += newNodes;
  return item?.key ?? null;
}

/** Where the item of a row goes; undefined if it stays. */
const goalOf = (item: NamedItemRow, named: RowPlace | undefined): RowPlace | undefined =>
  named && "leaf" in named && named.leaf.key === item.subcategory_key ? undefined : named;

const itemClaim = ({ key }: NamedItemRow) => `item ${key}`;
const keyClaim = (externalKey: string) => `key ${externalKey}`;
const nameClaim = (place: string, name: string) => `name ${JSON.stringify([place, name])}`;

const identities = (patch: RowPatch, item: NamedItemRow | undefined): string[] => [
  ...(item ? [itemClaim(item)] : []),
  ...(patch.key == null ? [] : [keyClaim(patch.key)]),
];

/** The names by which a later row would find the item of this one. */
function namesGiven(
  patch: RowPatch,
  item: NamedItemRow | undefined,
  goal: RowPlace | undefined,
  { match }: ImportOptions,
): string[] {
  const name = nameOf(patch) ?? item?.name;
  if (match !== "name" || name === undefined) return [];
  const place = goal ? placeName(goal) : item && leafName(item.subcategory_key);
  return place === undefined ? [] : [nameClaim(place, name)];
}

function repetition(
  claims: Claims,
  patch: RowPatch,
  { item, place }: { item: NamedItemRow | undefined; place: RowPlace | undefined },
  options: ImportOptions,
): RowFault | undefined {
  const name = isByName(patch, options) ? nameOf(patch) : undefined;
  const named = name !== undefined && place && placeName(place);
  const row = (item && claims.holder(itemClaim(item))) ?? (named ? claims.holder(nameClaim(named, name)) : undefined);
  const { id, key } = patch;
  const sameKey = key == null ? undefined : claims.holder(keyClaim(key));
  const message = `names the same item as row ${row ?? sameKey}, which is taken`;
  if (row !== undefined && id !== undefined) return { column: "id", value: id, code: "repeated", message };
  if (row !== undefined && key == null) return nameFault(patch, "repeated", message);
  if (row === undefined && sameKey === undefined) return undefined;
  const isOther = row === undefined && (id !== undefined || item !== undefined);
  return {
    column: "key",
    value: key as string,
    code: "repeated",
    message: isOther ? `is the key in row ${sameKey} too, which is taken` : message,
  };
}

const leafName = (subcategoryKey: number) => `/${subcategoryKey}`;
const below = (above: string, name: string) => `${above}/${JSON.stringify(name)}`;

/** A place as a text of its own, whether it exists or is to be created. */
function placeName(place: RowPlace): string | undefined {
  if ("leaf" in place) return leafName(place.leaf.key);
  return "missing" in place ? namesMissing(place.missing).at(-1) : undefined;
}

/** The nodes that are to be created for a path, from above. */
function namesMissing({ above, names }: Extract<RowPlace, { missing: unknown }>["missing"]): string[] {
  let path = above ? (above.kind === "category" ? `c${above.key}` : leafName(above.key)) : "";
  return names.map((name) => {
    path = below(path, name);
    return path;
  });
}

/** `made` are the nodes that are to be created. */
type PlaceClaims = { leaf: string; branches: string[]; made: string[]; claimed: string[] };

/** What a row needs of the tree: a subcategory that holds items, and above it nodes that hold subcategories. */
function placeClaims(place: RowPlace): PlaceClaims | undefined {
  const leaf = placeName(place);
  if (leaf === undefined) return undefined;
  const branches: string[] = [];
  const made = "missing" in place ? namesMissing(place.missing) : [];
  if ("missing" in place && place.missing.above?.kind === "subcategory")
    branches.push(leafName(place.missing.above.key));
  branches.push(...made.slice(0, -1));
  return { leaf, branches, made, claimed: [leafClaim(leaf), ...branches.map(branchClaim)] };
}

const leafClaim = (name: string) => `leaf ${name}`;
const branchClaim = (name: string) => `branch ${name}`;

const isClaimed = (claims: Claims, node: string): boolean =>
  claims.holder(leafClaim(node)) !== undefined || claims.holder(branchClaim(node)) !== undefined;

const tooManyNodes = (patch: RowPatch): RowFault => ({
  ...shownPlace(patch),
  code: "too_many",
  message: `is one of more than ${limits.importNewSubcategories.toLocaleString("en")} new subcategories: send the file in parts`,
});

function placeConflict(claims: Claims, patch: RowPatch, { leaf, branches }: PlaceClaims): RowFault | undefined {
  const asBranch = claims.holder(branchClaim(leaf));
  if (asBranch !== undefined) {
    const message = `gets a subcategory by row ${asBranch}, so it cannot hold items`;
    return { ...shownPlace(patch), code: "has_subcategories", message };
  }
  for (const branch of branches) {
    const asLeaf = claims.holder(leafClaim(branch));
    if (asLeaf === undefined) continue;
    const message = `is below a subcategory that gets an item by row ${asLeaf}, so it cannot be created`;
    return { ...shownPlace(patch), code: "has_items", message };
  }
  return undefined;
}
