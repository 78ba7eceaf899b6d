import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";

type Shape = (value: unknown) => boolean;

const isObject: Shape = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isList: Shape = Array.isArray;
const isTexts: Shape = (value) => Array.isArray(value) && value.every((entry) => typeof entry === "string");
const isObjectOfObjects: Shape = (value) => isObject(value) && Object.values(value as object).every(isObject);

const isDetails: Shape = (value) => {
  if (!isObject(value)) return false;
  const { badges, simpleDescription, description, translations, comments } = value as Record<string, unknown>;
  return (
    isTexts(badges) &&
    typeof simpleDescription === "string" &&
    isList(description) &&
    isObjectOfObjects(translations) &&
    isList(comments)
  );
};

const ofNode = { translations: isObjectOfObjects, stale: isObject };
const ofItem = { imgs: isTexts, tags: isTexts, details: isDetails, stale: isObject };

const tables: readonly { name: string; kind: string; columns: Record<string, Shape> }[] = [
  { name: "categories", kind: "category", columns: ofNode },
  { name: "subcategories", kind: "subcategory", columns: ofNode },
  { name: "items", kind: "item", columns: ofItem },
  { name: "trash_categories", kind: "deleted category", columns: ofNode },
  { name: "trash_subcategories", kind: "deleted subcategory", columns: ofNode },
  { name: "trash_items", kind: "deleted item", columns: ofItem },
  { name: "views", kind: "view", columns: { query: isObject, columns: isTexts } },
];

const inWords: Record<string, string> = { stale: "notes of stale translations", query: "filters" };

/** JSON columns are sent without parsing them: invalid JSON would reach a client, or fail the next change of a row. */
export async function contentFaults(reader: Reader): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, kind, columns } of tables) faults.push(...(await unreadable(reader, name, kind, columns)));
  return faults;
}

type Row = { key: number; id: string } & Record<string, string | number | Uint8Array>;

const pageSize = 5_000;

async function unreadable(
  reader: Reader,
  table: string,
  kind: string,
  columns: Record<string, Shape>,
): Promise<string[]> {
  const faults: string[] = [];
  const names = Object.keys(columns).join(", ");
  for (let after = 0; ; ) {
    const rows = await reader.all<Row>(
      composed(`select key, id, ${names} from ${table} where key > ? order by key limit ?`, [after, pageSize]),
    );
    for (const row of rows) {
      for (const [column, shape] of Object.entries(columns)) {
        if (holds(row[column], shape)) continue;
        faults.push(`The ${inWords[column] ?? column} of ${kind} "${row.id}" are not readable.`);
      }
    }
    const last = rows.at(-1);
    if (!last) return faults;
    after = last.key;
  }
}

const decoder = new TextDecoder();

function holds(value: string | number | Uint8Array | undefined, shape: Shape): boolean {
  try {
    return shape(JSON.parse(value instanceof Uint8Array ? decoder.decode(value) : String(value)));
  } catch {
    return false;
  }
}
