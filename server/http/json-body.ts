import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { FaultCode } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { giveBack } from "../memory/give-back.ts";
import { check } from "./check.ts";
import { Faults, faultsOf } from "./faults.ts";
import { invalid, Problem } from "./problem.ts";
import { turn } from "./turns.ts";
import { withinTime } from "./within-time.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

export type JsonBody = { value: unknown; merge: boolean };

/** Reads the body of a request and checks it against the schema of its endpoint. Throws a `Problem` for a bad body. */
export async function readJsonBody(
  request: Request,
  endpoint: Endpoint,
  timeoutMs: number = limits.bodyMs,
): Promise<JsonBody> {
  const merge = checkContentType(request.headers.get("content-type"), endpoint);
  const bytes = await readBytes(request, endpoint.bodyBytes ?? limits.bodyBytes, timeoutMs);
  const { value, faults } = parseJson(bytes, endpoint.bodyValues ?? limits.bodyValues);
  const schema = ((merge && endpoint.mergeBody) || endpoint.body) as z.ZodType;
  for (const path of endpoint.ignored ?? []) removeField(value, path);
  const result = check(schema, value);
  if (!result.success) faults.join(faultsOf(result.error));
  if (faults.count > 0) throw invalid("invalid_body", faults.listed, faults.count);
  return { value: result.data, merge };
}

/** Limit for all bodies that are being read at the same time. Small ones, such as an editor's save, are not counted. */
const allBodiesBytes = 64 * 1024 * 1024;
const smallBytes = 16 * 1024;
let reservedBytes = 0;

async function readBytes(request: Request, mostBytes: number, timeoutMs: number): Promise<Uint8Array> {
  let reserved = 0;
  let ended = false;
  const reserve = (size: number) => {
    // A body may keep arriving after its timeout: stop reading it.
    if (ended) throw tooSlow(timeoutMs);
    if (size <= smallBytes) return;
    if (reservedBytes - reserved + size > allBodiesBytes) throw tooManyBodies();
    reservedBytes += size - reserved;
    reserved = size;
  };
  try {
    const declared = request.headers.get("content-length");
    if (Number(declared) > mostBytes) throw tooLarge(mostBytes);
    reserve(Number(declared));
    const arrived = declared === null ? readAtMost(request, mostBytes, reserve) : request.bytes();
    const bytes = await withinTime(arrived, timeoutMs, tooSlow);
    // Checking a large body takes milliseconds. A body that waits for its turn still counts toward the limit.
    if (bytes.byteLength > smallBytes) await turn();
    return bytes;
  } finally {
    ended = true;
    reservedBytes -= reserved;
  }
}

const tooManyBodies = () =>
  new Problem("unavailable", "The service is reading too many large bodies right now.", {}, { "retry-after": "1" });

/** The idle timeout does not end a connection on which a byte arrives now and then. */
const tooSlow = (timeoutMs: number) =>
  new Problem("too_slow", `The body had not arrived after ${timeoutMs / 1000} seconds.`, {}, { connection: "close" });

/** A body without Content-Length is read up to the limit. */
async function readAtMost(request: Request, mostBytes: number, reserve: (size: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge(mostBytes);
    reserve(size);
  }
  return Buffer.concat(chunks);
}

/** `path` is `field`, or `object/field` for a nested field. */
function removeField(value: unknown, path: string): void {
  const [field = "", below] = path.split("/");
  if (typeof value !== "object" || value === null) return;
  if (below === undefined) delete (value as Record<string, unknown>)[field];
  else removeField((value as Record<string, unknown>)[field], below);
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
  const sent = header === null ? "no Content-Type" : `the Content-Type "${header}"`;
  throw new Problem("unsupported_media_type", `The body must be ${accepted} in UTF-8. The request has ${sent}.`);
}

const tooLarge = (mostBytes: number) =>
  new Problem("body_too_large", `The body is larger than the limit of ${withUnit(mostBytes)}.`);

const withUnit = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

function parseJson(bytes: Uint8Array, mostValues: number): { value: unknown; faults: Faults } {
  refuseByBeginning(bytes, mostValues);
  let text: string;
  try {
    text = decoder.decode(bytes);
    // Small bodies are left to the garbage collector.
    if (bytes.byteLength > smallBytes) giveBack(bytes);
  } catch {
    throw new Problem("malformed_json", "The body is not valid UTF-8.");
  }
  try {
    // A million keys or a million levels take the parser half a second, so the limits are checked before parsing.
    const faults = text.length < shortText ? undefined : keyFaults(text, mostValues);
    const value: unknown = JSON.parse(text);
    return { value, faults: faults ?? (isAsWritten(text, value) ? new Faults() : keyFaults(text, mostValues)) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("malformed_json", `The body is not well-formed JSON: ${(error as Error).message}.`);
  }
}

const beginningBytes = 64 * 1024;
const roughDecoder = new TextDecoder();

/** Decoding megabytes takes milliseconds. A body with too many values mostly exceeds the limit near its beginning. */
function refuseByBeginning(bytes: Uint8Array, mostValues: number): void {
  if (bytes.byteLength <= beginningBytes) return;
  try {
    keyFaults(roughDecoder.decode(bytes.subarray(0, beginningBytes)), mostValues);
  } catch (error) {
    // Any other error is caused by the cut, which may be in the middle of a key.
    if (error instanceof Problem) throw error;
  }
}

/** A shorter text cannot be nested too deeply for JSON.stringify, and does not take long to parse. */
const shortText = 16_000;

/**
 * A text that equals the JSON.stringify of its value has lost no key. Most clients send such a text, and to compare is
 * more than twice as fast as `keyFaults`. Only `__proto__` needs a separate check: it may be written with escapes.
 */
const isAsWritten = (text: string, value: unknown): boolean =>
  !text.includes("__proto__") && !text.includes("\\") && JSON.stringify(value) === text;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Finds faults of keys that the parsed value does not show. JSON.parse silently keeps the last of two equal keys, so an
 * editor would lose an edit. And the schemas do not see `__proto__` where any key is allowed. A text with too many keys
 * or values is refused right away. A text that is not well-formed is left to the parser.
 */
export function keyFaults(text: string, mostValues: number): Faults {
  const keys = new KeyCheck();
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === quote) {
      const end = endOfString(text, i);
      if (keys.isKeyNext) keys.take(text.slice(i, end + 1));
      i = end;
    } else if (unit === comma || unit === openBrace || unit === openBracket) {
      // One of these characters precedes each value of an object or array.
      if (++values > mostValues) throw tooMany(`must hold at most ${mostValues} values`);
      if (unit === comma) keys.next();
      else keys.open(unit === openBrace);
    } else if (unit === closeBrace || unit === closeBracket) {
      keys.close();
    }
  }
  return keys.faults;
}

/** Where the string that begins at `start` ends, or the end of the text if it does not end. */
function endOfString(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(text, end));
  return end === -1 ? text.length : end;
}

/** Whether the backslashes before the character at `at` leave one for it. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before--;
  return (at - before) % 2 === 0;
}

/** `step` leads to the value that is read now: its key, or its number in an array, which has no `keys`. */
type Level = { keys: Set<string> | undefined; step: PropertyKey };

/** Follows the objects and arrays of a text, and checks each key. */
class KeyCheck {
  readonly faults = new Faults();
  isKeyNext = false;
  readonly #names = new Set<string>();
  readonly #levels: Level[] = [];
  #level: Level | undefined;

  open(isObject: boolean): void {
    this.#level = { keys: isObject ? new Set() : undefined, step: 0 };
    this.#levels.push(this.#level);
    this.isKeyNext = isObject;
  }

  close(): void {
    this.#levels.pop();
    this.#level = this.#levels.at(-1);
    this.isKeyNext = false;
  }

  next(): void {
    if (!this.#level) return;
    if (this.#level.keys) this.isKeyNext = true;
    else this.#level.step = (this.#level.step as number) + 1;
  }

  /** `quoted` is a key as it is written in the text. */
  take(quoted: string): void {
    const level = this.#level;
    if (!level?.keys) return;
    this.isKeyNext = false;
    const key = quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
    level.step = key;
    if (this.#names.add(key).size > limits.bodyKeys) {
      throw tooMany(`must have at most ${limits.bodyKeys} different keys`);
    }
    if (level.keys.has(key)) this.#add("duplicate_key", "is given twice");
    else if (key === "__proto__") this.#add("unknown_field", "is not a field of this resource");
    level.keys.add(key);
  }

  /** A pointer is cut, so it needs the first steps only. */
  #add(code: FaultCode, message: string): void {
    const path = () => this.#levels.slice(0, limits.pointerLength + 1).map(({ step }) => step);
    this.faults.add(path, code, message);
  }
}

const tooMany = (message: string) => invalid("invalid_body", [{ pointer: "", code: "too_many", message }]);
