import { define } from "./endpoint.ts";
import { exportQuery } from "./exports.ts";
import { routes } from "./routes.ts";

export const exportEndpoints = {
  exportItems: define({
    ...routes.exportItems,
    tag: "Import and export",
    summary: "The items of a project as a spreadsheet, or its tree, or a template to fill in",
    permission: "view",
    query: exportQuery,
    success: 200,
    file: {
      "text/csv": "CSV in UTF-8 with a byte order mark.",
      "text/tab-separated-values": "CSV with `separator=tab`.",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "XLSX.",
      "application/jsonl": "One JSON object in each line.",
    },
    errors: ["not_found"],
  }),
} as const;
