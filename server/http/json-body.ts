import type { Endpoint } from "../../contract/endpoint.ts";
import { limits } from "../../contract/limits.ts";
import { faultsOf, pointerOf } from "./faults.ts";
import { invalid, Problem } from "./problem.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

export type JsonBody = { value: unknown; merge: boolean };

/** The body of a request, held against the schema of its endpoint. Whatever is wrong with it is a `Problem`. */
export async function readJsonBody(request: Request, endpoint: Endpoint): Promise<JsonBody> {
  const merge = checkContentType(request.headers.get("content-type"), endpoint);
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > limits.bodyBytes) throw tooLarge();
  const bytes = await request.bytes();
  if (bytes.byteLength > limits.bodyBytes) throw tooLarge();
  const value = parseJson(bytes);
  const schema = (merge && endpoint.mergeBody) || endpoint.body;
  if (endpoint.ignored && typeof value === "object" && value !== null) {
    for (const field of endpoint.ignored) delete (value as Record<string, unknown>)[field];
  }
  const result = schema?.safeParse(value, { reportInput: true });
  if (!result?.success) throw invalid("invalid_body", result ? faultsOf(result.error) : []);
  return { value: result.data, merge };
}

function checkContentType(header: string | null, endpoint: Endpoint): boolean {
  if (header === "application/json") return false;
  const [type = "", ...parameters] = (header ?? "").toLowerCase().split(";");
  const media = type.trim();
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  const utf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (utf8 && media === "application/json") return false;
  if (utf8 && media === "application/merge-patch+json" && endpoint.method === "PATCH") return true;
  const accepted =
    endpoint.method === "PATCH" ? "application/json or application/merge-patch+json" : "application/json";
  throw new Problem(
    "unsupported_media_type",
    `The body must be ${accepted} in UTF-8, and it was sent as ${header === null ? "nothing at all" : `"${header}"`}.`,
  );
}

const tooLarge = () =>
  new Problem(
    "body_too_large",
    `The body is larger than ${limits.bodyBytes / 1024 / 1024} MiB, the most that is taken.`,
  );

function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new Problem("malformed_json", "The body is not valid UTF-8.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem("malformed_json", `The body is not well-formed JSON: ${(error as Error).message}.`);
  }
  const twice = duplicateKey(text);
  if (twice !== undefined) {
    throw invalid("invalid_body", [{ pointer: twice, code: "duplicate_key", message: "is given twice" }]);
  }
  return value;
}

type Level = { keys: Set<string> | undefined; step: PropertyKey };

/**
 * JSON.parse keeps the last of two equal keys and drops the other without a word; an editor would lose an edit so.
 * `text` is known to be well-formed. Returns a pointer to the first key that is given twice.
 */
export function duplicateKey(text: string): string | undefined {
  const levels: Level[] = [];
  let level: Level | undefined;
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22 /* " */) {
      const start = i++;
      while (text.charCodeAt(i) !== 0x22) i += text.charCodeAt(i) === 0x5c /* \ */ ? 2 : 1;
      if (!expectsKey || !level?.keys) continue;
      expectsKey = false;
      level.step = JSON.parse(text.slice(start, i + 1)) as string;
      if (level.keys.has(level.step)) return pointerOf(levels.map(({ step }) => step));
      level.keys.add(level.step);
    } else if (unit === 0x7b /* { */ || unit === 0x5b /* [ */) {
      const isObject = unit === 0x7b;
      level = { keys: isObject ? new Set() : undefined, step: 0 };
      levels.push(level);
      expectsKey = isObject;
    } else if (unit === 0x7d /* } */ || unit === 0x5d /* ] */) {
      levels.pop();
      level = levels.at(-1);
      expectsKey = false;
    } else if (unit === 0x2c /* , */ && level) {
      if (level.keys) expectsKey = true;
      else level.step = (level.step as number) + 1;
    }
  }
  return undefined;
}
