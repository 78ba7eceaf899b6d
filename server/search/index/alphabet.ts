/** Everything else comes after what an alphabet orders, by its code point. */
const otherLetter = 0xfe;
const separator = 1;

const ranges: readonly (readonly [number, number])[] = [
  [0x30, 0x39],
  [0x61, 0x7a],
  [0xdf, 0x17f],
  [0x3ac, 0x3ce],
  [0x430, 0x45f],
  [0x491, 0x4d9],
];

type Weights = {
  readonly byLetter: ReadonlyMap<string, number>;
  /** By code unit, up to the last of `ranges`; 0 for everything else. */
  readonly byCode: Uint8Array;
};

const weights = new Map<string, Weights>();

/** The place of each letter in the alphabet of a language; letters that differ in an accent alone share one. */
function weightsOf(language: string): Weights {
  const known = weights.get(language);
  if (known) return known;
  const { compare } = new Intl.Collator(language, { sensitivity: "base" });
  const letters = ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)))
    .filter((letter) => letterOrDigit.test(letter) && letter === letter.toLowerCase())
    .sort(compare);
  const byLetter = new Map<string, number>();
  const byCode = new Uint8Array(0x500);
  let weight = separator;
  for (const [index, letter] of letters.entries()) {
    if (index === 0 || compare(letters[index - 1] as string, letter) !== 0) weight++;
    byLetter.set(letter, Math.min(weight, otherLetter - 1));
    byCode[letter.charCodeAt(0)] = Math.min(weight, otherLetter - 1);
  }
  const table = { byLetter, byCode };
  weights.set(language, table);
  return table;
}

/** Longer names are alike from there on. */
const longestKey = 120;
const keyBytes = Buffer.alloc(longestKey + 3);
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * A name as a text of bytes whose order is that of the language's alphabet. Case, accents and punctuation count for nothing, as
 * in a dictionary; a space comes before every letter.
 */
export function alphabetKey(name: string, language: string): string {
  const { byCode } = weightsOf(language);
  const text = name.normalize("NFC").toLowerCase();
  let length = 0;
  let isGap = true;
  for (let at = 0; at < text.length && length < longestKey; at++) {
    const code = text.codePointAt(at) as number;
    if (code > 0xffff) at++;
    const weight = code < byCode.length ? (byCode[code] as number) : 0;
    if (weight > 0) keyBytes[length++] = weight;
    else if (letterOrDigit.test(String.fromCodePoint(code))) {
      keyBytes[length++] = otherLetter;
      keyBytes[length++] = code >>> 16;
      keyBytes[length++] = code >>> 8;
      keyBytes[length++] = code;
    } else {
      if (!isGap) keyBytes[length++] = separator;
      isGap = true;
      continue;
    }
    isGap = false;
  }
  return keyBytes.toString("latin1", 0, length);
}

/** Whether names have the same order in both languages. */
function isSameAlphabet(one: string, other: string): boolean {
  const ofOther = weightsOf(other).byCode;
  return weightsOf(one).byCode.every((weight, code) => ofOther[code] === weight);
}

/**
 * Changes a key of one language into that of another. Accents that only the other one knows are lost: they are not in
 * the key. Undefined if the keys of both are the same.
 */
export function toAlphabet(from: string, to: string): ((key: string) => string) | undefined {
  if (isSameAlphabet(from, to)) return undefined;
  const letters = new Map([...weightsOf(from).byLetter].reverse().map(([letter, weight]) => [weight, letter]));
  const table = weightsOf(to).byLetter;
  return (key) => {
    let other = "";
    for (let i = 0; i < key.length; i++) {
      const weight = key.charCodeAt(i);
      if (weight === otherLetter) {
        other += key.slice(i, i + 4);
        i += 3;
      } else other += String.fromCharCode(table.get(letters.get(weight) ?? "") ?? separator);
    }
    return other;
  };
}
