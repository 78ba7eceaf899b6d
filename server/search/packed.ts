import { open, readFile, rename } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { turn } from "../http/turns.ts";

const arrays = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const;
type Kind = keyof typeof arrays;
type TypedArray = InstanceType<(typeof arrays)[Kind]>;
type Reference = { array: Kind; at: number; length: number };
type Header = { format: number; bytes: number; sum: number; value: unknown };

/** Of the files. Another format is not read: the index is made again. */
const format = 3;
/** Arrays start at multiples of this, so that they can be used where they are. */
const alignment = 8;
/** A commit that waits for the same disk waits until this much is written, not until all of it is. */
const syncedAtOnce = 1024 * 1024;

const aligned = (length: number): number => Math.ceil(length / alignment) * alignment;
const isTypedArray = (value: unknown): value is TypedArray => ArrayBuffer.isView(value);

/**
 * Writes a value of JSON with typed arrays in it to a file that only its owner can read: the length and the checksum of
 * a header, the header, which has the checksum of the rest, and the arrays as they are in memory. The file is whole or
 * not there.
 */
export async function writePacked(file: string, value: unknown): Promise<void> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let sum = 0;
  const replace = (part: unknown): unknown => {
    if (!isTypedArray(part)) return part;
    const piece = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    const reference: Reference = { array: part.constructor.name as Kind, at: bytes, length: part.length };
    const padding = new Uint8Array(aligned(piece.length) - piece.length);
    pieces.push(piece, padding);
    bytes += piece.length + padding.length;
    return reference;
  };
  const text = JSON.stringify(value, (_, part) => replace(part));
  for (const piece of pieces) sum = await summed(piece, sum);
  const header: Header = { format, bytes, sum, value: null };
  const start = Buffer.from(JSON.stringify(header).replace(/null}$/, () => `${text}}`));
  const lead = new Uint8Array(alignment);
  const numbers = new DataView(lead.buffer);
  numbers.setUint32(0, start.length, true);
  numbers.setUint32(4, crc32(start), true);
  const temporary = `${file}.new`;
  {
    await using handle = await open(temporary, "w", 0o600);
    for (const piece of [lead, start, new Uint8Array(aligned(start.length) - start.length), ...pieces]) {
      for (let at = 0; at < piece.length; ) {
        at += (await handle.write(piece.subarray(at, at + syncedAtOnce))).bytesWritten;
        if (piece.length > syncedAtOnce) await handle.datasync();
      }
    }
    await handle.datasync();
  }
  await rename(temporary, file);
}

/** What `writePacked` wrote; undefined if there is no such file, or if it is damaged or of another format. */
export async function readPacked(file: string): Promise<unknown> {
  let content: Buffer;
  try {
    content = await readFile(file);
  } catch {
    return undefined;
  }
  try {
    const bytes = new Uint8Array(content.buffer as ArrayBuffer, content.byteOffset, content.byteLength);
    const lead = new DataView(bytes.buffer, bytes.byteOffset, alignment);
    const [length, sum] = [lead.getUint32(0, true), lead.getUint32(4, true)];
    const start = alignment + aligned(length);
    if (crc32(bytes.subarray(alignment, alignment + length)) !== sum) return undefined;
    const referenced = (_: string, part: unknown): unknown => {
      const { array, at, length } = (part ?? {}) as Partial<Reference>;
      if (array === undefined || at === undefined || length === undefined) return part;
      return new arrays[array](bytes.buffer, bytes.byteOffset + start + at, length);
    };
    const header = JSON.parse(content.toString("utf8", alignment, alignment + length), referenced) as Header;
    const body = bytes.subarray(start);
    if (header.format !== format || header.bytes !== body.length) return undefined;
    return (await summed(body, 0)) === header.sum ? header.value : undefined;
  } catch {
    return undefined;
  }
}

async function summed(bytes: Uint8Array, start: number): Promise<number> {
  let sum = start;
  for (let at = 0; at < bytes.length; at += 4 * syncedAtOnce) {
    sum = crc32(bytes.subarray(at, at + 4 * syncedAtOnce), sum);
    if (at > 0) await turn();
  }
  return sum;
}
