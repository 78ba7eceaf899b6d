import { limits } from "../../contract/limits.ts";
import { DecimalSigns } from "../columns/decimal-signs.ts";
import { openSheet } from "../columns/open-sheet.ts";
import type { OpenSheet, SheetHints } from "../columns/opened.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { fileOfBlob, type SheetFile } from "../formats/sheet-file.ts";
import { TextSamples } from "../formats/text-samples.ts";
import { type Chunk, ChunkWriter } from "./chunk-writer.ts";
import type { StoredRead } from "./import-reading.ts";

declare const self: Worker;

export type ReadRequest = { path: string; hints: SheetHints };
export type ReadMessage =
  | ({ kind: "chunk" } & Chunk)
  | { kind: "end"; header: string[]; format: string; read: StoredRead }
  | { kind: "fault"; code: string; message: string; row?: number | undefined; sheet?: string | undefined }
  | { kind: "error"; message: string };

/** Chunks that may wait to be stored. */
const mostWaiting = 10;

/** Seconds of computing for any file, and beyond that for each megabyte of it: workbooks take half a second. */
const anySeconds = 30;
const secondsOfMegabyte = 2;

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
  const sendChunk = async (chunk: Chunk | undefined) => {
    if (chunk === undefined) return;
    await fewerThan(mostWaiting);
    waiting++;
    send({ kind: "chunk", ...chunk });
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

async function read(
  { path, hints }: ReadRequest,
  send: (chunk: Chunk | undefined) => Promise<void>,
): Promise<ReadMessage> {
  const { file, check } = withBudget(fileOfBlob(Bun.file(path)));
  const sheet = await openSheet(file, hints);
  const writer = new ChunkWriter(file.size);
  const signs = new DecimalSigns();
  const samples = new TextSamples();
  samples.add(sheet.header);
  for await (const batch of sheet.rows()) {
    check();
    for (const row of batch) {
      signs.add(row.cells);
      samples.add(row.cells);
      await send(writer.add(row));
    }
  }
  await send(writer.rest());
  return {
    kind: "end",
    header: [...sheet.header],
    format: sheet.format,
    read: howRead(sheet, signs.ofColumns, samples.all()),
  };
}

/** Characters of the names of sheets that are told: they are in every answer about the import. */
const mostNames = 8 * 1024;

function howRead(
  { encoding, encodingCertain, separator, sheet, sheets, headerRow }: OpenSheet,
  signs: number[],
  samples: string[],
): StoredRead {
  let size = 0;
  const told = sheets.filter(({ length }) => {
    size += length;
    return length <= limits.nameLength && size <= mostNames;
  });
  return {
    ...(encoding && { encoding, samples }),
    ...(encodingCertain === false && { encodingCertain }),
    ...(separator && { separator }),
    ...(sheet !== undefined && { sheet: sheet.slice(0, limits.nameLength).toWellFormed() }),
    ...(told.length > 0 && { sheets: told }),
    ...(headerRow > 0 && { headerRow }),
    signs,
  };
}

/** A file that is read no further when this thread has computed for too long. */
function withBudget(file: SheetFile): { file: SheetFile; check: () => void } {
  const seconds = anySeconds + (file.size / 1024 ** 2) * secondsOfMegabyte;
  const check = () => {
    const { user, system } = process.threadCpuUsage();
    if (user + system > seconds * 1_000_000) {
      throw new SheetFault("too_large", "The file takes too long to read. Send it in parts, or as CSV.");
    }
  };
  const bytes: SheetFile["bytes"] = (start, end) => {
    check();
    return file.bytes(start, end);
  };
  return { file: { ...file, bytes }, check };
}
