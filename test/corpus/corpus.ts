import { join } from "node:path";
import type { ImportOptions } from "../../contract/imports.ts";
import type { ItemRow } from "../support/hard-items.ts";
import { type Country, countries, type SavedAs, savedFormats } from "../support/libre-office.ts";

/** The 141 items that the files were made from, as lines of JSON. */
export const itemsFile = "items.jsonl.gz";

type SavedFile = { name: string; country: Country; as: SavedAs; leaf?: string };

const [, german, russian] = countries;

/** What LibreOffice saved, and the leaf that is in it where that is not the whole catalog. */
export const savedFiles: readonly SavedFile[] = [
  ...countries.flatMap((country) =>
    savedFormats.map((format) => ({ name: `${country.locale}.${format}`, country, as: { format } })),
  ),
  { name: "windows-1252.csv", country: german, as: { format: "csv", encoding: "windows-1252" }, leaf: "Western" },
  { name: "windows-1251.csv", country: russian, as: { format: "csv", encoding: "windows-1251" }, leaf: "Cyrillic" },
];

/** A price list with a cover, titles, merged cells, results of formulas and such. */
export const supplierFile = join(import.meta.dir, "supplier.fods");
export const supplierFiles: readonly SavedFile[] = savedFormats.map((format) => ({
  name: `supplier.${format}`,
  country: german,
  as: { format, ...(format === "csv" && { sheet: 2 }) },
}));

/** Text is stored packed: it is a quarter of it. */
export const pathOf = (name: string): string =>
  join(import.meta.dir, name.endsWith(".csv") ? `saved-${name}.gz` : name === itemsFile ? name : `saved-${name}`);

export async function corpusFile(name: string): Promise<Uint8Array> {
  const bytes = await Bun.file(pathOf(name)).bytes();
  return name.endsWith(".csv") || name === itemsFile ? Bun.gunzipSync(bytes) : bytes;
}

export const corpusItems = async (): Promise<ItemRow[]> =>
  Buffer.from(await corpusFile(itemsFile))
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ItemRow);

/** Reads a file that was exported from another catalog: its items are known by their keys. */
export const fromElsewhere: ImportOptions = { columns: { id: null, version: null, subcategoryId: null } };
