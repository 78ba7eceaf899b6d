import type { FieldDiff } from "../../contract/changes.ts";
import type { Fields, Kind } from "../log/changes.sql.ts";
import { isResolution } from "../log/comment-changes.ts";
import { same } from "../log/field-values.ts";
import { isConfirmedCopy, isNote } from "../log/stale-translations.ts";

const longest = 60;

/** The changed fields with their values before and after, and the difference in one line. */
export function fieldDiffs(before: Fields, after: Fields): FieldDiff[] {
  return Object.keys({ ...before, ...after }).map((field) => {
    const old = before[field] ?? null;
    const now = after[field] ?? null;
    return { field, before: old, after: now, summary: inLine(field, difference(old, now), old, now) };
  });
}

const inLine = (field: string, text: string, before: unknown, now: unknown): string =>
  `${label(field)}: ${resolutionText(field, now) ?? noteText(field, before, now) ?? text}`;

/** The one field that several saves changed, with the values in between, as far as they were collected. */
export function savesDiff(diff: FieldDiff, between: unknown[], saves: number): FieldDiff {
  const { field, before, after } = diff;
  const text = same(before, after) ? thereAndBack(before, between, saves) : difference(before, after);
  return { field, before, between, after, summary: `${inLine(field, text, before, after)}, in ${saves} saves` };
}

const shownBetween = 3;

/** `5 → 500 → 5` */
function thereAndBack(value: unknown, between: readonly unknown[], saves: number): string {
  const last = between.slice(-shownBetween).map(shown);
  if (last.length < saves - 1) last.unshift("…");
  return [shown(value), ...last, shown(value)].join(" → ");
}

const label = (field: string): string => {
  const [first, second, third] = field.split(".");
  if (first === "comments" || isResolution(field)) return "comment";
  if (first !== "translations" && first !== "translatedFrom") return field;
  return third === undefined ? `translation (${second})` : `${third} (${second})`;
};

const resolutionText = (field: string, now: unknown): string | undefined =>
  isResolution(field) ? (now === null ? "reopened" : "resolved") : undefined;

function noteText(field: string, before: unknown, now: unknown): string | undefined {
  if (!isNote(field)) return undefined;
  if (isConfirmedCopy(now) || (now === null && !isConfirmedCopy(before))) return "translation still right";
  return now === null ? "translation same as the original" : "translation stale";
}

/** `449 → 499`; for lists the added and removed values; for long texts only the part that differs. */
export function difference(before: unknown, after: unknown): string {
  if (Array.isArray(before) && Array.isArray(after)) return listDifference(before, after);
  if (before === null || before === "") return `${shown(after)} added`;
  if (after === null || after === "") return `${shown(before)} removed`;
  if (typeof before === "string" && typeof after === "string") return textDifference(before, after);
  return `${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (typeof value === "string") return `"${clipped(value)}"`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  const { text, key } = value as { text?: unknown; key?: unknown };
  if (typeof text === "string") return `"${clipped(text)}"`;
  if (typeof key === "string") return `"${clipped(key)}"`;
  return clipped(JSON.stringify(value));
}

const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

function listDifference(before: readonly unknown[], after: readonly unknown[]): string {
  const added = after.filter((value) => !before.some((other) => same(value, other)));
  const removed = before.filter((value) => !after.some((other) => same(value, other)));
  const parts = [...some("added", added), ...some("removed", removed)];
  return parts.length > 0 ? parts.join(", ") : "put in another order";
}

function some(word: string, values: readonly unknown[]): string[] {
  if (values.length === 0) return [];
  const rest = values.length > 3 ? ` and ${values.length - 3} more` : "";
  return [`${word} ${values.slice(0, 3).map(shown).join(", ")}${rest}`];
}

/** Leaves out the words that two texts have in common at the start and at the end. */
function textDifference(before: string, after: string): string {
  if (before.length <= longest && after.length <= longest) return `"${before}" → "${after}"`;
  const old = before.split(/(?<=\s)/);
  const now = after.split(/(?<=\s)/);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = (words: readonly string[]) => {
    const part = clipped(
      words
        .slice(start, words.length - end)
        .join("")
        .trim(),
    );
    return `"${start > 0 ? "…" : ""}${part}${end > 0 && !part.endsWith("…") ? "…" : ""}"`;
  };
  return `${middle(old)} → ${middle(now)}`;
}

export type Happened = {
  kind: Kind;
  name: string;
  action: "create" | "update" | "delete" | "restore";
  fields: readonly FieldDiff[];
  entities?: number;
  subcategories?: number;
  items?: number;
};

const verbs = { create: "created", delete: "deleted", restore: "restored", update: "changed" } as const;
const plurals = { category: "categories", subcategory: "subcategories", item: "items" } as const;

/** Describes a change in one sentence. */
export function sentence({ kind, name, action, fields, entities = 1, subcategories = 0, items = 0 }: Happened): string {
  const what = entities > 1 ? `${entities} ${plurals[kind]}` : `${kind} "${clipped(name)}"`;
  if (action === "update") {
    const summaries = fields.slice(0, 3).map(({ summary }) => summary);
    const rest = fields.length > 3 ? ` and ${fields.length - 3} more fields` : "";
    return `${what}: ${summaries.join("; ")}${rest}`;
  }
  const below = [count(subcategories, "subcategory"), count(items, "item")].filter((part) => part !== "");
  return `${what} ${verbs[action]}${below.length > 0 ? ` with ${below.join(" and ")}` : ""}`;
}

/** Rows of one import may create some entities and change others. */
export const importSentence = (entities: number, undone: boolean): string =>
  undone ? `import of ${entities} records undone` : `${entities} records imported`;

const count = (number: number, kind: Kind): string =>
  number === 0 ? "" : `${number} ${number === 1 ? kind : plurals[kind]}`;
