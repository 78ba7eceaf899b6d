import type { BulkOperations, ListOperation, NumberOperation, TextReplacement } from "../../contract/bulk.ts";
import type { Fault } from "../../contract/errors.ts";
import { itemMergePatch } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { check } from "../http/check.ts";
import { faultsOf, pointerOf } from "../http/faults.ts";
import { Problem } from "../http/problem.ts";
import { type Details, detailsOf, type ItemRow } from "../items/items.rules.ts";
import type { Fields } from "../log/changes.sql.ts";

/**
 * The fields of an item that the operations change, as a merge patch. Without those that stay the same. Throws a
 * `TooLong` as soon as a text would get longer than it may be.
 */
export function patchOfOperations(row: ItemRow, { price, quantity, tags, badges, replace }: BulkOperations): Fields {
  const patch: Fields = {};
  const details = badges || replace ? detailsOf(row) : undefined;
  if (price) patch.price = worked(row.price, price, 2, true);
  if (quantity) patch.quantity = worked(row.quantity, quantity, 3, false);
  if (tags) patch.tags = changedList(JSON.parse(row.tags) as string[], tags);
  if (badges && details) patch.badges = changedList(details.badges, badges);
  if (replace && details) replaceTexts(patch, row.name, details, replace);
  return patch;
}

/**
 * A number after an operation. It has at least as many decimals as the numbers of a sum had: a unit price of 0.005 plus
 * 0.001 is not 0.01.
 */
function worked(current: number, { op, value, round }: NumberOperation, decimals: number, isPrice: boolean): number {
  const result = calculated(current, op, value);
  if (round === undefined) {
    const sums = op === "+" || op === "-" ? decimalsOf(value) : 0;
    return withDecimals(result, Math.max(decimals, decimalsOf(current), sums));
  }
  const rounded = roundedTo(result, round);
  // Something that costs money does not become free by rounding.
  return isPrice && result > 0 && rounded === 0 ? Number(round) : rounded;
}

function calculated(current: number, op: NumberOperation["op"], value: number): number {
  if (op === "+") return current + value;
  if (op === "-") return current - value;
  if (op === "*") return current * value;
  return (current * (100 + value)) / 100;
}

function roundedTo(value: number, round: NonNullable<NumberOperation["round"]>): number {
  const exact = withDecimals(value, 6);
  if (round === "1") return positive(Math.round(exact));
  if (round === "0.5") return positive(Math.round(exact * 2) / 2);
  // What is free stays free, and what is negative is refused.
  if (exact <= 0) return exact;
  return withDecimals(Math.max(0, Math.round(exact - 0.99)) + 0.99, 2);
}

const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

/** Halves are rounded up as they are written: 1.005 is 1.01, although its binary value is a little less. */
function withDecimals(value: number, decimals: number): number {
  const size = Math.abs(value);
  if (!(size < 1e15)) return value;
  if (size < 1e-6) return 0;
  const shifted = Number(`${Number(value.toPrecision(15))}e${decimals}`);
  return Number.isNaN(shifted) ? value : positive(Number(`${Math.round(shifted)}e-${decimals}`));
}

/** JSON has no negative zero. */
const positive = (value: number): number => (value === 0 ? 0 : value);

function changedList(current: readonly string[], { add = [], remove = [] }: ListOperation): string[] {
  const removed = new Set(remove);
  return [...new Set([...current.filter((word) => !removed.has(word)), ...add])];
}

type Texts = Partial<Pick<Details, "simpleDescription" | "description">> & { name?: string };

function replaceTexts(patch: Fields, name: string, details: Details, replacements: readonly TextReplacement[]): void {
  const original: Texts = { name, simpleDescription: details.simpleDescription, description: details.description };
  const translations: Record<string, Texts> = {};
  for (const replacement of replacements) {
    const { field, language } = replacement;
    const before = language === undefined ? original : (details.translations[language] as Texts | undefined);
    if (before === undefined) continue;
    const texts = language === undefined ? (patch as Texts) : (translations[language] ?? {});
    const current = texts[field] ?? before[field];
    if (current === undefined) continue;
    const pointer = language === undefined ? [field] : ["translations", language, field];
    const next = replaced(current, replacement, pointer);
    if (JSON.stringify(next) === JSON.stringify(current)) continue;
    Object.assign(texts, { [field]: next });
    if (language !== undefined) translations[language] = texts;
  }
  if (Object.keys(translations).length > 0) patch.translations = translations;
}

function replaced(current: NonNullable<Texts[keyof Texts]>, replacement: TextReplacement, pointer: readonly string[]) {
  if (typeof current === "string") {
    const longest = replacement.field === "name" ? limits.nameLength : limits.textLength;
    return replacedIn(current, replacement, longest, () => pointer);
  }
  return current.map(({ key, value }, at) => ({
    key: replacedIn(key, replacement, limits.attributeKeyLength, () => [...pointer, String(at), "key"]),
    value: replacedIn(value, replacement, limits.attributeValueLength, () => [...pointer, String(at), "value"]),
  }));
}

/** Some replacements after each other make a text of gigabytes of a letter, so the length is known before each. */
function replacedIn(
  text: string,
  { find, with: put }: TextReplacement,
  longest: number,
  pointer: () => readonly string[],
): string {
  const growth = put.length - find.length;
  let length = text.length;
  for (let at = text.indexOf(find); at !== -1 && growth > 0; at = text.indexOf(find, at + find.length)) {
    length += growth;
    if (length > longest) throw new TooLong(pointer(), longest);
  }
  return text.replaceAll(find, () => put);
}

/** A text would get longer than it may be. */
class TooLong extends Error {
  readonly fault: Fault;

  constructor(path: readonly string[], longest: number) {
    super();
    this.fault = { pointer: pointerOf(path), code: "too_long", message: `must have at most ${longest} characters` };
  }
}

type Refused = Fault & { id: string; name: string; value?: number };

/** The items for which an operation makes a value that is not allowed. */
export class Refusals {
  readonly #listed: Refused[] = [];
  #count = 0;

  /** The fields that the operations change; undefined if the item cannot get one of them. */
  patchOf(row: ItemRow, operations: BulkOperations): Fields | undefined {
    let patch: Fields;
    try {
      patch = patchOfOperations(row, operations);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      this.#add(row, error.fault, undefined);
      return undefined;
    }
    const { error } = check(itemMergePatch, patch);
    if (!error) return patch;
    const [fault] = faultsOf(error).listed;
    this.#add(row, fault, fault && patch[fault.pointer.slice(1)]);
    return undefined;
  }

  #add({ id, name }: ItemRow, fault: Fault | undefined, value: unknown): void {
    this.#count++;
    if (!fault || this.#listed.length >= limits.faults) return;
    this.#listed.push({ id, name, ...fault, ...(typeof value === "number" && { value }) });
  }

  throwIfAny(): void {
    if (this.#count === 0) return;
    const some = this.#listed.slice(0, 5).map(({ name, pointer, value, message }) => {
      const result = value === undefined ? "" : `would be ${value}, and `;
      return `"${name}": ${pointer} ${result}${message}`;
    });
    const more = this.#count > some.length ? "; …" : "";
    const count = this.#count === 1 ? "1 item" : `${this.#count} items`;
    throw new Problem(
      "result_not_allowed",
      `${count} would get a value that is not allowed, so nothing was changed: ${some.join("; ")}${more}`,
      {
        items: this.#listed,
        ...(this.#count > this.#listed.length && { moreItems: this.#count - this.#listed.length }),
      },
    );
  }
}
