import { limits } from "../../contract/limits.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import { shownCell } from "../columns/read-value.ts";
import type { Db } from "../db/db.ts";
import type { Downloads } from "../exports/downloads.ts";
import { fileKinds } from "../exports/file-answer.ts";
import type { Cell } from "../formats/sheet.ts";
import { unpackRows } from "./chunks.ts";
import { importFor } from "./import-access.sql.ts";
import { changesOf, faultsOf } from "./import-results.sql.ts";
import { chunksWith } from "./imports.sql.ts";
import { refusedFile } from "./refused-file.ts";

const shownRows = 20;
/** Characters of a cell that are shown. */
const mostShown = 1_000;

function startOfCell(cell: Cell): Cell {
  if (typeof cell === "string") return cell.length > mostShown ? `${cell.slice(0, mostShown).toWellFormed()}…` : cell;
  return typeof cell === "object" && JSON.stringify(cell).length > mostShown ? shownCell(cell) : cell;
}

/** What an import has to say about its rows. */
export function importDetailRoutes(db: Db, downloads: Downloads): Route[] {
  return [
    route("listImportRows", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const row = await importFor(reader, params.importId, "view", caller);
        const [first] = await chunksWith(reader, row.key, "row_count", { from: 0, limit: 1 });
        const rows = first ? (await unpackRows(first.contents)).slice(0, query.limit ?? shownRows) : [];
        return json({ rows: rows.map(({ number, cells }) => ({ row: number, cells: cells.map(startOfCell) })) });
      }),
    ),
    route("listImportFaults", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const row = await importFor(reader, params.importId, "rows", caller);
        return json(await faultsOf(reader, row, { cursor: query.cursor, limit: query.limit ?? limits.historyLimit }));
      }),
    ),
    route("listImportChanges", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const row = await importFor(reader, params.importId, "rows", caller);
        const { cursor, limit = limits.historyLimit, differs = false } = query;
        return json(await changesOf(reader, row, { cursor, limit, differs }));
      }),
    ),
    route("exportRefusedRows", ({ params, query, caller, request }) =>
      downloads.send(request, caller, async () => {
        const row = await db.read((reader) => importFor(reader, params.importId, "rows", caller));
        const { format = "csv" } = query;
        return { kind: fileKinds[format], name: `${row.project_id}-refused`, bytes: refusedFile(db, row, format) };
      }),
    ),
  ];
}
