import { open, rm } from "node:fs/promises";

type NewFile = {
  chunks: AsyncIterable<Uint8Array>;
  /** Sees each chunk before it is written, and refuses it by throwing. */
  take(chunk: Uint8Array): void;
  /** The refusal where the disk fails. */
  cannotStore(error: unknown): Error;
  mode?: number;
};

/**
 * Writes a new file chunk by chunk. It requests a chunk only when the last one is written, so that a slow disk slows the
 * sender down instead of filling the memory. If it fails, it removes the file.
 */
export async function writeNewFile(path: string, { chunks, take, cannotStore, mode }: NewFile): Promise<void> {
  const fail = (error: unknown): never => {
    throw cannotStore(error);
  };
  const handle = await open(path, "wx", mode).catch(fail);
  try {
    for await (const chunk of chunks) {
      take(chunk);
      for (let written = 0; written < chunk.byteLength; )
        written += (await handle.write(chunk, written).catch(fail)).bytesWritten;
    }
    await handle.close().catch(fail);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}
