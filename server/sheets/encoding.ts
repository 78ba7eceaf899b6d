import { isUtf8 } from "node:buffer";
import type { Encoding } from "../../contract/constants.ts";
import { SheetFault } from "./sheet-fault.ts";
import { piecesOf, type SheetFile } from "./sheet-file.ts";

/**
 * The encoding of a text, by its content. The whole file is looked at, at 4 GB a second: a list of products may have
 * its first Cyrillic letter in the last row.
 */
export async function encodingOf(file: SheetFile): Promise<Encoding> {
  const start = await file.bytes(0, Math.min(file.size, 64 * 1024));
  const marked = markedEncoding(start);
  if (marked !== undefined) return marked;
  const wide = wideEncoding(start, file.size % 2 === 0);
  if (wide !== undefined) return wide;
  const other = await firstPieceThatIsNotUtf8(file);
  return other === undefined ? "utf-8" : countryEncoding(other);
}

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

/** A piece that is not UTF-8. */
async function firstPieceThatIsNotUtf8(file: SheetFile): Promise<Uint8Array | undefined> {
  let held: Uint8Array = new Uint8Array(0);
  let bytes = held;
  for await (const piece of piecesOf(file)) {
    bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
    const whole = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return bytes;
    held = bytes.subarray(whole);
  }
  return held.length > 0 ? bytes : undefined;
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

/**
 * In Russian a letter above 0xC0 has others beside it, and in the languages of Western Europe most stand alone. A file
 * of UTF-8 with a damaged byte is neither: its pairs of lead and following bytes make no words in either.
 */
function countryEncoding(bytes: Uint8Array): Encoding {
  if (mostlyUtf8(bytes)) {
    throw new SheetFault("invalid_text", "The file is UTF-8, but a character in it is damaged or cut off.");
  }
  let [together, alone] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    if ((bytes[i] as number) < 0xc0) continue;
    if ((bytes[i - 1] ?? 0) >= 0xc0 || (bytes[i + 1] ?? 0) >= 0xc0) together++;
    else alone++;
  }
  return together > alone ? "windows-1251" : "windows-1252";
}

function mostlyUtf8(bytes: Uint8Array): boolean {
  let [valid, other] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    const follows = length > 1 && bytes.subarray(i + 1, i + length).every((next) => next >= 0x80 && next < 0xc0);
    if (follows) {
      valid++;
      i += length - 1;
    } else other++;
  }
  return valid > other * 10;
}
