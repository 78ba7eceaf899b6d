/** A file that is read in pieces, from any place: a workbook has its directory at the end. */
export type SheetFile = {
  readonly size: number;
  bytes(start: number, end: number): Promise<Uint8Array>;
  /** Bytes that have been unpacked from it so far. */
  unpacked: number;
};

export const fileOfBlob = (blob: Blob): SheetFile => ({
  size: blob.size,
  bytes: (start, end) => blob.slice(start, end).bytes(),
  unpacked: 0,
});

export const pieceBytes = 256 * 1024;

/** The bytes from `start` to `end`, in pieces. */
export async function* piecesOf(file: SheetFile, start = 0, end = file.size): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) yield file.bytes(at, Math.min(at + pieceBytes, end));
}
