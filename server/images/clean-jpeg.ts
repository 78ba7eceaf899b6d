import { BrokenImage, cutShort, Keeper } from "./pieces.ts";

const startOfScan = 0xda;
const endOfImage = 0xd9;
const app0 = 0xe0;
const app2 = 0xe2;
const app14 = 0xee;
const comment = 0xfe;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * Removes the metadata of a JPEG and leaves its pixels untouched: no Exif, XMP, IPTC, comments or thumbnails, and
 * nothing after the end of the picture. Keeps what colours depend on: JFIF, the ICC profile and Adobe's colour model.
 */
export function cleanJpeg(bytes: Buffer): Buffer {
  const keeper = new Keeper(bytes);
  keeper.keep(0, 2);
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) throw at >= bytes.length ? cutShort() : new BrokenImage(`no marker at byte ${at}`);
    while (bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (marker === undefined) throw cutShort();
    if (marker === endOfImage) {
      keeper.keep(at, at + 2);
      return keeper.kept();
    }
    if (marker === 0x01 || isRestart(marker)) {
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) throw cutShort();
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4) throw new BrokenImage(`an empty segment at byte ${at}`);
    if (end > bytes.length) throw cutShort();
    if (isKept(marker, bytes, at + 4)) keeper.keep(at, end);
    at = end;
    if (marker === startOfScan) {
      at = endOfScan(bytes, end);
      keeper.keep(end, at);
    }
  }
}

function isKept(marker: number, bytes: Buffer, at: number): boolean {
  const names = (name: string) => bytes.subarray(at, at + name.length).equals(Buffer.from(name, "latin1"));
  if (marker === app0) return names("JFIF\0");
  if (marker === app2) return names("ICC_PROFILE\0");
  if (marker === app14) return names("Adobe");
  return !(marker > app0 && marker < 0xf0) && marker !== comment;
}

/** In a scan, 0xff starts a marker unless a zero or a restart number follows. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at < 0 || next === undefined) throw cutShort();
    if (next === 0 || isRestart(next)) at += 2;
    else if (next === 0xff) at += 1;
    else return at;
  }
}
