import { isUtf8 } from "node:buffer";
import type { Encoding } from "../../contract/constants.ts";
import { isMostlyUtf8, likeliestEncoding, pairsOf, type ToldEncoding } from "./byte-pairs.ts";
import { SheetFault } from "./sheet-fault.ts";
import { piecesOf, type SheetFile } from "./sheet-file.ts";

/**
 * The encoding of a text, by its content. The whole file is looked at: a list of products may have its first Cyrillic
 * letter in the last row.
 */
export async function encodingOf(file: SheetFile): Promise<ToldEncoding> {
  const start = await file.bytes(0, Math.min(file.size, 64 * 1024));
  const marked = markedEncoding(start);
  if (marked !== undefined) return proven(marked);
  const wide = wideEncoding(start, file.size % 2 === 0);
  if (wide !== undefined) return proven(wide);
  if (await isAllUtf8(file)) return proven("utf-8");
  const pairs = await pairsOf(file);
  if (isMostlyUtf8(pairs)) {
    throw new SheetFault("invalid_text", "The file is UTF-8, but a character in it is damaged or cut off.");
  }
  return likeliestEncoding(pairs);
}

const proven = (encoding: Encoding): ToldEncoding => ({ encoding, isCertain: true });

function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** UTF-16 without a mark: separators and digits are every other byte, with a zero beside them. No text has zeros. */
function wideEncoding(bytes: Uint8Array, even: boolean): Encoding | undefined {
  const zeros = [0, 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] as number) + 1;
  const [first = 0, second = 0] = zeros;
  if (first + second === 0) return undefined;
  const many = even && (first + second) * 50 > bytes.length;
  if (many && first * 20 < second) return "utf-16le";
  if (many && second * 20 < first) return "utf-16be";
  throw new SheetFault("unknown_format", "The file is not a table: it is neither text nor a workbook.");
}

/** At 4 GB a second. */
async function isAllUtf8(file: SheetFile): Promise<boolean> {
  let held: Uint8Array = new Uint8Array(0);
  for await (const piece of piecesOf(file)) {
    const bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
    const whole = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    held = bytes.subarray(whole);
  }
  return held.length === 0;
}

/** The length without a character that is cut at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}
