import type { ItemCreate } from "../contract/items.ts";
import { randomFrom } from "../test/support/random.ts";

/** Pseudo-random numbers that are the same in every run. */
export type Random = { below(limit: number): number; pick<T>(list: readonly T[]): T };

export function random(seed: number): Random {
  const { below } = randomFrom(seed);
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

const qualities = [
  ["New", "Новый"],
  ["Light", "Лёгкий"],
  ["Quiet", "Тихий"],
  ["Sturdy", "Прочный"],
  ["Folding", "Складной"],
  ["Compact", "Компактный"],
  ["Bright", "Яркий"],
  ["Powerful", "Мощный"],
  ["Warm", "Тёплый"],
  ["Comfortable", "Удобный"],
  ["Reliable", "Надёжный"],
  ["Stylish", "Стильный"],
  ["Smart", "Умный"],
  ["Winter", "Зимний"],
  ["Summer", "Летний"],
  ["Travel", "Дорожный"],
  ["Home", "Домашний"],
  ["Garden", "Садовый"],
  ["Cordless", "Беспроводной"],
  ["Classic", "Классический"],
] as const;

const things = [
  ["phone", "телефон"],
  ["laptop", "ноутбук"],
  ["kettle", "чайник"],
  ["desk", "стол"],
  ["chair", "стул"],
  ["wardrobe", "шкаф"],
  ["backpack", "рюкзак"],
  ["bicycle", "велосипед"],
  ["lantern", "фонарь"],
  ["carpet", "ковёр"],
  ["sofa", "диван"],
  ["toaster", "тостер"],
  ["monitor", "монитор"],
  ["projector", "проектор"],
  ["scooter", "самокат"],
  ["umbrella", "зонт"],
  ["blanket", "плед"],
  ["thermos", "термос"],
  ["mattress", "матрас"],
  ["mixer", "миксер"],
] as const;

const colours = [
  ["black", "чёрный"],
  ["white", "белый"],
  ["red", "красный"],
  ["blue", "синий"],
  ["green", "зелёный"],
] as const;

const countries = [
  ["Germany", "Германия"],
  ["Japan", "Япония"],
  ["Georgia", "Грузия"],
  ["Finland", "Финляндия"],
] as const;

const tags = [
  "sale",
  "gift",
  "eco",
  "outlet",
  "premium",
  "kids",
  "office",
  "outdoor",
  "import",
  "local",
  "5g",
  "usb-c",
];
const badges = ["new", "sale", "exclusive", "hot", "limited", "bestseller", "featured"];
const currencies = ["USD", "EUR", "RUB", "GBP", "UAH"] as const;

/** A name in English and in Russian. */
export function names(source: Random): { en: string; ru: string } {
  const [quality, qualityRu] = source.pick(qualities);
  const [thing, thingRu] = source.pick(things);
  const model = `${String.fromCharCode(65 + source.below(26))}-${source.below(10_000)}`;
  return { en: `${quality} ${thing} ${model}`, ru: `${qualityRu} ${thingRu} ${model}` };
}

/** An item of about 1 kB as JSON, with all fields that a shop uses. */
export function itemBody(source: Random): ItemCreate {
  const { en, ru } = names(source);
  const [colour, colourRu] = source.pick(colours);
  const weight = `${source.below(9_000) + 100} g`;
  return {
    name: en,
    visible: source.below(10) > 0,
    priority: source.below(1_000),
    quantity: source.below(500),
    price: source.below(1_000_000) / 100,
    discount: source.below(4) === 0 ? source.below(60) : 0,
    currency: source.pick(currencies),
    imgs: [`/images/${source.below(1_000_000)}.webp`, `/images/${source.below(1_000_000)}.webp`],
    tags: [...new Set([source.pick(tags), source.pick(tags), source.pick(tags)])],
    badges: source.below(3) === 0 ? [source.pick(badges)] : [],
    simpleDescription: `${en}: made to last, two years of warranty.`,
    description: [
      { key: "Colour", value: colour },
      { key: "Weight", value: weight },
      { key: "Material", value: "aluminium and glass" },
      { key: "Made in", value: source.pick(countries)[0] },
    ],
    translations: {
      ru: {
        name: ru,
        simpleDescription: `${ru}: сделан надолго, гарантия два года.`,
        description: [
          { key: "Цвет", value: colourRu },
          { key: "Вес", value: weight },
          { key: "Материал", value: "алюминий и стекло" },
          { key: "Сделано в стране", value: source.pick(countries)[1] },
        ],
      },
    },
  };
}

const syllables = [
  ["ba", "ба"],
  ["lo", "ло"],
  ["mi", "ми"],
  ["ren", "рен"],
  ["do", "до"],
  ["sta", "ста"],
  ["ku", "ку"],
  ["ver", "вер"],
  ["ti", "ти"],
  ["pol", "пол"],
  ["na", "на"],
  ["gra", "гра"],
  ["fi", "фи"],
  ["zon", "зон"],
  ["le", "ле"],
  ["bri", "бри"],
] as const;
/** Names of makers: as many as there are combinations of four syllables, 65,536. */
const makers = syllables.length ** 4;

/** An item with eleven different words in names and tags, of a vocabulary of 130,000. */
export function searchedItem(source: Random): ItemCreate {
  const [quality, qualityRu] = source.pick(qualities);
  const [thing, thingRu] = source.pick(things);
  let maker = source.below(makers);
  let [en, ru] = ["", ""];
  for (let i = 0; i < 4; i++) {
    const [latin, cyrillic] = syllables[maker % syllables.length] as (typeof syllables)[number];
    en += latin;
    ru += cyrillic;
    maker = Math.floor(maker / syllables.length);
  }
  const model = `${String.fromCharCode(65 + source.below(26))}${source.below(10_000)}`;
  return {
    ...itemBody(source),
    name: `${quality} ${thing} ${en} ${model}`,
    imgs: source.below(5) === 0 ? [] : [`/images/${source.below(1_000_000)}.webp`],
    simpleDescription: "",
    description: [],
    translations: { ru: { name: `${qualityRu} ${thingRu} ${ru} ${model}` } },
  };
}

/** What people type to find such an item, letter by letter, with a typing error in every tenth. */
export function typedSearches(count: number, source: Random): string[] {
  const searches: string[] = [];
  while (searches.length < count) {
    const { name, translations } = searchedItem(source);
    const words = (source.below(2) === 0 ? name : (translations?.ru?.name ?? name)).toLowerCase().split(" ");
    const chosen = [words[1 + source.below(2)] as string, words[source.below(3)] as string];
    let text = [...new Set(chosen)].join(" ");
    if (source.below(10) === 0) text = text.slice(0, 3) + text.slice(4);
    for (let length = 1; length <= text.length; length++) searches.push(text.slice(0, length));
  }
  return searches.slice(0, count);
}

/** Single fields, as an auto-saving editor sends them. Few are equal, so nearly every one is a change. */
export function singleFields(count: number, source: Random): string[] {
  const fields = [
    () => ({ name: names(source).en }),
    () => ({ price: source.below(100_000_000) / 100 }),
    () => ({ quantity: source.below(1_000_000) }),
    () => ({ simpleDescription: `${names(source).en}: written anew, number ${source.below(1_000_000)}.` }),
  ];
  return Array.from({ length: count }, () => JSON.stringify(source.pick(fields)()));
}

/** Parts of names as people type them, all different, half in English and half in Russian. */
export function searchTerms(count: number, source: Random): { term: string; lang: "en" | "ru" }[] {
  const terms = new Map<string, { term: string; lang: "en" | "ru" }>();
  while (terms.size < count) {
    const lang = terms.size % 2 === 0 ? "en" : "ru";
    // With one digit of the model number nearly every term finds something.
    const name = names(source)[lang].replace(/-(\d)\d*$/, "-$1");
    const length = 4 + source.below(8);
    const term = name
      .slice(source.below(name.length - 4))
      .slice(0, length)
      .trim();
    // At least a few letters: a model number alone is the same in both languages.
    if (term.length >= 4 && (lang === "ru" ? /[а-яё]{2}/i : /[a-z]{2}/i).test(term)) terms.set(term, { term, lang });
  }
  return [...terms.values()];
}
