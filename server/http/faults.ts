import type { z } from "zod";
import type { Fault, FaultCode } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";

/** The JSON Pointer (RFC 6901) of a value. A client chooses the names in it, so a long pointer is cut. */
export function pointerOf(path: readonly PropertyKey[]): string {
  const longest = limits.pointerLength;
  const steps = path
    .slice(0, longest)
    .map((step) => `/${String(step).slice(0, longest).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  const pointer = steps.join("");
  return pointer.length > longest ? `${pointer.slice(0, longest).toWellFormed()}…` : pointer;
}

/** The faults of a request: their count, and the first ones with a message. A request can have any number of faults. */
export class Faults {
  readonly listed: Fault[] = [];
  count = 0;

  /** Calls `path` only if the fault is listed. */
  add(path: () => readonly PropertyKey[], code: FaultCode, message: string): void {
    this.count++;
    if (this.listed.length < limits.faults) this.listed.push({ pointer: pointerOf(path()), code, message });
  }

  /** Adds the faults of `other`, except those with a pointer that is listed already. */
  join(other: Faults): void {
    const known = new Set(this.listed.map(({ pointer }) => pointer));
    const fresh = other.listed.filter(({ pointer }) => !known.has(pointer));
    this.count += other.count - (other.listed.length - fresh.length);
    this.listed.push(...fresh.slice(0, limits.faults - this.listed.length));
  }
}

const plural: Record<string, string> = { string: "characters", array: "entries" };

function addIssue(faults: Faults, issue: z.core.$ZodIssue): void {
  const path = () => issue.path;
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) faults.add(path, "required", "is required");
      else faults.add(path, "wrong_type", `must be ${typeName(issue.expected)}`);
      break;
    case "unrecognized_keys":
      for (const key of issue.keys)
        faults.add(() => [...issue.path, key], "unknown_field", "is not a field of this resource");
      break;
    case "too_big":
      if (issue.origin in plural) {
        const code = issue.origin === "string" ? "too_long" : "too_many";
        faults.add(path, code, `must have at most ${issue.maximum} ${plural[issue.origin]}`);
      } else faults.add(path, "out_of_range", `must be at most ${issue.maximum}`);
      break;
    case "too_small":
      if (issue.origin === "string") faults.add(path, "blank", "must not be empty");
      else faults.add(path, "out_of_range", `must be at least ${issue.minimum}`);
      break;
    case "invalid_value":
      faults.add(path, "not_allowed", `must be one of ${issue.values.join(", ")}`);
      break;
    case "invalid_key":
      for (const inner of issue.issues) addIssue(faults, { ...inner, path: issue.path } as z.core.$ZodIssue);
      break;
    case "custom":
      faults.add(path, issue.params?.fault as FaultCode, issue.message);
      break;
    default:
      faults.add(path, "not_allowed", issue.message);
  }
}

function typeName(expected: string): string {
  if (expected === "int") return "a whole number";
  if (expected === "record") return "an object";
  return /^[aeio]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

/** All issues that Zod found, as faults. */
export function faultsOf(error: z.core.$ZodError): Faults {
  const faults = new Faults();
  for (const issue of error.issues) addIssue(faults, issue);
  return faults;
}
