const dayMs = 86_400_000;

/** The day before the first of a workbook. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
export type Epoch = keyof typeof epochs;

/** The date of a cell, as `2026-05-01`, `2026-05-01 10:30:00` or `10:30:00`. */
export function dateText(serial: number, epoch: Epoch): string {
  // Excel counts a 29 February 1900 that there never was.
  const days = epoch === 1900 && serial >= 1 && serial < 60 ? serial + 1 : serial;
  const date = new Date(epochs[epoch] + Math.round(days * 86_400) * 1_000);
  if (!(serial >= 0) || Number.isNaN(date.getTime())) return String(serial);
  const [day = "", time = ""] = date.toISOString().slice(0, 19).split("T");
  if (serial < 1) return time;
  return date.getTime() % dayMs === 0 ? day : `${day} ${time}`;
}

/** What a number means by its format. */
export type NumberKind = "number" | "date" | "percent";

/** The formats that every program knows by number (ECMA-376, 18.8.30). */
function knownKind(id: number): NumberKind | undefined {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
    return "date";
  if (id === 9 || id === 10) return "percent";
  return undefined;
}

/** `codes` are what the formats mean that the workbook defines itself. */
export const numberKind = (id: number, codes: ReadonlyMap<number, NumberKind>): NumberKind =>
  codes.get(id) ?? knownKind(id) ?? "number";

const counted = /^(?:h+|m+|s+)$/i;

/** What a format means that is written out. Reads each sign once. */
export function kindOfCode(code: string): NumberKind {
  let isPercent = false;
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] as string;
    if (sign === ";") break;
    if (sign === '"') at = closing(code, '"', at);
    // An escaped sign, and those that fill a cell or leave room.
    else if (sign === "\\" || sign === "_" || sign === "*") at++;
    else if (sign === "[") {
      const end = closing(code, "]", at);
      // [h] is a count of hours; colours and currencies say nothing.
      if (counted.test(code.slice(at + 1, end))) return "date";
      at = end;
    } else if ("dmyhsDMYHS".includes(sign)) return "date";
    else if (sign === "%") isPercent = true;
  }
  return isPercent ? "percent" : "number";
}

/** Where a sign stands next; the end if it does not. */
function closing(code: string, sign: string, from: number): number {
  const at = code.indexOf(sign, from + 1);
  return at === -1 ? code.length : at;
}
