/** Small pieces: one of them can become a thousand times its size before anyone looks at it. */
const pieceLength = 16 * 1024;

/** Unpacks DEFLATE as it is read. Bytes that cannot be unpacked end in `fault`; an error of reading stays itself. */
export async function* inflated(packed: AsyncGenerator<Uint8Array>, fault: () => Error): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  let piece: Uint8Array = new Uint8Array(0);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (piece.length === 0) {
        try {
          const next = await packed.next();
          if (next.done) return controller.close();
          piece = next.value;
        } catch (error) {
          failure = error;
          throw error;
        }
      }
      controller.enqueue(new Uint8Array(piece.subarray(0, pieceLength)));
      piece = piece.subarray(pieceLength);
    },
    cancel: async () => void (await packed.return(undefined)),
  });
  try {
    for await (const bytes of source.pipeThrough(new DecompressionStream("deflate-raw"))) yield bytes;
  } catch {
    throw failure ?? fault();
  }
}
