import type { SheetHints } from "../columns/opened.ts";
import { Problem } from "../http/problem.ts";
import type { Chunk } from "./chunk-writer.ts";
import type { StoredRead } from "./import-reading.ts";
import type { ReadMessage, ReadRequest } from "./read-worker.ts";

export type ReadSheet = { header: string[]; format: string; read: StoredRead };

/**
 * Reads a file of rows in another thread, and stores its chunks while it is read. The thread ends with the sender,
 * whatever it is doing.
 */
export async function readSheet(
  path: string,
  hints: SheetHints,
  sender: AbortSignal,
  store: (chunk: Chunk) => Promise<void>,
): Promise<ReadSheet> {
  sender.throwIfAborted();
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url).href);
  const { promise, resolve, reject } = Promise.withResolvers<ReadSheet>();
  const leave = () => reject(sender.reason);
  sender.addEventListener("abort", leave);
  let storing: Promise<unknown> = Promise.resolve();
  try {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }: MessageEvent<ReadMessage>) => {
      if (data.kind === "chunk") {
        const own = store(data);
        storing = Promise.allSettled([storing, own]);
        own.then(() => worker.postMessage("stored"), reject);
      } else if (data.kind === "end") resolve(data);
      else if (data.kind === "error") reject(new Error(data.message));
      else reject(unreadable(data));
    };
    worker.postMessage({ path, hints } satisfies ReadRequest);
    return await promise;
  } finally {
    sender.removeEventListener("abort", leave);
    worker.onmessage = null;
    worker.terminate();
    // So that nothing is stored after the caller has removed what was.
    await storing;
  }
}

const unreadable = ({ code, message, row, sheet }: Extract<ReadMessage, { kind: "fault" }>) => {
  const place = [...(sheet === undefined ? [] : [`sheet "${sheet}"`]), ...(row === undefined ? [] : [`row ${row}`])];
  const where = place.length === 0 ? "" : ` (${place.join(", ")})`;
  return new Problem("unreadable_file", `${message}${where}`, { fault: code, row, sheet });
};
