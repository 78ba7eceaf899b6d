import {
  attributeColumn,
  attributeHeader,
  isTranslated,
  type PlainColumn,
  plainColumns,
} from "../../contract/column-headers.ts";
import type { ImportOptions, ImportRun } from "../../contract/imports.ts";
import { limits } from "../../contract/limits.ts";
import { fieldLabel } from "../catalog/field-names.ts";
import type { Text } from "../platform/i18n/i18n.ts";
import type { LaterText } from "../platform/i18n/later-words.ts";

/** What a column is: as the parts that a person chooses one by one. */
export type ColumnChoice =
  | { kind: "none" }
  | { kind: PlainColumn; language?: string }
  | { kind: "attribute"; key: string; nth: number; language?: string };

/** By the header: the column as an export names it, or null to leave it out. */
export type Mapping = Record<string, string | null>;

export const hasLanguage = ({ kind }: ColumnChoice) => kind === "attribute" || isTranslated(kind);

export function choiceOf(column: string | null): ColumnChoice {
  if (column === null) return { kind: "none" };
  if (column.startsWith("attribute.")) {
    const { key, nth, language } = attributeColumn(column.slice("attribute.".length));
    return { kind: "attribute", key, nth, ...(language && { language }) };
  }
  const [kind, language] = column.split("@") as [PlainColumn, string | undefined];
  return { kind, ...(language && { language }) };
}

export function columnOf(choice: ColumnChoice): string | null {
  if (choice.kind === "none") return null;
  if (choice.kind === "attribute") return choice.key.trim() === "" ? null : attributeHeader(choice);
  return choice.language ? `${choice.kind}@${choice.language}` : choice.kind;
}

/** A choice of another kind for the same column; an attribute is called like its header. */
export function withKind(choice: ColumnChoice, kind: ColumnChoice["kind"], header: string): ColumnChoice {
  if (kind === "none") return { kind };
  const language = "language" in choice && choice.language ? { language: choice.language } : {};
  if (kind === "attribute") return { kind, key: header.trim(), nth: 1, ...language };
  return isTranslated(kind) ? { kind, ...language } : { kind };
}

const canBeNamed = (header: string) => header !== "" && header.length <= limits.attributeKeyLength + 20;

/** The headers of the file, each once. A mapping names columns by their headers, so a column without one is left out. */
export const namedHeaders = ({ columns }: Pick<ImportRun, "columns">): string[] => [
  ...new Set(columns.map(({ header }) => header).filter(canBeNamed)),
];

/** What each header is taken for. */
export const mappingOf = (run: Pick<ImportRun, "columns">): Mapping =>
  Object.fromEntries(
    namedHeaders(run).map((header) => [
      header,
      run.columns.find((one) => one.header === header && one.column !== null)?.column ?? null,
    ]),
  );

/** What a person has said about columns, which holds for the same headers however the file is read. */
export function chosenColumns(run: Pick<ImportRun, "columns" | "options">, mapping: Mapping): Mapping {
  const recognised = mappingOf(run);
  const said = Object.entries(mapping).filter(([header, column]) => column !== recognised[header]);
  return { ...run.options.columns, ...Object.fromEntries(said) };
}

/** Whether a person has to say what some column is. */
export function isUndecided(run: Pick<ImportRun, "columns" | "options">): boolean {
  const decided = run.options.columns ?? {};
  const mapping = mappingOf(run);
  return namedHeaders(run).some((header) => mapping[header] === null && !Object.hasOwn(decided, header));
}

/** The headers whose column another one before them is already. */
export function repeatedHeaders(mapping: Mapping): Set<string> {
  const taken = new Set<string>();
  const repeated = new Set<string>();
  for (const [header, column] of Object.entries(mapping)) {
    if (column === null) continue;
    if (taken.has(column)) repeated.add(header);
    taken.add(column);
  }
  return repeated;
}

/** What a mapping lacks. */
export function lackIn(mapping: Mapping, { match, subcategoryId }: ImportOptions) {
  const has = (...columns: PlainColumn[]) => Object.values(mapping).some((one) => columns.includes(one as PlainColumn));
  if (!has("id", "key", "name")) return "noItem";
  if (has("id", "key")) return undefined;
  if (!has("subcategory", "subcategoryId") && subcategoryId === undefined) return "noPlace";
  return match === "name" ? undefined : "onlyName";
}

/** A column in the words of the editor. */
export function columnLabel(t: Text, words: LaterText["imports"], column: string): string {
  const choice = choiceOf(column);
  if (choice.kind === "none") return words.columns.leaveOut;
  const language = choice.language ? ` · ${choice.language.toUpperCase()}` : "";
  if (choice.kind === "attribute") return `${choice.key}${choice.nth > 1 ? ` [${choice.nth}]` : ""}${language}`;
  return `${words.columns.names[choice.kind] ?? fieldLabel(t, choice.kind)}${language}`;
}

/** Everything that a column can be. */
export const columnKinds = (t: Text, words: LaterText["imports"]): { value: ColumnChoice["kind"]; label: string }[] => [
  { value: "none", label: words.columns.leaveOut },
  ...plainColumns.map((value) => ({ value, label: columnLabel(t, words, value) })),
  { value: "attribute", label: words.columns.attribute },
];

type OddCell = { text: string };

/** A cell of the file as text. */
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return "";
  if (Array.isArray(cell)) return cell.join(", ");
  return typeof cell === "object" ? String((cell as OddCell).text ?? "") : String(cell);
};

const mostSamples = 3;

/** Up to three different values of a column, from the first rows. */
export function samplesOf(rows: readonly { cells: readonly unknown[] }[], at: number): string[] {
  const values = rows.map(({ cells }) => cellText(cells[at]).trim()).filter(Boolean);
  return [...new Set(values)].slice(0, mostSamples);
}
