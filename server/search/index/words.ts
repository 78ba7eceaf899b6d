/** A word as search compares it, and where it stands in the text: offsets in UTF-16 units. */
export type Word = { word: string; start: number; end: number };

/** Longer runs of letters are not words; they are cut, so that no text makes the vocabulary large by itself. */
const longestWord = 40;

const runs = /[\p{L}\p{M}]+|\p{N}+/gu;
/** Between two parts of one word: wi-fi, o'neill, T.Rex. */
const joints = /^[-'’‐‑.&/!]$/;

/** Letters that no decomposition turns into a plain one. */
const plain: Record<string, string> = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe", đ: "d", ð: "d", þ: "th", ı: "i" };
const special = /[ßłøæœđðþı]/g;
/** Accents, and the vowel points of Hebrew and Arabic. Vowel signs of Indian scripts are letters of their words. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;
/** Texts in which nothing is left to fold once they are in lower case. */
const isFolded = /^[\0-\x7fа-я]*$/;

/** A word in lower case and without accents; ё is е, but й stays й, which is another letter. */
function foldWord(text: string): string {
  const lower = text.toLowerCase();
  if (isFolded.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replaceAll("и\u0306", "й")
    .replace(accents, "")
    .replace(special, (letter) => plain[letter] ?? letter)
    .replaceAll("ς", "σ")
    .normalize("NFC");
}

/** The words of a text, in their order. Letters and digits part: iphone15 is two words. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(runs)) {
    for (let from = 0; from < run.length; from += longestWord) {
      const part = run.slice(from, from + longestWord);
      const word = foldWord(part);
      if (word !== "") words.push({ word, start: index + from, end: index + from + part.length });
    }
  }
  return words;
}

/** What two or three parts of one word are when they are written together: wifi for wi-fi. */
export function joinedWords(text: string, words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let first = 0; first < words.length; first++) {
    const { start } = words[first] as Word;
    let { word } = words[first] as Word;
    for (let next = first + 1; next < words.length && next < first + 3; next++) {
      const [before, after] = [words[next - 1] as Word, words[next] as Word];
      if (!joints.test(text.slice(before.end, after.start))) break;
      word += after.word;
      if (word.length <= longestWord) joined.push({ word, start, end: after.end });
    }
  }
  return joined;
}

export const hasDigit = (word: string): boolean => /\p{N}/u.test(word);
