import type { ImportOptions, ImportRead } from "../../contract/imports.ts";
import { decimalOfFile } from "../columns/decimal-signs.ts";
import type { ItemColumn } from "../columns/sheet-columns.ts";
import { importColumns } from "./import-columns.ts";

/** How a file was read, as it is stored. `signs` are what the numbers of each column show. */
export type StoredRead = Omit<ImportRead, "decimal"> & { signs?: number[] };

type StoredReading = { header: string; options: string; read_as: string; format: string };

/** How the cells of an import are read. */
export type ImportReading = {
  header: readonly string[];
  columns: readonly (ItemColumn | undefined)[];
  /** What was chosen, and the sign before decimals that the file shows if none was. */
  options: ImportOptions;
  /** Null for an import of an older version. */
  read: ImportRead | null;
};

export function readingOf({ header: names, options: chosen, read_as, format }: StoredReading): ImportReading {
  const header = JSON.parse(names) as string[];
  const options = JSON.parse(chosen) as ImportOptions;
  const columns = importColumns(header, options.columns);
  if (read_as === "") return { header, columns, options, read: null };
  const { signs = [], ...read } = JSON.parse(read_as) as StoredRead;
  const isExport = format === "csv" && header.includes("id") && header.includes("version");
  const decimal = options.decimal ?? decimalOfFile(signs, columns, isExport);
  return {
    header,
    columns,
    options: { ...options, ...(decimal && { decimal }) },
    read: { ...read, ...(decimal !== undefined && { decimal }) },
  };
}
