import type { Encoding } from "../../contract/constants.ts";
import type { CsvParser } from "./csv-parser.ts";
import { JsonLines } from "./jsonl-parser.ts";
import type { Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";
import { pieceBytes, piecesOf, type SheetFile } from "./sheet-file.ts";
import { decoderOf } from "./text-decoder.ts";

/** The text of a file in pieces. A byte that the encoding does not know is a fault, never a question mark. */
async function* textOf(file: SheetFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = decoderOf(encoding, true);
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new SheetFault("invalid_text", `The file is not ${encoding}, or a character in it is damaged or cut off.`);
    }
  };
  for await (const bytes of piecesOf(file)) yield decoded(bytes);
  const rest = decoded();
  if (rest !== "") yield rest;
}

/** The start of a text, enough to recognise what it is. */
export async function startOf(file: SheetFile, encoding: Encoding): Promise<string> {
  const bytes = await file.bytes(0, Math.min(file.size, pieceBytes));
  return decoderOf(encoding).decode(bytes, { stream: true });
}

type Parser = { push(piece: string): void; rows(last: boolean): Row[] };

async function* parsed(file: SheetFile, encoding: Encoding, parser: Parser, skip: number): AsyncGenerator<Row[]> {
  let left = skip;
  for await (const text of textOf(file, encoding)) {
    const piece = text.slice(left);
    left -= text.length - piece.length;
    parser.push(piece);
    yield* batches(parser, false);
  }
  yield* batches(parser, true);
}

function* batches(parser: Parser, last: boolean): Generator<Row[]> {
  for (let rows = parser.rows(last); rows.length > 0; rows = parser.rows(last)) yield rows;
}

/** The rows of CSV. `skip` characters at the start are not part of it. */
export const csvRows = (file: SheetFile, encoding: Encoding, parser: CsvParser, skip: number): AsyncGenerator<Row[]> =>
  parsed(file, encoding, parser, skip);

export const jsonRows = (file: SheetFile, encoding: Encoding, names: string[]): AsyncGenerator<Row[]> =>
  parsed(file, encoding, new JsonLines(names), 0);
