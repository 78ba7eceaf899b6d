import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { limits } from "../../contract/limits.ts";
import { giveBack } from "../memory/give-back.ts";
import { check } from "./check.ts";
import { Faults, faultsOf } from "./faults.ts";
import { invalid, Problem } from "./problem.ts";
import { turn } from "./turns.ts";
import { withinTime } from "./within-time.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

export type JsonBody = { value: unknown; merge: boolean };

/** The body of a request, held against the schema of its endpoint. Whatever is wrong with it is a `Problem`. */
export async function readJsonBody(
  request: Request,
  endpoint: Endpoint,
  patienceMs: number = limits.bodyMs,
): Promise<JsonBody> {
  const merge = checkContentType(request.headers.get("content-type"), endpoint);
  const bytes = await readBytes(request, endpoint.bodyBytes ?? limits.bodyBytes, patienceMs);
  const { value, faults } = parseJson(bytes, endpoint.bodyValues ?? limits.bodyValues);
  const schema = ((merge && endpoint.mergeBody) || endpoint.body) as z.ZodType;
  for (const path of endpoint.ignored ?? []) removeField(value, path);
  const result = check(schema, value);
  if (!result.success) faults.join(faultsOf(result.error));
  if (faults.count > 0) throw invalid("invalid_body", faults.listed, faults.count);
  return { value: result.data, merge };
}

/** For all bodies that are being read, together; those that are no longer than what an editor saves are not counted. */
const roomBytes = 64 * 1024 * 1024;
const smallBytes = 16 * 1024;
let takenBytes = 0;

async function readBytes(request: Request, mostBytes: number, patienceMs: number): Promise<Uint8Array> {
  let taken = 0;
  let ended = false;
  const takeUpTo = (size: number) => {
    // A body that took too long may go on arriving: nobody waits for it.
    if (ended) throw tooSlow(patienceMs);
    if (size <= smallBytes) return;
    if (takenBytes - taken + size > roomBytes) throw noRoom();
    takenBytes += size - taken;
    taken = size;
  };
  try {
    const declared = request.headers.get("content-length");
    if (Number(declared) > mostBytes) throw tooLarge(mostBytes);
    takeUpTo(Number(declared));
    const arrived = declared === null ? readAtMost(request, mostBytes, takeUpTo) : request.bytes();
    const bytes = await withinTime(arrived, patienceMs, tooSlow);
    // A large one takes milliseconds to be checked. Whoever waits for that still takes up room.
    if (bytes.byteLength > smallBytes) await turn();
    return bytes;
  } finally {
    ended = true;
    takenBytes -= taken;
  }
}

const noRoom = () =>
  new Problem("unavailable", "Too many large bodies are being read at this moment.", {}, { "retry-after": "1" });

/** Whoever sends a byte now and then would hold a connection for ever: the idle timeout never comes. */
const tooSlow = (patienceMs: number) =>
  new Problem("too_slow", `The body had not arrived after ${patienceMs / 1000} seconds.`, {}, { connection: "close" });

/** A body without Content-Length is read up to the limit. */
async function readAtMost(request: Request, mostBytes: number, takeUpTo: (size: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge(mostBytes);
    takeUpTo(size);
  }
  return Buffer.concat(chunks);
}

/** `path` is a field, or `object/field` for one level down. */
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
  throw new Problem(
    "unsupported_media_type",
    `The body must be ${accepted} in UTF-8, and it was sent as ${header === null ? "nothing at all" : `"${header}"`}.`,
  );
}

const tooLarge = (mostBytes: number) =>
  new Problem("body_too_large", `The body is larger than ${inWords(mostBytes)}, the most that is taken here.`);

const inWords = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

function parseJson(bytes: Uint8Array, mostValues: number): { value: unknown; faults: Faults } {
  refuseByBeginning(bytes, mostValues);
  let text: string;
  try {
    text = decoder.decode(bytes);
    // Not for what an editor saves: that is collected with the rest of its request.
    if (bytes.byteLength > smallBytes) giveBack(bytes);
  } catch {
    throw new Problem("malformed_json", "The body is not valid UTF-8.");
  }
  try {
    // A million keys take the parser half a second, a million levels as long: what is too much is found out before.
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

/** To decode megabytes takes milliseconds. What has too much in it mostly shows that early, and the rest is not looked at. */
function refuseByBeginning(bytes: Uint8Array, mostValues: number): void {
  if (bytes.byteLength <= beginningBytes) return;
  try {
    keyFaults(roughDecoder.decode(bytes.subarray(0, beginningBytes)), mostValues);
  } catch (error) {
    // Anything else comes of the cut, which may go through the middle of a key.
    if (error instanceof Problem) throw error;
  }
}

/** Nothing so short is nested too deeply for JSON.stringify, or takes long to parse. */
const shortText = 16_000;

/**
 * A text that is as JSON.stringify writes the value has lost no key, and most clients send such: that takes less than half of
 * the time of the walk. Only `__proto__` stays to be looked for, which may be spelled with escapes.
 */
const isAsWritten = (text: string, value: unknown): boolean =>
  !text.includes("__proto__") && !text.includes("\\") && JSON.stringify(value) === text;

type Level = { keys: Set<string> | undefined; step: PropertyKey };

/**
 * What is wrong with the keys of a text, and cannot be seen in the parsed value. JSON.parse keeps the last of two
 * equal keys and drops the other without a word; an editor would lose an edit so. And the schemas pass over
 * `__proto__` where keys are free. A text with too much in it is refused as soon as that is seen; one that is not
 * well-formed is walked to its end, and left to the parser.
 */
export function keyFaults(text: string, mostValues: number): Faults {
  const faults = new Faults();
  const names = new Set<string>();
  const levels: Level[] = [];
  // The first steps alone fill a pointer.
  const path = () => levels.slice(0, limits.pointerLength + 1).map(({ step }) => step);
  let values = 0;
  let level: Level | undefined;
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Before each value of an object or array stands one of these.
    if ((unit === 0x2c || unit === 0x7b || unit === 0x5b) && ++values > mostValues) {
      throw tooMany(`must hold at most ${mostValues} values`);
    }
    if (unit === 0x22 /* " */) {
      const start = i++;
      while (i < text.length && text.charCodeAt(i) !== 0x22) i += text.charCodeAt(i) === 0x5c /* \ */ ? 2 : 1;
      if (!expectsKey || !level?.keys) continue;
      expectsKey = false;
      const name = text.slice(start, i + 1);
      level.step = name.includes("\\") ? (JSON.parse(name) as string) : name.slice(1, -1);
      if (names.add(level.step).size > limits.bodyKeys) {
        throw tooMany(`must have at most ${limits.bodyKeys} different keys`);
      }
      if (level.keys.has(level.step)) faults.add(path, "duplicate_key", "is given twice");
      else if (level.step === "__proto__") faults.add(path, "unknown_field", "is not a field of this resource");
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
  return faults;
}

const tooMany = (message: string) => invalid("invalid_body", [{ pointer: "", code: "too_many", message }]);
