import { type Bounded, BoundedMap } from "../../memory/bounded-map.ts";
import { type FoundWords, WordTaker } from "./found-words.ts";
import { soundOf } from "./scripts.ts";
import { SortedTexts } from "./sorted-texts.ts";
import { stemsOf } from "./stems.ts";
import { sortInSteps } from "./step-sort.ts";
import { findTypos, sharedBeginnings, typosAllowed } from "./typos.ts";
import { Uint32Writer } from "./uint32-writer.ts";

/** How a word was found, the better first. */
export const tiers = { itself: 0, form: 1, script: 2, keyboard: 3, typo: 4 } as const;
/** What of the word was found: all of it, its beginning, or a part. */
const parts = { whole: 0, beginning: 2, middle: 4 } as const;
/** Room for the parts of a word in a name, each as its first word or not, and for the parts of one in another text. */
export const costOfTier = 9;

/** Where a word is in an entry. A name beats another text, and the first word of a name beats the others. */
export const fields = { firstOfName: 0, name: 1, text: 2 } as const;
export const fieldCount = 3;

/** What a word costs that was found at this cost and is in this field. */
export function costIn(field: number, cost: number): number {
  const part = cost % costOfTier;
  return field === fields.text ? cost - part + 6 + part / 2 : cost + field;
}

/** Whether what was found is more than the middle of a longer word. */
export const isClear = (cost: number): boolean => cost !== parts.middle;

const ideographs = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** What a word was found as. While a search is typed, only its last word changes; the others are known. */
type Known = Bounded & { found: FoundWords };
/** Enough for the words of many searches. What begins thousands of words is not kept: it is soon typed on. */
const mostKnownBytes = 128 * 1024;

function remembered(known: BoundedMap<Known>, word: string, found: FoundWords): FoundWords {
  known.set(word, {
    found,
    size: 200 + 2 * word.length + found.words.byteLength + found.costs.byteLength,
    used: false,
  });
  return found;
}

type VocabularyParts = Pick<Vocabulary, "words" | "sounds" | "wordsOfSound" | "soundStarts" | "languages">;

/** Every word of a segment, and the ways to find one: as it is, by its form, by its sound, with typing errors. */
export class Vocabulary {
  readonly words: SortedTexts;
  readonly sounds: SortedTexts;
  /** The words of each sound, one after the other, and where those of a sound start. */
  readonly wordsOfSound: Uint32Array;
  readonly soundStarts: Uint32Array;
  /** The languages of the texts that the words are from. */
  readonly languages: readonly string[];
  readonly #known = new BoundedMap<Known>(mostKnownBytes);
  readonly #knownMistyped = new BoundedMap<Known>(mostKnownBytes);
  #shared: Uint8Array | undefined;
  #sharedBySounds: Uint8Array | undefined;

  constructor({ words, sounds, wordsOfSound, soundStarts, languages }: VocabularyParts) {
    this.words = words;
    this.sounds = sounds;
    this.wordsOfSound = wordsOfSound;
    this.soundStarts = soundStarts;
    this.languages = languages;
  }

  /** Made in steps, of sorted words. Their sounds take most of the time; a part is not searched and has none. */
  static *of(words: readonly string[], languages: readonly string[], isPart = false): Generator<void, Vocabulary> {
    const { sounds, ...bySound } = yield* soundsIn(isPart ? [] : words, languages);
    return new Vocabulary({
      words: yield* SortedTexts.of(words),
      sounds: yield* SortedTexts.of(sounds),
      ...bySound,
      languages,
    });
  }

  get size(): number {
    return this.words.size;
  }

  /** The words that are meant by `word`, without typing errors. */
  find(word: string): FoundWords {
    const known = this.#known.get(word);
    if (known) return known.found;
    const taker = new WordTaker(this.size);
    this.#findParts(word, taker);
    this.#findForms(word, taker);
    return remembered(this.#known, word, taker.finish());
  }

  /** The words that are meant by `word` if it has typing errors, found in steps. */
  *findMistyped(word: string): Generator<void, FoundWords> {
    const known = this.#knownMistyped.get(word);
    if (known) return known.found;
    const taker = new WordTaker(this.size);
    const most = typosAllowed(word);
    if (most === 0) return taker.finish();
    this.#shared ??= sharedBeginnings(this.words);
    yield* findTypos({ texts: this.words, shared: this.#shared }, { word, most }, (found, typos) =>
      taker.take(found, costOfTypos(typos)),
    );
    this.#sharedBySounds ??= sharedBeginnings(this.sounds);
    for (const sound of soundsOf(word, this.languages)) {
      yield* findTypos({ texts: this.sounds, shared: this.#sharedBySounds }, { word: sound, most }, (found, typos) =>
        this.#takeSound(found, costOfTypos(typos), taker),
      );
    }
    return remembered(this.#knownMistyped, word, taker.finish());
  }

  #findParts(word: string, taker: WordTaker): void {
    const { words } = this;
    const first = words.firstFrom(word);
    for (let i = first; i < words.size && words.text.startsWith(word, words.starts[i]); i++) {
      const isWhole = words.endOf(i) - (words.starts[i] as number) === word.length;
      taker.take(i, isWhole ? parts.whole : parts.beginning);
    }
    if (word.length < (ideographs.test(word) ? 1 : 2)) return;
    for (let at = words.text.indexOf(word); at >= 0; ) {
      const found = words.around(at);
      taker.take(found, parts.middle);
      at = words.text.indexOf(word, words.endOf(found));
    }
  }

  #findForms(word: string, taker: WordTaker): void {
    const stems = new Set(stemsOf(word, this.languages));
    for (const sound of soundsOf(word, this.languages)) {
      const sounds = this.sounds;
      for (let i = sounds.firstFrom(sound); i < sounds.size && sounds.text.startsWith(sound, sounds.starts[i]); i++) {
        const isWhole = sounds.endOf(i) - (sounds.starts[i] as number) === sound.length;
        if (!isWhole && sound.length < shortestBeginning) break;
        for (let at = this.soundStarts[i] as number; at < (this.soundStarts[i + 1] as number); at++) {
          const found = this.wordsOfSound[at] as number;
          const isForm = isWhole && stemsOf(this.words.at(found), this.languages).some((stem) => stems.has(stem));
          const tier = isForm ? tiers.form : tiers.script;
          taker.take(found, tier * costOfTier + (isWhole ? parts.whole : parts.beginning));
        }
      }
    }
  }

  #takeSound(sound: number, cost: number, taker: WordTaker): void {
    for (let at = this.soundStarts[sound] as number; at < (this.soundStarts[sound + 1] as number); at++) {
      taker.take(this.wordsOfSound[at] as number, cost);
    }
  }
}

/** The sounds of these words in their order, and the words of each. In steps. */
function* soundsIn(
  words: readonly string[],
  languages: readonly string[],
): Generator<void, Pick<Vocabulary, "wordsOfSound" | "soundStarts"> & { sounds: string[] }> {
  const numbers = new Map<string, number>();
  // Each sound of each word: the number of the sound, and that of the word.
  const [soundOfPair, wordOfPair] = [new Uint32Writer(), new Uint32Writer()];
  for (let word = 0; word < words.length; word++) {
    for (const sound of soundsOf(words[word] as string, languages)) {
      let number = numbers.get(sound);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(sound, number);
      }
      soundOfPair.add(number);
      wordOfPair.add(word);
    }
    if (word % 500 === 499) yield;
  }
  const found = [...numbers.keys()];
  yield;
  const order = yield* sortInSteps(
    Uint32Array.from({ length: found.length }, (_, number) => number),
    (one, other) => ((found[one] as string) < (found[other] as string) ? -1 : 1),
  );
  const { wordsOfSound, soundStarts } = groupedBySound(order, soundOfPair.finish(), wordOfPair.finish());
  yield;
  return { sounds: Array.from(order, (number) => found[number] as string), wordsOfSound, soundStarts };
}

/** The words of each sound, one after the other in the order of the sounds, and where those of each start. */
function groupedBySound(
  order: Uint32Array,
  soundOfPair: Uint32Array,
  wordOfPair: Uint32Array,
): Pick<Vocabulary, "wordsOfSound" | "soundStarts"> {
  const placeOf = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOf[order[place] as number] = place;
  const soundStarts = new Uint32Array(order.length + 1);
  for (const sound of soundOfPair) {
    const next = (placeOf[sound] as number) + 1;
    soundStarts[next] = (soundStarts[next] as number) + 1;
  }
  for (let place = 0; place < order.length; place++) {
    soundStarts[place + 1] = (soundStarts[place + 1] as number) + (soundStarts[place] as number);
  }
  const free = soundStarts.slice();
  const wordsOfSound = new Uint32Array(wordOfPair.length);
  for (let pair = 0; pair < wordOfPair.length; pair++) {
    const place = placeOf[soundOfPair[pair] as number] as number;
    const at = free[place] as number;
    wordsOfSound[at] = wordOfPair[pair] as number;
    free[place] = at + 1;
  }
  return { wordsOfSound, soundStarts };
}

/** A shorter sound has to be that of a whole word: as a beginning it says too little. */
const shortestBeginning = 3;

/** Those of the word and of its stems. The endings of a word in another script than its own are no endings of a stem. */
function soundsOf(word: string, languages: readonly string[]): string[] {
  const sounds = new Set([word, ...stemsOf(word, languages)].map(soundOf));
  sounds.delete("");
  return [...sounds];
}

/** Without a number, the word is the beginning of another. */
const costOfTypos = (typos: number | undefined): number =>
  tiers.typo * costOfTier + (typos === undefined ? parts.middle : typos > 1 ? parts.beginning : parts.whole);
