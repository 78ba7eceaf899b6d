import { type Epoch, kindOfCode, type NumberKind, numberKind } from "./date-text.ts";
import { readLimits } from "./read-limits.ts";
import { readPart } from "./scanned-part.ts";
import { SharedStrings } from "./shared-strings.ts";
import { SheetFault } from "./sheet-fault.ts";
import type { SheetFile } from "./sheet-file.ts";
import { attributesOf } from "./xml-scanner.ts";
import { withoutEscapes } from "./xml-text.ts";
import type { ZipEntry } from "./zip-reader.ts";

type WorkbookSheet = { readonly name: string; readonly visible: boolean; readonly part: ZipEntry };

/** What all sheets of a workbook share. */
export type Workbook = {
  readonly sheets: readonly WorkbookSheet[];
  readonly strings: SharedStrings;
  /** What the numbers of cells mean, by their style. */
  readonly kinds: readonly NumberKind[];
  readonly epoch: Epoch;
};

export async function openWorkbook(file: SheetFile, entries: Map<string, ZipEntry>): Promise<Workbook> {
  const main = mainPart(await relationsOf(file, entries, ""));
  const entry = entries.get(main.toLowerCase());
  if (entry === undefined) throw new SheetFault("unknown_format", "The file is an archive, but not a workbook.");
  const relations = await relationsOf(file, entries, main);
  const { sheets, epoch } = await readMain(file, entry, (id) =>
    entries.get(relations.byId.get(id)?.toLowerCase() ?? ""),
  );
  const part = (type: string) => entries.get(relations.byType.get(type)?.toLowerCase() ?? "");
  const [strings, styles] = [part("sharedStrings"), part("styles")];
  return {
    sheets,
    strings: strings === undefined ? new SharedStrings() : await readStrings(file, strings),
    kinds: styles === undefined ? [] : await readStyles(file, styles),
    epoch,
  };
}

const tooMany = (what: string) => new SheetFault("too_many", `The workbook has too many ${what}.`);

type Relations = { byId: Map<string, string>; byType: Map<string, string> };

const mainPart = ({ byType }: Relations): string => byType.get("officeDocument") ?? "xl/workbook.xml";

/** The parts that a part refers to. Types differ by edition: only their last word counts. */
async function relationsOf(file: SheetFile, entries: Map<string, ZipEntry>, part: string): Promise<Relations> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const entry = entries.get(`${folder}_rels/${part.slice(folder.length)}.rels`.toLowerCase());
  const relations: Relations = { byId: new Map(), byType: new Map() };
  if (entry === undefined) return relations;
  await readPart(file, entry, {
    open(name, raw) {
      if (name !== "Relationship") return;
      if (relations.byId.size >= readLimits.entries) throw tooMany("relations");
      const attributes = attributesOf(raw);
      const path = pathOfTarget(attributes.get("Target") ?? "", folder);
      // A target that is no path, such as the address of a link, is no part.
      if (path === undefined) return;
      relations.byId.set(attributes.get("Id") ?? "", path);
      const type = attributes.get("Type") ?? "";
      relations.byType.set(type.slice(type.lastIndexOf("/") + 1), path);
    },
  });
  return relations;
}

function pathOfTarget(target: string, folder: string): string | undefined {
  const address = URL.parse(target, `file:///${folder}`);
  if (address?.protocol !== "file:") return undefined;
  try {
    return decodeURIComponent(address.pathname.slice(1));
  } catch {
    return undefined;
  }
}

async function readMain(file: SheetFile, entry: ZipEntry, partOf: (relation: string) => ZipEntry | undefined) {
  const sheets: WorkbookSheet[] = [];
  let epoch: Epoch = 1900;
  await readPart(file, entry, {
    open(name, raw) {
      const attributes = name === "sheet" || name === "workbookPr" ? attributesOf(raw) : undefined;
      if (attributes === undefined) return;
      if (name === "workbookPr") {
        if (/^(?:1|true)$/.test(attributes.get("date1904") ?? "")) epoch = 1904;
        return;
      }
      const part = partOf(attributes.get("id") ?? "");
      if (part === undefined) throw new SheetFault("damaged", "The workbook is damaged: a sheet is missing.");
      if (sheets.length === readLimits.entries) throw tooMany("sheets");
      const visible = (attributes.get("state") ?? "visible") === "visible";
      sheets.push({ name: withoutEscapes(attributes.get("name") ?? ""), visible, part });
    },
  });
  return { sheets, epoch };
}

async function readStrings(file: SheetFile, entry: ZipEntry): Promise<SharedStrings> {
  const strings = new SharedStrings();
  let [text, inText, inReading] = ["", false, false];
  await readPart(file, entry, {
    open(name) {
      if (name === "si") text = "";
      // How a Japanese text is read stands beside it.
      if (name === "rPh") inReading = true;
      if (name === "t") inText = !inReading;
    },
    text(piece) {
      if (!inText) return;
      text += piece;
      if (text.length > readLimits.cell) throw new SheetFault("too_long", "A text of the workbook is too long.");
    },
    close(name) {
      if (name === "t") inText = false;
      if (name === "rPh") inReading = false;
      if (name === "si") strings.add(withoutEscapes(text));
    },
  });
  return strings;
}

async function readStyles(file: SheetFile, entry: ZipEntry): Promise<NumberKind[]> {
  const codes = new Map<number, NumberKind>();
  const formats: number[] = [];
  let inCells = false;
  await readPart(file, entry, {
    open(name, raw) {
      if (name === "cellXfs") inCells = true;
      if (name === "numFmt") {
        const attributes = attributesOf(raw);
        if (codes.size === readLimits.formats) throw tooMany("formats");
        codes.set(Number(attributes.get("numFmtId")), kindOfCode(attributes.get("formatCode") ?? ""));
      }
      if (name !== "xf" || !inCells) return;
      if (formats.length === readLimits.formats) throw tooMany("formats");
      formats.push(Number(attributesOf(raw).get("numFmtId") ?? 0));
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return formats.map((id) => numberKind(id, codes));
}
