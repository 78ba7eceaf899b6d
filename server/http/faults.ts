import type { z } from "zod";
import type { Fault, FaultCode } from "../../contract/errors.ts";

export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const plural: Record<string, string> = { string: "characters", array: "entries" };

function fault(path: readonly PropertyKey[], code: FaultCode, message: string): Fault {
  return { pointer: pointerOf(path), code, message };
}

function faultsOfIssue(issue: z.core.$ZodIssue): Fault[] {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? [fault(issue.path, "required", "is required")]
        : [fault(issue.path, "wrong_type", `must be ${typeName(issue.expected)}`)];
    case "unrecognized_keys":
      return issue.keys.map((key) => fault([...issue.path, key], "unknown_field", "is not a field of this resource"));
    case "too_big":
      return [
        issue.origin in plural
          ? fault(
              issue.path,
              issue.origin === "string" ? "too_long" : "too_many",
              `must have at most ${issue.maximum} ${plural[issue.origin]}`,
            )
          : fault(issue.path, "out_of_range", `must be at most ${issue.maximum}`),
      ];
    case "too_small":
      return [
        issue.origin === "string"
          ? fault(issue.path, "blank", "must not be empty")
          : fault(issue.path, "out_of_range", `must be at least ${issue.minimum}`),
      ];
    case "invalid_value":
      return [fault(issue.path, "not_allowed", `must be one of ${issue.values.join(", ")}`)];
    case "invalid_key":
      return issue.issues.flatMap((inner) => faultsOfIssue({ ...inner, path: issue.path } as z.core.$ZodIssue));
    case "custom":
      return [fault(issue.path, issue.params?.fault as FaultCode, issue.message)];
    default:
      return [fault(issue.path, "not_allowed", issue.message)];
  }
}

function typeName(expected: string): string {
  if (expected === "int") return "a whole number";
  if (expected === "record") return "an object";
  return /^[aeio]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

/** Every fault of the request, not only the first. */
export function faultsOf(error: z.core.$ZodError): Fault[] {
  return error.issues.flatMap(faultsOfIssue);
}
