import type { importStatuses } from "../../contract/constants.ts";
import { shownCell } from "../columns/read-value.ts";
import { headerOf } from "../columns/sheet-columns.ts";
import type { Cell, Row, Value } from "../formats/sheet.ts";
import { turn } from "../http/turns.ts";
import { plainKey } from "../items/item-key.ts";
import type { Decision } from "./decide-rows.sql.ts";
import type { Match, RowFault } from "./read-row.ts";

export type Status = (typeof importStatuses)[number];

const packed = (json: string): Uint8Array => Bun.zstdCompressSync(Buffer.from(json), { level: 1 });

/** A chunk of more bytes is read in steps, with a turn for other requests after each. */
const largeBytes = 512 * 1024;

async function unpacked(bytes: Uint8Array): Promise<unknown> {
  const content = Buffer.from(await Bun.zstdDecompress(bytes));
  const isLarge = content.length > largeBytes;
  if (isLarge) await turn();
  const text = content.toString();
  if (isLarge) await turn();
  return JSON.parse(text);
}

type StoredRow = [number: number, cells: readonly Cell[], sheet?: string | null, fault?: Row["fault"]];

/** A row as it is stored. */
export function rowText({ number, cells, sheet, fault }: Row): string {
  if (fault) return JSON.stringify([number, cells, sheet ?? null, fault] satisfies StoredRow);
  return JSON.stringify((sheet === undefined ? [number, cells] : [number, cells, sheet]) satisfies StoredRow);
}

export const packRows = (texts: readonly string[]): Uint8Array => packed(`[${texts.join(",")}]`);

export const unpackRows = async (bytes: Uint8Array): Promise<Row[]> =>
  ((await unpacked(bytes)) as StoredRow[]).map(([number, cells, sheet, fault]) => ({
    number,
    cells,
    ...(sheet != null && { sheet }),
    ...(fault && { fault }),
  }));

export const packMatches = (matches: readonly Match[]): Uint8Array => packed(JSON.stringify(matches));
export const unpackMatches = async (bytes: Uint8Array): Promise<Match[]> => (await unpacked(bytes)) as Match[];

/** What became of a row that was created or changed. Those that were created have their values in the file. */
type WrittenRow = {
  at: number;
  id: string | null;
  name: string;
  fields: [column: string, before: Value, after: Value][];
};

/** A fault, or a conflict with the `current` value. */
type ToldCell = RowFault & { at: number; current?: Value };

/** What became of the rows of a chunk, or of the first of them. `statuses` has the first letter of each, in order. */
export type ChunkResult = {
  statuses: string;
  written: WrittenRow[];
  told: ToldCell[];
  /** What the dry run said of rows that became something else, by their place in the chunk. */
  was: Record<number, Status>;
  /** What the dry run said, as long as not all rows of the chunk are written. */
  checked?: ChunkResult | undefined;
};

export const emptyResult: ChunkResult = { statuses: "", written: [], told: [], was: {} };

export const packResult = (result: ChunkResult): Uint8Array => packed(JSON.stringify(result));
export const unpackResult = async (bytes: Uint8Array): Promise<ChunkResult> => (await unpacked(bytes)) as ChunkResult;

const letters: Record<Status, string> = { created: "c", changed: "h", unchanged: "u", refused: "r" };
export const statusOf = (letter: string | undefined): Status =>
  letter === "c" ? "created" : letter === "h" ? "changed" : letter === "u" ? "unchanged" : "refused";

/** Characters of the values in a result: beyond that, only the start of each is kept. The log has all of it. */
const mostValues = 512 * 1024;

/** Keeps values as they are while there is room for them. */
function valuesWithin(most: number): (value: Value) => Value {
  let left = most;
  return (value) => {
    if (typeof value !== "string" && !Array.isArray(value)) return value;
    left -= value.length + (typeof value === "string" ? 0 : value.join("").length);
    return left >= 0 ? value : shownCell(value);
  };
}

/** What became of the rows that follow those of `before`. `ids` are those of the items that were created. */
export function resultOf(
  before: ChunkResult,
  decisions: readonly Decision[],
  ids: ReadonlyMap<number, string> = new Map(),
  checked?: ChunkResult,
): ChunkResult {
  const result: ChunkResult = { statuses: "", written: [], told: [], was: {} };
  const first = before.statuses.length;
  const kept = valuesWithin(mostValues - (first === 0 ? 0 : JSON.stringify(before).length));
  for (const [place, decision] of decisions.entries()) {
    const at = first + place;
    const { status } = decision;
    result.statuses += letters[status];
    const said = checked?.statuses[at];
    if (said !== undefined && said !== letters[status]) result.was[at] = statusOf(said);
    if (status === "refused") for (const fault of decision.faults) result.told.push({ at, ...fault });
    else if (status !== "created") {
      for (const { column, value, current } of decision.conflicts) {
        const message = "was changed by somebody since the export";
        result.told.push({ at, column, value: shownCell(value), code: "conflict", message, current: kept(current) });
      }
    }
    if (status === "changed")
      result.written.push({ at, id: decision.item.id, name: decision.item.name, fields: fieldsOf(decision, kept) });
    if (status === "created") {
      const name = String(decision.changes.find(({ column }) => headerOf(column) === "name")?.after ?? "");
      result.written.push({ at, id: ids.get(place) ?? null, name, fields: [] });
    }
  }
  return result;
}

export const joined = (before: ChunkResult, next: ChunkResult): ChunkResult => ({
  statuses: before.statuses + next.statuses,
  written: [...before.written, ...next.written],
  told: [...before.told, ...next.told],
  was: { ...before.was, ...next.was },
});

function fieldsOf(
  { changes, externalKey, target, item }: Extract<Decision, { status: "changed" }>,
  kept: (value: Value) => Value,
): WrittenRow["fields"] {
  const fields = changes.map(({ column, before, after }): WrittenRow["fields"][number] => [
    headerOf(column),
    kept(before),
    kept(after),
  ]);
  if (target) fields.push(["subcategoryId", item.subcategory_id, target.id]);
  if (externalKey !== undefined) fields.push(["key", plainKey(item.external_key), externalKey]);
  return fields;
}

export type Counts = Record<Status, number> & { conflicts: number };

export function countsOf({ statuses, told }: ChunkResult): Counts {
  const counts: Counts = { created: 0, changed: 0, unchanged: 0, refused: 0, conflicts: 0 };
  for (const letter of statuses) counts[statusOf(letter)]++;
  for (const { code } of told) if (code === "conflict") counts.conflicts++;
  return counts;
}
