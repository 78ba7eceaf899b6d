import { crc32 } from "node:zlib";
import { inflated } from "./inflate.ts";
import { mostUnpacked, readLimits } from "./read-limits.ts";
import { SheetFault } from "./sheet-fault.ts";
import { piecesOf, type SheetFile } from "./sheet-file.ts";

export type ZipEntry = {
  readonly name: string;
  readonly offset: number;
  readonly packed: number;
  readonly size: number;
  readonly crc: number;
  readonly method: number;
  readonly flags: number;
};

const cutOff = () => new SheetFault("cut_off", "The workbook is cut off: its end is missing.");
const damaged = (what: string) => new SheetFault("damaged", `The workbook is damaged: ${what}.`);

/** The files of an archive by name, in lower case. */
export async function zipEntries(file: SheetFile): Promise<Map<string, ZipEntry>> {
  const directory = await directoryOf(file);
  if (directory.count > readLimits.entries) {
    throw new SheetFault("too_many", `The workbook has more than ${readLimits.entries} files in it.`);
  }
  if (directory.size > readLimits.directory) throw damaged("its directory is too large");
  const bytes = Buffer.from(await file.bytes(directory.offset, directory.offset + directory.size));
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let i = 0; i < directory.count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged("its directory is broken");
    const [name, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const entry = entryAt(bytes, at, name, extra);
    entries.set(entry.name.toLowerCase(), entry);
    at += 46 + name + extra + comment;
  }
  refuseShared([...entries.values()]);
  return entries;
}

/** So that a small archive cannot name the same bytes a thousand times. */
function refuseShared(entries: ZipEntry[]): void {
  entries.sort((one, other) => one.offset - other.offset);
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1];
    if (before && before.offset + headLength + before.packed > offset)
      throw damaged("two files in it share their bytes");
  }
}

/** Of a file in an archive, without its name. */
const headLength = 30;

function entryAt(bytes: Buffer, at: number, nameLength: number, extraLength: number): ZipEntry {
  const sizes = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
  const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
  const [size = 0, packed = 0, offset = 0] = withLargeSizes(sizes, extra);
  const name = bytes.toString("utf8", at + 46, at + 46 + nameLength).replaceAll("\\", "/");
  const [flags, method, crc] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)];
  return { name, offset, packed, size, crc, method, flags };
}

const large = 0xffffffff;

/** Sizes of more than 4 GiB are in a field of their own (ZIP64), in the order in which they are missing. */
function withLargeSizes(sizes: number[], extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let value = at + 4;
    return sizes.map((size) => {
      if (size !== large || value + 8 > extra.length) return size;
      value += 8;
      return Number(extra.readBigUInt64LE(value - 8));
    });
  }
  return sizes;
}

type Directory = { count: number; size: number; offset: number };

/** The end of an archive says where its directory is. A comment of up to 64 KB may follow. */
async function directoryOf(file: SheetFile): Promise<Directory> {
  const start = Math.max(0, file.size - 22 - 0xffff);
  const tail = Buffer.from(await file.bytes(start, file.size));
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue;
    const small = {
      count: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const directory = small.offset === large || small.count === 0xffff ? await largeDirectory(file, tail, at) : small;
    if (directory.offset + directory.size > file.size) throw cutOff();
    return directory;
  }
  throw cutOff();
}

async function largeDirectory(file: SheetFile, tail: Buffer, end: number): Promise<Directory> {
  if (end < 20 || tail.readUInt32LE(end - 20) !== 0x07064b50) throw damaged("its directory is broken");
  const at = Number(tail.readBigUInt64LE(end - 12));
  const record = Buffer.from(await file.bytes(at, Math.min(at + 56, file.size)));
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw damaged("its directory is broken");
  const number = (place: number) => Number(record.readBigUInt64LE(place));
  return { count: number(32), size: number(40), offset: number(48) };
}

/** The bytes of an entry, unpacked. An entry that grows out of proportion is refused on the way. */
export async function* entryBytes(file: SheetFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if ((entry.flags & 1) !== 0) throw new SheetFault("unknown_format", "The workbook is protected by a password.");
  const head = Buffer.from(await file.bytes(entry.offset, Math.min(entry.offset + headLength, file.size)));
  if (head.length < headLength || head.readUInt32LE(0) !== 0x04034b50)
    throw damaged(`${entry.name} is not where it should be`);
  const start = entry.offset + headLength + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start + entry.packed > file.size) throw cutOff();
  const packed = piecesOf(file, start, start + entry.packed);
  const most = mostUnpacked(file.size);
  let [size, crc] = [0, 0];
  for await (const bytes of unpacked(packed, entry)) {
    size += bytes.length;
    file.unpacked += bytes.length;
    if (size > most || file.unpacked > most * readLimits.passes) {
      throw new SheetFault("too_large", `The workbook unpacks to more than ${most} bytes.`);
    }
    crc = crc32(bytes, crc);
    yield bytes;
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged(`${entry.name} is not what was packed`);
}

function unpacked(packed: AsyncGenerator<Uint8Array>, { method, name }: ZipEntry): AsyncIterable<Uint8Array> {
  if (method === 0) return packed;
  if (method !== 8) throw damaged(`${name} is packed in an unknown way`);
  return inflated(packed, () => damaged(`${name} cannot be unpacked`));
}
