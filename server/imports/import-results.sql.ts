import type { ImportChange, ImportFault } from "../../contract/imports.ts";
import { newItemOf } from "../columns/cell-changes.ts";
import { headerOf } from "../columns/sheet-columns.ts";
import type { Reader } from "../db/db.ts";
import type { Row } from "../formats/sheet.ts";
import { badCursor } from "../http/problem.ts";
import { turn } from "../http/turns.ts";
import { type ChunkResult, statusOf, unpackResult, unpackRows } from "./chunks.ts";
import { readingOf } from "./import-reading.ts";
import { type ChunkRow, chunksWith, type ImportRow } from "./imports.sql.ts";
import { readRow } from "./read-row.ts";

type Page<Entry> = { entries: Entry[]; nextCursor: string | null };

/** Where a page begins: an entry of a chunk. */
type PageStart = { chunk: number; at: number };

const chunksAtOnce = 5;
/** Characters of a page as JSON, but for its last entry. */
const mostPage = 512 * 1024;
/** Characters of the words that say why a row was refused. */
const mostWhy = 2_000;

function startOf(cursor: string | undefined): PageStart {
  if (cursor === undefined) return { chunk: 0, at: 0 };
  const [, chunk, at] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (chunk !== undefined && at !== undefined) return { chunk: Number(chunk), at: Number(at) };
  throw badCursor();
}

/** A page of what the chunks have to tell. */
async function pageOf<Entry>(
  reader: Reader,
  { importKey, column }: { importKey: number; column: "told" | "written" },
  { cursor, limit }: { cursor: string | undefined; limit: number },
  entriesOf: (rows: Row[], result: ChunkResult) => Entry[],
): Promise<Page<Entry>> {
  let { chunk, at } = startOf(cursor);
  const entries: Entry[] = [];
  let size = 0;
  for (;;) {
    const chunks = await chunksWith(reader, importKey, column, { from: chunk, limit: chunksAtOnce });
    for (const found of chunks) {
      if (found.result === null) continue;
      const own = entriesOf(await unpackRows(found.contents), await unpackResult(found.result));
      for (let place = found.number === chunk ? at : 0; place < own.length; place++) {
        if (entries.length === limit || size > mostPage) return { entries, nextCursor: `${found.number}.${place}` };
        entries.push(own[place] as Entry);
        size += JSON.stringify(own[place]).length;
      }
      [chunk, at] = [found.number + 1, 0];
      await turn();
    }
    if (chunks.length < chunksAtOnce) return { entries, nextCursor: null };
  }
}

export async function faultsOf(
  reader: Reader,
  row: ImportRow,
  asked: { cursor: string | undefined; limit: number },
): Promise<{ faults: ImportFault[]; nextCursor: string | null }> {
  const headerFor = fileHeaders(row);
  const { entries, nextCursor } = await pageOf(
    reader,
    { importKey: row.key, column: "told" },
    asked,
    (rows, { told }) =>
      told.map(({ at, column, current, ...fault }): ImportFault => {
        const { number, sheet } = rows[at] as Row;
        return {
          row: number,
          ...(sheet !== undefined && { sheet }),
          column: column === null ? null : headerFor(column),
          ...fault,
          ...(fault.code === "conflict" && { current: current ?? null }),
        };
      }),
  );
  return { faults: entries, nextCursor };
}

/** The header in the file of a column that an export names; that name where the file has no such column. */
function fileHeaders(row: ImportRow): (column: string) => string {
  const { header, columns } = readingOf(row);
  const byName = new Map(columns.flatMap((column, at) => (column ? [[headerOf(column), header[at] as string]] : [])));
  return (column) => byName.get(column) ?? column;
}

export async function changesOf(
  reader: Reader,
  row: ImportRow,
  asked: { cursor: string | undefined; limit: number; differs: boolean },
): Promise<{ changes: ImportChange[]; nextCursor: string | null }> {
  const { options, columns } = readingOf(row);
  const { entries, nextCursor } = await pageOf(
    reader,
    { importKey: row.key, column: "written" },
    asked,
    (rows, result) =>
      result.written.flatMap(({ at, id, name, fields }): ImportChange[] => {
        const was = result.was[at];
        if (asked.differs && was === undefined) return [];
        const status = statusOf(result.statuses[at]);
        const own = rows[at] as Row;
        const { patch } = readRow(own, columns, options);
        const shown =
          status === "created"
            ? newItemOf(patch.values, options.hideNew === true).changes.map(({ column, after }) => ({
                column: headerOf(column),
                before: null,
                after,
              }))
            : fields.map(([column, before, after]) => ({ column, before, after }));
        return [
          {
            row: own.number,
            status,
            ...(was !== undefined && { checked: was }),
            id,
            key: patch.key ?? null,
            name,
            fields: shown,
          },
        ];
      }),
  );
  return { changes: entries, nextCursor };
}

/** The chunks that have refused rows, in order. */
export async function* refusedRows(
  read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>,
  row: ImportRow,
): AsyncGenerator<{ row: Row; why: string }[]> {
  const headerFor = fileHeaders(row);
  for (let from = 0; ; ) {
    const chunks: ChunkRow[] = await read((reader) =>
      chunksWith(reader, row.key, "told", { from, limit: chunksAtOnce }),
    );
    for (const { contents, result, number } of chunks) {
      from = number + 1;
      if (result === null) continue;
      const refusals = refusalsIn(await unpackResult(result), headerFor);
      const rows = await unpackRows(contents);
      yield [...refusals].map(([at, why]) => ({ row: rows[at] as Row, why }));
      await turn();
    }
    if (chunks.length < chunksAtOnce) return;
  }
}

/** Why the rows of a chunk were refused, by their numbers in the chunk. */
function refusalsIn({ told, statuses }: ChunkResult, headerFor: (column: string) => string): Map<number, string> {
  const refusals = new Map<number, string>();
  for (const { at, column, message } of told) {
    const said = refusals.get(at);
    if (statusOf(statuses[at]) !== "refused" || (said !== undefined && said.length > mostWhy)) continue;
    const words = column === null ? message : `${headerFor(column)} ${message}`;
    const all = said === undefined ? words : `${said}; ${words}`;
    refusals.set(at, all.length > mostWhy ? `${all.slice(0, mostWhy).toWellFormed()}…` : all);
  }
  return refusals;
}
