import { Problem } from "../http/problem.ts";
import type { SheetHints } from "../sheets/opened.ts";
import type { ReadMessage, ReadRequest } from "./read-worker.ts";

export type ReadSheet = { header: string[]; format: string };

/** Reads a file of rows in another thread, and stores its chunks while it is read. */
export async function readSheet(
  path: string,
  hints: SheetHints,
  store: (rows: number, contents: Uint8Array) => Promise<void>,
): Promise<ReadSheet> {
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url).href);
  try {
    return await new Promise<ReadSheet>((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }: MessageEvent<ReadMessage>) => {
        if (data.kind === "chunk") store(data.rows, data.contents).then(() => worker.postMessage("stored"), reject);
        else if (data.kind === "end") resolve({ header: data.header, format: data.format });
        else if (data.kind === "error") reject(new Error(data.message));
        else reject(unreadable(data));
      };
      worker.postMessage({ path, hints } satisfies ReadRequest);
    });
  } finally {
    worker.terminate();
  }
}

const unreadable = ({ code, message, row, sheet }: Extract<ReadMessage, { kind: "fault" }>) => {
  const place = [...(sheet === undefined ? [] : [`sheet "${sheet}"`]), ...(row === undefined ? [] : [`row ${row}`])];
  const where = place.length === 0 ? "" : ` (${place.join(", ")})`;
  return new Problem("unreadable_file", `${message}${where}`, { fault: code, row, sheet });
};
