import { items } from "./phrases-later-en.ts";

export const exportsEn = {
  exporting: {
    title: "Export",
    what: (total: number) => `${items(total)} of this list, as a file.`,
    whatever: "The items of this list, as a file.",
    format: "Format",
    xlsx: "Excel",
    separator: "Separator",
    comma: "Comma",
    semicolon: "Semicolon",
    tab: "Tab",
    pipe: "Vertical bar",
    csvHint: "To edit the list in a spreadsheet program, choose Excel: from CSV, such programs make 70 of 0070.",
    columns: "Columns",
    allColumns: "All, with each language and each attribute",
    shownColumns: "Those that the list shows",
    also: "Also:",
    template: "an empty template to fill in",
    tree: "the tree of categories",
    download: "Download",
  },
};
