import type { Encoding } from "../../contract/constants.ts";
import { type Language, pairModelOf } from "./letter-pairs.ts";
import { piecesOf, type SheetFile } from "./sheet-file.ts";
import { decoderOf } from "./text-decoder.ts";

/** How often two bytes stand beside each other, at 256 times the first and the second; only if one is beyond ASCII. */
export type BytePairs = Uint32Array;

export async function pairsOf(file: SheetFile): Promise<BytePairs> {
  const pairs = new Uint32Array(256 * 256);
  let last = 0x0a;
  for await (const piece of piecesOf(file)) {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if ((last | byte) >= 0x80) {
        const pair = (last << 8) | byte;
        pairs[pair] = (pairs[pair] as number) + 1;
      }
      last = byte;
    }
  }
  if (last >= 0x80) pairs[(last << 8) | 0x0a] = (pairs[(last << 8) | 0x0a] as number) + 1;
  return pairs;
}

/** Each pair with its count. */
function* countsIn(pairs: BytePairs): Generator<[first: number, second: number, count: number]> {
  for (let pair = 0x80; pair < pairs.length; pair++) {
    const count = pairs[pair] as number;
    if (count > 0) yield [pair >> 8, pair & 0xff, count];
  }
}

/**
 * Whether it is UTF-8 with a damaged byte: most bytes that lead are followed by as many as they say. In the other
 * encodings letters stand beside each other in other ways, so that three characters against one fault are enough.
 */
export function isMostlyUtf8(pairs: BytePairs): boolean {
  const isFollowing = (byte: number) => byte >= 0x80 && byte < 0xc0;
  const isNever = (byte: number) => byte === 0xc0 || byte === 0xc1 || byte > 0xf4;
  let [valid, wrong, following] = [0, 0, 0];
  for (const [first, second, count] of countsIn(pairs)) {
    const length = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (isFollowing(second)) following += count;
    if (length > 1) following -= count * (length - 1);
    if (length > 1 && isFollowing(second)) valid += count;
    else if (length > 1 || isNever(first) || (first < 0x80 && isFollowing(second))) wrong += count;
  }
  return valid > Math.max(wrong, Math.abs(following)) * 2;
}

const western: readonly Language[] = ["de", "fr", "es", "it", "pt", "sv", "da", "nl", "fi"];
const central: readonly Language[] = ["pl", "cs", "sk", "hu", "ro", "hr", "de"];

/** What is taken from the score of an encoding that few programs write: a word or two are not enough for it. */
const rare = 6;

/** The languages that are written in an encoding. Of equals, the first encoding is taken. */
const languagesOf: readonly [Encoding, readonly Language[], rarity?: number][] = [
  ["windows-1252", western],
  ["windows-1251", ["ru", "uk"]],
  ["windows-1250", central],
  ["koi8-r", ["ru"]],
  ["ibm866", ["ru"]],
  ["iso-8859-15", western],
  ["iso-8859-2", central, rare],
  ["macintosh", western, rare],
  ["ibm850", western, rare],
  ["ibm852", central, rare],
];

/** An encoding, and whether the letters make words in it. */
export type ToldEncoding = { encoding: Encoding; isCertain: boolean };

/**
 * How probable the pairs of a text are at least, on average, where its letters make words. It is -4 to -6.7 in the lists
 * of the tests, and -7 to -10.5 where lists in ten other encodings and languages are read in one of these.
 */
const leastOfWords = -6.8;

/** The encoding that makes words: in which the letters that stand beside each other do so in a language. */
export function likeliestEncoding(pairs: BytePairs): ToldEncoding {
  const counts = [...countsIn(pairs)].map(
    // A word that stands in each row says not much more than one that stands in a few.
    ([first, second, count]) => [first, second, Math.log2(1 + count)] as const,
  );
  let likeliest: Encoding = "windows-1252";
  let [best, probability] = [Number.NEGATIVE_INFINITY, 0];
  for (const [encoding, languages, rarity = 0] of languagesOf) {
    const signs = signsOf(encoding);
    for (const language of languages) {
      const model = pairModelOf(language);
      let score = 0;
      for (const [first, second, weight] of counts)
        score += weight * model(signs[first] as string, signs[second] as string);
      if (score - rarity > best) [likeliest, best, probability] = [encoding, score - rarity, score];
    }
  }
  const total = counts.reduce((sum, [, , weight]) => sum + weight, 0);
  return { encoding: likeliest, isCertain: probability >= total * leastOfWords };
}

/** The character of each byte. */
function signsOf(encoding: Encoding): string[] {
  const decoder = decoderOf(encoding);
  return Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
}
