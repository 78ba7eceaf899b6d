import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

/** DEFLATE, no name, no time, unknown system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty last block of DEFLATE, then the checksum and the size. */
const trailer = (crc: number, size: number): Uint8Array => {
  const bytes = Buffer.alloc(10);
  bytes[0] = 3;
  bytes.writeUInt32LE(crc, 2);
  bytes.writeUInt32LE(size % 2 ** 32, 6);
  return bytes;
};

/**
 * Compresses piece by piece in the thread pool, so that nothing is held and the pieces go out as they are made. The
 * fastest level: more would take longer than most networks need for the difference.
 */
export async function* gzip(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield header;
  let crc = 0;
  let size = 0;
  /** The piece before, which is compressed while the next one is made. */
  let before: Promise<Uint8Array> | undefined;
  for await (const piece of pieces) {
    crc = crc32(piece, crc);
    size += piece.length;
    const compressed = deflate(piece, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH });
    compressed.catch(() => {});
    if (before) yield await before;
    before = compressed;
  }
  if (before) yield await before;
  yield trailer(crc, size);
}
