import { z } from "zod";
import { encodings, exportFormats, importStates, importStatuses, readSeparators } from "./constants.ts";
import { reference, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { flag, wholeNumber } from "./queries.ts";

const columns = z.record(text(limits.attributeKeyLength + 20), text(limits.attributeKeyLength + 20).nullable()).meta({
  description:
    "By the header in the file: the column that it is, as an export names it, or null to leave it out. Headers that are not named here are recognised.",
  examples: [{ "Art. no.": "key", "EK-Preis": null }],
});

/** What a person chooses for an import. */
export const importOptions = z
  .strictObject({
    columns: columns.optional(),
    match: z.enum(["key", "name"]).optional().meta({
      description: "How a row without an id finds its item: by its key, or else by its name in its subcategory.",
      default: "key",
    }),
    subcategoryId: reference.optional().meta({ description: "Where new items go whose rows name no subcategory." }),
    createSubcategories: z
      .boolean()
      .optional()
      .meta({ description: "Create categories and subcategories that a path names and that do not exist." }),
    hideNew: z
      .boolean()
      .optional()
      .meta({ description: "Hide new items whose rows do not say whether they are visible." }),
    clearMark: text(20).min(1).optional().meta({ description: "The text that clears a value.", default: "—" }),
    fetchPictures: z
      .boolean()
      .optional()
      .meta({ description: "Fetch pictures from their addresses, and store them here." }),
    decimal: z.enum([".", ","]).optional().meta({
      description:
        "The sign before decimals. Without it, the numbers of the whole file decide it; where they do not, `1,234` and `1.234` are faults.",
    }),
    encoding: z.enum(encodings).optional().meta({
      description:
        "How the text of the file is encoded; without it, it is recognised. Like `separator`, `sheet` and `headerRow` it is chosen when the file is sent.",
    }),
    separator: z.enum(readSeparators).optional().meta({
      description: "What stands between the values of a CSV file; without it, it is recognised.",
    }),
    sheet: text(limits.nameLength).optional().meta({ description: "The sheet of the workbook that is read." }),
    headerRow: z
      .int()
      .min(1)
      .max(limits.importHeaderRow)
      .optional()
      .meta({ description: "The row of the header, as a spreadsheet counts." }),
  })
  .meta({ id: "ImportOptions", examples: [{ match: "key", createSubcategories: true }] });
export type ImportOptions = z.infer<typeof importOptions>;

/** The options that say how a file is read. Its rows are stored as they were read, so they cannot be chosen later. */
export const readingOptions = [
  "encoding",
  "separator",
  "sheet",
  "headerRow",
] as const satisfies (keyof ImportOptions)[];

const importRead = z
  .object({
    encoding: z.enum(encodings).optional(),
    encodingCertain: z.literal(false).optional().meta({
      description:
        "Only if the letters of the file make words in none of the encodings that are recognised: `encoding` is a guess.",
    }),
    samples: z.array(z.string()).optional().meta({
      description: "Some texts of the file with letters beyond ASCII, which show whether the encoding is right.",
    }),
    separator: z.enum([",", ";", "\t", "|"]).optional(),
    sheet: z.string().optional(),
    sheets: z.array(z.string()).optional().meta({ description: "The sheets that can be chosen." }),
    headerRow: z.int().optional(),
    decimal: z.enum([".", ","]).nullable().optional().meta({
      description:
        "The sign before decimals, as chosen or as the numbers of the file show it; null if they do not decide it. Missing if no number has such a sign.",
    }),
  })
  .meta({ id: "ImportRead", description: "How the file was read." });
export type ImportRead = z.infer<typeof importRead>;

const counts = {
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  conflicts: z
    .int()
    .meta({ description: "Cells whose values somebody changed since the export; they are not written." }),
};

export const importRun = z
  .object({
    id: z.string(),
    projectId: z.string(),
    state: z.enum(importStates).meta({
      description:
        "`checking` a dry run; `checked`, which waits for `resume`; `running`; `stopped`; `done`; `failed`, with `error`; `undoing` and `undone`.",
    }),
    revision: z.int().meta({ description: "Grows when the options are changed. For `resume`." }),
    dryRun: z.boolean(),
    rows: z.int().meta({ description: "The rows of the file." }),
    done: z.int().meta({ description: "The rows that are looked at so far." }),
    ...counts,
    createdSubcategories: z.int().meta({ description: "Categories and subcategories that were created." }),
    checked: z.object(counts).nullable().meta({
      description: "The counts of the dry run. `/changes?differs=true` has the rows that became something else.",
    }),
    columns: z.array(
      z.object({
        header: z.string(),
        column: z.string().nullable().meta({ description: "What the column is taken for; null if it is left out." }),
      }),
    ),
    options: importOptions,
    read: importRead.nullable().meta({ description: "Null for an import of an older version of the service." }),
    fileName: z.string(),
    format: z.string(),
    changeSetId: z.string(),
    actor: z.string(),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
    error: z.string().nullable(),
    kept: z.int().meta({ description: "Changes that an undo has kept, because somebody changed them again." }),
  })
  .meta({ id: "Import" });
export type ImportRun = z.infer<typeof importRun>;

export const importList = z.object({ imports: z.array(importRun) }).meta({ id: "ImportList" });

const row = z.int().meta({ description: "The number of the row, as a spreadsheet shows it." });

const importFault = z
  .object({
    row,
    sheet: z.string().optional(),
    column: z.string().nullable().meta({ description: "The header in the file; null for a fault of the whole row." }),
    value: z.string().meta({ description: "What stands in the cell." }),
    code: z.string(),
    message: z.string(),
    current: z
      .unknown()
      .optional()
      .meta({ description: "Of a conflict: the value that the item has now. The rest of the row is written." }),
  })
  .meta({ id: "ImportFault" });
export type ImportFault = z.infer<typeof importFault>;

const importChange = z
  .object({
    row,
    status: z.enum(importStatuses),
    checked: z
      .enum(importStatuses)
      .optional()
      .meta({ description: "What the dry run said, if it was something else." }),
    id: z.string().nullable().meta({ description: "The id of the item; null for one that a dry run would create." }),
    key: z.string().nullable(),
    name: z.string(),
    fields: z.array(z.object({ column: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: "ImportChange" });
export type ImportChange = z.infer<typeof importChange>;

const nextCursor = z.string().nullable();
export const importFaultPage = z.object({ faults: z.array(importFault), nextCursor }).meta({ id: "ImportFaultPage" });
export const importChangePage = z
  .object({ changes: z.array(importChange), nextCursor })
  .meta({ id: "ImportChangePage" });
export const importRows = z
  .object({
    rows: z.array(z.object({ row, cells: z.array(z.unknown()) })),
  })
  .meta({ id: "ImportRows" });

export const importQuery = z.object({
  dryRun: flag.meta({ type: "boolean", description: "Write nothing, and say what would be written." }),
  again: flag.meta({
    type: "boolean",
    description: "Import a file again that was imported before. Without it, the answer is the earlier import.",
  }),
  fileName: z.string().max(limits.nameLength).optional().meta({ description: "The name of the file, to be shown." }),
  options: z
    .string()
    .max(limits.bodyBytes)
    .optional()
    .meta({ description: "An `ImportOptions` object as JSON. In a form it is a part of its own." }),
});

const cursor = z.string().max(limits.cursorLength).optional();
const limit = wholeNumber(1, limits.maxLimit, limits.historyLimit);
export const importFaultQuery = z.object({ cursor, limit });
export const importChangeQuery = z.object({
  cursor,
  limit,
  differs: flag.meta({ type: "boolean", description: "Only rows that became something else than the dry run said." }),
});
export const importResumeQuery = z.object({
  revision: wholeNumber(1, 999_999_999, 1).meta({
    description: "The `revision` that was checked: if somebody has changed the options since, nothing is carried out.",
  }),
});
export const importFileQuery = z.object({ format: z.enum(exportFormats).optional().meta({ default: "csv" }) });
export const importRowQuery = z.object({ limit });

export const importMapping = z
  .object({ name: z.string(), columns, changedAt: z.string() })
  .meta({ id: "ImportMapping", description: "The columns that somebody chose for the headers of a supplier." });
export type ImportMapping = z.infer<typeof importMapping>;
export const importMappings = z.object({ mappings: z.array(importMapping) }).meta({ id: "ImportMappings" });
export const importMappingBody = z
  .strictObject({ columns })
  .meta({ id: "ImportMappingBody", examples: [{ columns: { "Art. no.": "key", "EK-Preis": null } }] });
