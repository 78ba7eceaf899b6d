import type { Encoding } from "../../contract/constants.ts";
import { type Language, pairModelOf } from "./letter-pairs.ts";
import { piecesOf, type SheetFile } from "./sheet-file.ts";

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

/** The languages that are written in an encoding. Of equals, the first encoding is taken. */
const languagesOf: readonly [Encoding, readonly Language[]][] = [
  ["windows-1252", ["de", "fr", "es", "it", "pt", "sv", "da", "nl", "fi"]],
  ["windows-1251", ["ru", "uk"]],
  ["windows-1250", ["pl", "cs", "sk", "hu", "ro", "hr", "de"]],
  ["koi8-r", ["ru"]],
  ["ibm866", ["ru"]],
];

/** The encoding that makes words: in which the letters that stand beside each other do so in a language. */
export function likeliestEncoding(pairs: BytePairs): Encoding {
  const counts = [...countsIn(pairs)].map(
    // A word that stands in each row says not much more than one that stands in a few.
    ([first, second, count]) => [first, second, Math.log2(1 + count)] as const,
  );
  let [likeliest, best]: [Encoding, number] = ["windows-1252", Number.NEGATIVE_INFINITY];
  for (const [encoding, languages] of languagesOf) {
    const signs = signsOf(encoding);
    for (const language of languages) {
      const model = pairModelOf(language);
      let score = 0;
      for (const [first, second, weight] of counts)
        score += weight * model(signs[first] as string, signs[second] as string);
      if (score > best) [likeliest, best] = [encoding, score];
    }
  }
  return likeliest;
}

/** The character of each byte. */
function signsOf(encoding: Encoding): string[] {
  const decoder = new TextDecoder(encoding);
  return Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
}
