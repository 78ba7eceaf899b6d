import { z } from "zod";
import { exportFormats, exportSheets, separators } from "./constants.ts";
import { itemSearchQuery } from "./found-items.ts";
import { limits } from "./limits.ts";

const {
  facets: _,
  page: __,
  limit: ___,
  cursor: ____,
  etags: _____,
  lang,
  sortLanguage: ______,
  ...filters
} = itemSearchQuery.shape;

export const exportQuery = z.object({
  format: z.enum(exportFormats).optional().meta({ default: "csv" }),
  sheet: z.enum(exportSheets).optional().meta({
    description:
      "`items`: one row for each item that matches. `tree`: the categories and subcategories. `template`: the columns of `items` without rows, to be filled in.",
    default: "items",
  }),
  columns: z
    .string()
    .max(limits.listLength)
    .optional()
    .meta({
      description:
        "Only these columns, separated by commas; one with a comma or a quote in its name stands in double quotes. `id`, `key` and `version` are always there, so that the file can be imported again. Without it: all columns, with one for each language and each attribute in use.",
      examples: ["name,name@ru,price,attribute.Colour"],
    }),
  lang: lang.meta({
    description: "The language of the sheet that explains the columns: `en`, `ru`, `de`, `es` or `zh`.",
    examples: ["ru"],
  }),
  separator: z.enum(separators).optional().meta({ description: "Of a CSV file.", default: "comma" }),
  ...filters,
});
export type ExportQuery = z.infer<typeof exportQuery>;
