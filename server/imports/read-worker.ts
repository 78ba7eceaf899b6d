import { openSheet } from "../sheets/open-sheet.ts";
import type { SheetHints } from "../sheets/opened.ts";
import type { Row } from "../sheets/sheet.ts";
import { SheetFault } from "../sheets/sheet-fault.ts";
import { fileOfBlob } from "../sheets/sheet-file.ts";
import { packRows, rowsPerChunk } from "./chunks.ts";

declare const self: Worker;

export type ReadRequest = { path: string; hints: SheetHints };
export type ReadMessage =
  | { kind: "chunk"; rows: number; contents: Uint8Array }
  | { kind: "end"; header: string[]; format: string }
  | { kind: "fault"; code: string; message: string; row?: number | undefined; sheet?: string | undefined }
  | { kind: "error"; message: string };

/** Chunks that may wait to be stored. */
const mostWaiting = 10;

/**
 * Reads a file in a thread of its own: unpacking and splitting a million rows takes seconds. It waits if the other
 * thread is behind with storing the chunks.
 */
self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  let waiting = 0;
  let stored: () => void = () => {};
  self.onmessage = () => {
    waiting--;
    stored();
  };
  const send = (message: ReadMessage) => self.postMessage(message);
  const fewerThan = async (count: number) => {
    while (waiting >= count) {
      await new Promise<void>((resolve) => {
        stored = resolve;
      });
    }
  };
  const sendChunk = async (rows: Row[]) => {
    await fewerThan(mostWaiting);
    waiting++;
    send({ kind: "chunk", rows: rows.length, contents: packRows(rows) });
  };
  const readAll = async () => {
    const end = await read(data, sendChunk);
    await fewerThan(1);
    return end;
  };
  readAll().then(send, (error) => {
    if (error instanceof SheetFault) send({ kind: "fault", code: error.code, message: error.message, ...error.place });
    else send({ kind: "error", message: String(error?.stack ?? error) });
  });
};

async function read({ path, hints }: ReadRequest, sendChunk: (rows: Row[]) => Promise<void>): Promise<ReadMessage> {
  const sheet = await openSheet(fileOfBlob(Bun.file(path)), hints);
  let waiting: Row[] = [];
  for await (const batch of sheet.rows()) {
    for (const row of batch) {
      waiting.push(row);
      if (waiting.length < rowsPerChunk) continue;
      await sendChunk(waiting);
      waiting = [];
    }
  }
  if (waiting.length > 0) await sendChunk(waiting);
  return { kind: "end", header: [...sheet.header], format: sheet.format };
}
