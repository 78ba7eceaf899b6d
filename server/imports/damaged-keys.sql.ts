import { sees } from "../access/allow.ts";
import { isDateKey, isShortened, keysMadeInto } from "../columns/made-text.ts";
import type { RowPatch } from "../columns/read-cells.ts";
import type { Reader } from "../db/db.ts";
import { inStatements } from "../db/sql.ts";
import { Rest } from "../http/turns.ts";
import { plainKey, storedKey } from "../items/item-key.ts";
import { placeOfItem } from "../items/items.sql.ts";
import { readNamedBy } from "../items/named-items.sql.ts";
import type { Deciding } from "./deciding.sql.ts";
import type { ReadRow, RowFault } from "./read-row.ts";

/** The keys of items of which a program makes the numbers and dates that rows have for keys: `0070` became 70. */
export class DamagedKeys {
  readonly #present: ReadonlyMap<string, string>;
  readonly #isCsv: boolean;

  private constructor(present: ReadonlyMap<string, string>, isCsv: boolean) {
    this.#present = present;
    this.#isCsv = isCsv;
  }

  /** `isKnown` tells whether an item has a key as it stands in its row. */
  static async load(
    reader: Reader,
    { projectKey, caller, format }: Deciding,
    rows: readonly ReadRow[],
    isKnown: (key: string) => boolean,
  ): Promise<DamagedKeys> {
    const isCsv = format === "csv";
    const made = new Map<string, string[]>();
    const rest = new Rest();
    for (const { patch } of rows) {
      await rest.ifDue();
      const { id, key } = patch;
      if (id !== undefined || key == null || !mayBeNumber(patch, isCsv) || isKnown(key)) continue;
      for (const before of keysMadeInto(key)) {
        const stored = storedKey(projectKey, before);
        const keys = made.get(stored);
        if (keys) keys.push(key);
        else made.set(stored, [key]);
      }
    }
    const present = new Map<string, string>();
    for (const keys of inStatements([...made.keys()])) {
      for (const row of await readNamedBy(reader, "external_key", keys)) {
        if (!(await sees(reader, caller, placeOfItem(row)))) continue;
        for (const key of made.get(row.external_key) ?? []) present.set(key, plainKey(row.external_key) as string);
      }
    }
    return new DamagedKeys(present, isCsv);
  }

  /** Why a row cannot be for a new item. */
  faultOf(patch: RowPatch): RowFault | undefined {
    const { id, key: externalKey } = patch;
    if (id !== undefined || externalKey == null || !mayBeNumber(patch, this.#isCsv)) return undefined;
    const present = this.#present.get(externalKey);
    const of = present === undefined ? "a longer one" : `"${present}", the key of an item`;
    if (present === undefined && !isShortened(externalKey)) return undefined;
    const [code, what] = isDateKey(externalKey) ? (["is_date", "date"] as const) : (["made_number", "number"] as const);
    const message = `is the ${what} that a spreadsheet program makes of ${of}`;
    return { column: "key", value: externalKey, code, message };
  }
}

const mayBeNumber = ({ isKeyNumber }: RowPatch, isCsv: boolean): boolean => isCsv || isKeyNumber === true;
