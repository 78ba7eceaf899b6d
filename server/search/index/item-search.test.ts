import { expect, test } from "bun:test";
import type { FacetName, SortField } from "../../../contract/found-items.ts";
import { runSteps } from "../../../test/support/run-steps.ts";
import { alphabetKey } from "./alphabet.ts";
import type { Entry } from "./entry.ts";
import type { ItemFilter } from "./item-filter.ts";
import type { After } from "./item-order.ts";
import { type ItemSearch, searchItems } from "./item-search.ts";
import { merged } from "./merge.ts";
import { NodeTree } from "./node-tree.ts";
import { changed, type ProjectIndex, replaced, toMerge } from "./project-index.ts";

/** The same numbers every time. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <Value>(random: (below: number) => number, values: readonly Value[]): Value =>
  values[random(values.length)] as Value;

const nouns = ["phone", "case", "kettle", "lamp", "shoe", "drill", "tyre", "book"];
const colours = ["red", "blue", "green", "white"];
const russian = ["телефон", "чехол", "чайник", "лампа", "ботинок", "дрель", "шина", "книга"];
const leaves = [11, 12, 13, 21, 22];
const parents = new Map([
  [1, 0],
  [2, 0],
  [11, 1],
  [12, 1],
  [13, 1],
  [21, 2],
  [22, 2],
]);

function randomEntry(key: number, version: number, random: (below: number) => number): Entry {
  const noun = random(nouns.length);
  return {
    kind: "item",
    key,
    place: pick(random, leaves),
    version,
    actor: pick(random, ["ann", "ben", ""]),
    name: `${pick(random, colours)} ${nouns[noun]} ${random(40)}`,
    names: random(2) === 0 ? {} : { ru: `${russian[noun]} ${random(40)}` },
    texts: [],
    tags: ["sale", "new", "top"].filter(() => random(3) === 0),
    badges: ["hot"].filter(() => random(2) === 0),
    visible: random(4) > 0,
    hasPicture: random(2) === 0,
    hasComments: random(5) === 0,
    priority: random(5),
    price: random(1_000) / 4,
    discount: random(3) * 10,
    quantity: random(4),
    currency: pick(random, ["USD", "EUR"]),
    textState: pick(random, ["1", "1 ru:1:0", "1 ru:1:1"]),
  };
}

/** An index that was made in many small changes, with merges in between, and what it should contain. */
function grown(seed: number): { index: ProjectIndex; entries: Map<number, Entry> } {
  const random = randomNumbers(seed);
  const entries = new Map<number, Entry>();
  let index: ProjectIndex = { tree: new NodeTree(parents), segments: [] };
  let version = 0;
  for (let round = 0; round < 60; round++) {
    const some = new Map<number, Entry>();
    const gone = new Set<number>();
    for (let i = random(30); i >= 0; i--) {
      const key = 100 + random(600);
      if (random(6) === 0) gone.add(key);
      else some.set(key, randomEntry(key, ++version, random));
    }
    const parts = random(2) === 0 ? toMerge(index.segments) : undefined;
    const whole = parts && runSteps(merged(parts));
    index = runSteps(changed(index, { entries: some, parents: new Map(), gone }));
    // The change came while the segments were merged.
    if (parts && whole) index = { ...index, segments: replaced(index.segments, parts, whole) };
    for (const [key, entry] of some) entries.set(key, entry);
    for (const key of gone) entries.delete(key);
  }
  return { index, entries };
}

const grownIndexes = [1, 2, 3].map(grown);

const everything: ItemSearch = {
  search: "",
  withNodes: false,
  byId: new Set(),
  filter: {},
  sees: undefined,
  sort: { by: "priority", descending: false },
  language: "en",
  facets: [],
  offset: 0,
  after: undefined,
  limit: 1_000,
};

const filters: [Partial<ItemFilter>, (entry: Entry) => boolean][] = [
  [{ visible: false }, ({ visible }) => !visible],
  [{ picture: true }, ({ hasPicture }) => hasPicture],
  [{ commented: true }, ({ hasComments }) => hasComments],
  [{ price: { min: 50, max: 120.5 } }, ({ price }) => price >= 50 && price <= 120.5],
  [{ discount: { min: 10 } }, ({ discount }) => discount >= 10],
  [{ quantity: { max: 0 } }, ({ quantity }) => quantity === 0],
  [{ currency: ["EUR"] }, ({ currency }) => currency === "EUR"],
  [{ within: new NodeTree(parents).within(2) }, ({ place }) => place > 20],
  [{ tags: { values: ["sale", "new"], mode: "any" } }, ({ tags }) => tags.includes("sale") || tags.includes("new")],
  [{ tags: { values: ["sale", "new"], mode: "all" } }, ({ tags }) => tags.includes("sale") && tags.includes("new")],
  [{ tags: { values: ["sale", "new"], mode: "none" } }, ({ tags }) => !tags.includes("sale") && !tags.includes("new")],
  [{ badges: { values: ["hot"], mode: "none" } }, ({ badges }) => badges.length === 0],
  [{ tags: { values: ["unheard of"], mode: "any" } }, () => false],
  [{ missing: "ru" }, ({ textState }) => textState === "1"],
  [{ outdated: "ru" }, ({ textState }) => textState === "1 ru:1:1"],
  [{ changedFrom: 500 }, ({ version }) => version >= 500],
  [{ changedBy: "ann" }, ({ actor }) => actor === "ann"],
];

test("each filter, and each pair of filters, finds what a look at every item finds", () => {
  for (const { index, entries } of grownIndexes) {
    for (const [one, testOne] of filters) {
      for (const [other, testOther] of filters) {
        const filter = { ...one, ...other };
        const isSame = Object.keys(one)[0] === Object.keys(other)[0];
        const wanted = [...entries.values()].filter((entry) => (isSame || testOne(entry)) && testOther(entry));
        const found = runSteps(searchItems(index, { ...everything, filter }));
        expect(found.keys.toSorted((a, b) => a - b)).toEqual(wanted.map(({ key }) => key).toSorted((a, b) => a - b));
        expect(found.total).toBe(wanted.length);
      }
    }
  }
});

const nameIn = (language: string) => (entry: Entry) => alphabetKey(entry.names[language] ?? entry.name, language);
const values: Record<Exclude<SortField, "relevance">, (entry: Entry) => number | string> = {
  name: nameIn("en"),
  price: ({ price }) => price,
  pays: ({ price, discount }) => price * (100 - discount),
  discount: ({ discount }) => discount,
  quantity: ({ quantity }) => quantity,
  changed: ({ version }) => version,
  priority: ({ priority }) => priority,
};

const inOrder = (entries: Iterable<Entry>, of: (entry: Entry) => number | string, descending: boolean): Entry[] =>
  [...entries].sort((one, other) => {
    const [a, b] = [of(one), of(other)];
    const sign = descending ? -1 : 1;
    if (a !== b) return a < b ? -sign : sign;
    // Equal names turn round with the rest; for everything else, the older item stays first.
    return typeof a === "string" ? sign * (one.key - other.key) : one.key - other.key;
  });

test("each sort, in both directions, is that of all items, on every page and by cursor", () => {
  for (const { index, entries } of grownIndexes) {
    for (const [by, of] of Object.entries(values)) {
      for (const descending of [false, true]) {
        const expected = inOrder(entries.values(), of, descending).map(({ key }) => key);
        const sort = { by: by as SortField, descending };
        const whole = runSteps(searchItems(index, { ...everything, sort }));
        expect(whole.keys).toEqual(expected);
        const pages: number[] = [];
        for (let offset = 0; offset < expected.length; offset += 37) {
          pages.push(...runSteps(searchItems(index, { ...everything, sort, offset, limit: 37 })).keys);
        }
        expect(pages).toEqual(expected);
        const read: number[] = [];
        for (let after: After | undefined, hasMore = true; hasMore; ) {
          const page = runSteps(searchItems(index, { ...everything, sort, after, limit: 37 }));
          expect(page.total).toBe(expected.length);
          read.push(...page.keys);
          after = page.last;
          hasMore = page.hasMore;
        }
        expect(read).toEqual(expected);
      }
    }
  }
});

test("names are sorted in the language asked for", () => {
  for (const { index, entries } of grownIndexes) {
    const expected = inOrder(entries.values(), nameIn("ru"), false).map(({ key }) => key);
    const sort = { by: "name" as const, descending: false };
    expect(runSteps(searchItems(index, { ...everything, sort, language: "ru" })).keys).toEqual(expected);
  }
});

test("a facet counts under the filters of the others, not under its own", () => {
  const facets: FacetName[] = ["tags", "badges", "currency", "within", "visible"];
  const count = (entries: Entry[], of: (entry: Entry) => readonly (string | number | boolean)[]) => {
    const counts = new Map<string | number | boolean, number>();
    for (const value of entries.flatMap(of)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  for (const { index, entries } of grownIndexes) {
    const filter: ItemFilter = {
      tags: { values: ["sale"], mode: "any" },
      currency: ["USD"],
      visible: true,
      price: { min: 40 },
    };
    const passes = (entry: Entry, ignored: string) =>
      (ignored === "tags" || entry.tags.includes("sale")) &&
      (ignored === "currency" || entry.currency === "USD") &&
      (ignored === "visible" || entry.visible) &&
      entry.price >= 40;
    const found = runSteps(searchItems(index, { ...everything, filter, facets }));
    const all = [...entries.values()];
    const under = (ignored: string) => all.filter((entry) => passes(entry, ignored));
    expect(found.counts.get("tags")).toEqual(count(under("tags"), ({ tags }) => tags));
    expect(found.counts.get("badges")).toEqual(count(under(""), ({ badges }) => badges));
    expect(found.counts.get("currency")).toEqual(count(under("currency"), ({ currency }) => [currency]));
    expect(found.counts.get("within")).toEqual(count(under("within"), ({ place }) => [place]));
    expect(found.counts.get("visible")).toEqual(count(under("visible"), ({ visible }) => [visible]));
    expect(found.total).toBe(under("").length);
  }
});

test("a search finds the words of all names, whatever segment they are in", () => {
  for (const { index, entries } of grownIndexes) {
    for (const [search, isMatch] of [
      ["phone", ({ name }: Entry) => name.includes("phone")],
      ["red kettle", ({ name }: Entry) => name.includes("red") && name.includes("kettle")],
      ["чайник", ({ names }: Entry) => names.ru?.includes("чайник") === true],
      ["nothing of the kind", () => false],
    ] as const) {
      const found = runSteps(searchItems(index, { ...everything, search }));
      const expected = [...entries.values()].filter(isMatch).map(({ key }) => key);
      expect(found.keys.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
    }
  }
});

test("nobody finds or counts what they do not see", () => {
  for (const { index, entries } of grownIndexes) {
    const sees = (node: number) => node === 12 || node === 21;
    const found = runSteps(searchItems(index, { ...everything, sees, facets: ["within"] }));
    const expected = [...entries.values()].filter(({ place }) => sees(place));
    expect(found.total).toBe(expected.length);
    expect([...(found.counts.get("within")?.keys() ?? [])].toSorted()).toEqual([12, 21]);
  }
});

test("with a node goes everything below it", () => {
  for (const { index, entries } of grownIndexes) {
    const next = runSteps(changed(index, { entries: new Map(), parents: new Map(), gone: new Set([1]) }));
    expect(runSteps(searchItems(next, everything)).total).toBe(
      [...entries.values()].filter(({ place }) => place > 20).length,
    );
    expect(next.tree.has(11)).toBe(false);
  }
});
