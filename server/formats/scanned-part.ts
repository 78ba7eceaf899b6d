import { giveBack } from "../memory/give-back.ts";
import { SheetFault } from "./sheet-fault.ts";
import type { SheetFile } from "./sheet-file.ts";
import { type XmlHandler, XmlScanner } from "./xml-scanner.ts";
import { entryBytes, type ZipEntry } from "./zip-reader.ts";

/** Reads a part of a workbook from its start to its end. */
export async function* scanned(file: SheetFile, entry: ZipEntry, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const bytes of entryBytes(file, entry)) {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: true });
    } catch {
      throw new SheetFault("damaged", `The workbook is damaged: ${entry.name} is not UTF-8.`);
    }
    giveBack(bytes);
    scanner.push(text);
    yield;
    yield* rest(scanner);
  }
  scanner.end();
  yield* rest(scanner);
}

/** Reads on after each time that the handler was full. */
function* rest(scanner: XmlScanner): Generator<void> {
  while (scanner.isPaused) {
    scanner.goOn();
    yield;
  }
}

/** Reads a part that is looked at as a whole. */
export async function readPart(file: SheetFile, entry: ZipEntry, handler: Partial<XmlHandler>): Promise<void> {
  const nothing = () => {};
  for await (const _ of scanned(file, entry, { open: nothing, close: nothing, text: nothing, ...handler }));
}
