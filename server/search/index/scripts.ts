/** Loaded with the first search: reading its table of all scripts takes a quarter of a start. */
const inLatin = (letter: string): string =>
  (require("transliteration") as typeof import("transliteration")).transliterate(letter).toLowerCase();

/** Spellings of one sound. What is not listed is left out. */
const sounds: Record<string, string> = {
  shch: "sh",
  sch: "sh",
  kh: "h",
  gh: "g",
  ph: "f",
  th: "t",
  ts: "s",
  tz: "s",
  ch: "ch",
  ck: "k",
  ce: "se",
  ci: "si",
  cy: "si",
  c: "k",
  q: "k",
  x: "ks",
  w: "v",
  y: "i",
  j: "i",
};
const spellings = /shch|sch|[kgp]h|t[hsz]|c[heiyk]|[cqxwyj]|[^a-z0-9]/g;
/** German umlauts that are written out, and the two ways to write a soft е. */
const vowels = /([aou])e|ie/g;
const doubled = /([a-z])\1+/g;

const letters = new Map<string, string>([["ц", "ts"]]);

const isAscii = /^[\0-\x7f]*$/;

function latinOf(word: string): string {
  if (isAscii.test(word)) return word;
  let latin = "";
  for (const letter of word) {
    let known = letter < "\x80" ? letter : letters.get(letter);
    if (known === undefined) {
      known = inLatin(letter);
      // As many as the scripts of a catalog have; Chinese alone could fill it.
      if (letters.size < 5_000) letters.set(letter, known);
    }
    latin += known;
  }
  return latin;
}

/** How a word sounds, in Latin letters: телефон and telefon come out alike, and so do фото and photo. */
export const soundOf = (word: string): string =>
  latinOf(word)
    .replace(spellings, (spelling) => sounds[spelling] ?? "")
    .replace(vowels, (_, first?: string) => first ?? "e")
    .replace(doubled, "$1");
