import type { Endpoint } from "../../contract/endpoint.ts";
import { check } from "../http/check.ts";
import { Faults, faultsOf } from "../http/faults.ts";
import { invalid } from "../http/problem.ts";

/** The query parameters of a request, checked. Throws a `Problem` with all faults. */
export function checkedQuery(
  { query: schema, otherParameters }: Pick<Endpoint, "query" | "otherParameters">,
  url: string,
): Record<string, unknown> {
  const start = url.indexOf("?");
  if (!schema && (start < 0 || otherParameters)) return {};
  const known = schema?.shape ?? {};
  const given: Record<string, string> = {};
  const faults = new Faults();
  for (const [name, value] of start < 0 ? [] : new URLSearchParams(url.slice(start + 1))) {
    if (!Object.hasOwn(known, name)) {
      if (!otherParameters) faults.add(() => [name], "unknown_field", unknownParameter(name, Object.keys(known)));
    } else if (Object.hasOwn(given, name)) faults.add(() => [name], "duplicate_key", "is given twice");
    else if (!otherParameters && value.includes("\0"))
      faults.add(() => [name], "invalid_text", "must not contain U+0000");
    else given[name] = value;
  }
  const result = schema && check(schema, given);
  if (result && !result.success) faults.join(faultsOf(result.error));
  if (faults.count > 0) throw invalid("invalid_query", faults.listed, faults.count);
  return result?.data ?? {};
}

function unknownParameter(name: string, known: readonly string[]): string {
  const near = name.length > longestName ? undefined : known.find((one) => letters(one) === letters(name));
  return `is not a parameter of this path${near === undefined ? "" : `; "${near}" is`}`;
}

const longestName = 40;

/** What a wrong case, other separators, another order of the words and a missing "s" leave as it is. */
const letters = (name: string): string => [...name.toLowerCase().replace(/[^a-z0-9]|s$/g, "")].sort().join("");
