import { readLimits } from "./read-limits.ts";
import { SheetFault } from "./sheet-fault.ts";

/** Names of columns are in every answer about the file. */
export function checkNames(names: readonly string[], row?: number): void {
  const place = row === undefined ? {} : { row };
  const long = names.findIndex((name) => name.length > readLimits.columnName);
  if (long !== -1) {
    const most = readLimits.columnName.toLocaleString("en");
    throw new SheetFault("too_long", `The name of column ${long + 1} has more than ${most} characters.`, place);
  }
  if (names.reduce((sum, { length }) => sum + length, 0) > readLimits.columnNames) {
    const most = readLimits.columnNames.toLocaleString("en");
    throw new SheetFault("too_long", `The names of the columns have more than ${most} characters together.`, place);
  }
}
