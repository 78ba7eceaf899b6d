import { type Choices, type Columns, flags, type Lists, startOfList } from "./item-columns.ts";
import { type Numbers, numberAt } from "./number-words.ts";
import { isMissing, isStale, parseTextState } from "./text-states.ts";

type Mode = "any" | "all" | "none";
type Range = { min?: number | undefined; max?: number | undefined };

/** Which items are wanted. What is undefined does not matter. */
export type ItemFilter = {
  /** Whether what is in a node is wanted, by its key. */
  within?: ((node: number) => boolean) | undefined;
  visible?: boolean | undefined;
  tags?: { values: readonly string[]; mode: Mode } | undefined;
  badges?: { values: readonly string[]; mode: Mode } | undefined;
  price?: Range | undefined;
  discount?: Range | undefined;
  quantity?: Range | undefined;
  currency?: readonly string[] | undefined;
  picture?: boolean | undefined;
  commented?: boolean | undefined;
  /** Languages in which a text is missing, or older than its original. */
  missing?: string | undefined;
  outdated?: string | undefined;
  /** Items whose last change has this number or a later one. */
  changedFrom?: number | undefined;
  changedBy?: string | undefined;
};

export type Test = (entry: number) => boolean;

/** A test for each filter that is given, by its name. */
export function testsOf(filter: ItemFilter, columns: Columns): Map<keyof ItemFilter, Test> {
  const tests = new Map<keyof ItemFilter, Test>();
  const add = (name: keyof ItemFilter, test: Test | undefined) => test && tests.set(name, test);
  const flag = (wanted: boolean | undefined, bit: number): Test | undefined =>
    wanted === undefined ? undefined : (entry) => (((columns.flags[entry] as number) & bit) !== 0) === wanted;
  add("visible", flag(filter.visible, flags.visible));
  add("picture", flag(filter.picture, flags.picture));
  add("commented", flag(filter.commented, flags.comments));
  add("price", inRange(filter.price, columns.price));
  add("discount", inRange(filter.discount, columns.discount));
  add("quantity", inRange(filter.quantity, columns.quantity));
  add("changedFrom", inRange({ min: filter.changedFrom }, columns.versions));
  const { within, currency, changedBy, missing, outdated, tags, badges } = filter;
  add("within", within && oneOf(columns.places, within));
  add("currency", currency && oneOf(columns.currency, (value) => currency.includes(value)));
  if (changedBy !== undefined)
    add(
      "changedBy",
      oneOf(columns.actor, (value) => value === changedBy),
    );
  const state = (wanted: (text: string) => boolean) => oneOf(columns.textState, wanted);
  if (missing !== undefined) {
    add(
      "missing",
      state((text) => isMissing(parseTextState(text), missing)),
    );
  }
  if (outdated !== undefined) {
    add(
      "outdated",
      state((text) => isStale(parseTextState(text), outdated)),
    );
  }
  add("tags", tags && hasWords(columns.tags, tags.values, tags.mode));
  add("badges", badges && hasWords(columns.badges, badges.values, badges.mode));
  return tests;
}

function inRange(range: Range | undefined, numbers: Numbers): Test | undefined {
  if (range?.min === undefined && range?.max === undefined) return undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  return (entry) => {
    const number = numberAt(numbers, entry);
    return number >= min && number <= max;
  };
}

function oneOf<Value>({ values, numbers }: Choices<Value>, isWanted: (value: Value) => boolean): Test {
  const wanted = values.map(isWanted);
  return (entry) => wanted[numbers.values[entry] as number] as boolean;
}

function hasWords(lists: Lists, words: readonly string[], mode: Mode): Test {
  const { values, numbers, counts } = lists;
  const wanted = new Set(words.map((word) => values.indexOf(word)).filter((number) => number >= 0));
  const count = (entry: number): number => {
    let found = 0;
    const start = startOfList(lists, entry);
    for (let i = start; i < start + (counts[entry] as number); i++) {
      if (wanted.has(numbers.values[i] as number)) found++;
    }
    return found;
  };
  if (mode === "any") return (entry) => count(entry) > 0;
  if (mode === "none") return (entry) => count(entry) === 0;
  const all = new Set(words).size;
  return (entry) => count(entry) === all;
}
