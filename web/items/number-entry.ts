import type { NumberOperation } from "../../contract/bulk.ts";
import { readNumber } from "../platform/i18n/read-number.ts";

/** What someone typed for a number of many items: a value for all, or an operation on the value of each. */
export type NumberEntry =
  | { set: number; fault?: undefined }
  | { operation: Pick<NumberOperation, "op" | "value">; fault?: undefined }
  | { fault: string };

const signs: Record<string, "+" | "-" | "*"> = {
  "+": "+",
  "-": "-",
  "−": "-",
  "–": "-",
  "*": "*",
  "×": "*",
  x: "*",
  х: "*",
};
const typedOperation = /^([+\-−–*×xх])([^%]*)(%?)$/i;

/** Reads "100", "+5", "-5", "*1.5", "+10 %" or "-10%". A percentage without a sign could mean either direction. */
export function readNumberEntry(typed: string): NumberEntry {
  const text = typed.trim().replace(/^=\s*/, "");
  const [, sign, amount = "", percent] = typedOperation.exec(text) ?? [];
  if (sign === undefined) {
    if (text.includes("%")) return { fault: "operation" };
    const { value, fault } = readNumber(text);
    return fault ? { fault: fault === "not_a_number" ? "operation" : fault } : { set: value };
  }
  const rest = amount.trim();
  if (!/^[\d.,]/.test(rest)) return { fault: "operation" };
  const { value, fault } = readNumber(rest);
  if (fault) return { fault: fault === "not_a_number" ? "operation" : fault };
  const op = signs[sign.toLowerCase()] ?? "+";
  if (!percent) return { operation: { op, value } };
  if (op === "*") return { fault: "operation" };
  return { operation: { op: "%", value: op === "-" ? -value : value } };
}
