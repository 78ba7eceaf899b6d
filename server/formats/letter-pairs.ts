import { languageWords, signWords } from "./language-words.ts";

export type Language = keyof typeof languageWords;

/**
 * How probable two characters are beside each other, as a natural logarithm. At least one of them is beyond ASCII: the
 * others are the same in all encodings.
 */
export type PairModel = (first: string, second: string) => number;

/** What stands for all digits, for all letters beside a sign, and for what is between words. */
const [anyDigit, anyLetter, between] = ["0", "a", " "];

/** How many of the characters beyond ASCII are signs and no letters. */
const signShare = 0.25;

/** Of a pair that the words do not have; with a letter that the language does not have; with what is in no text. */
const [unseen, foreign, odd] = [-9.5, -12, -16];
/** Beyond that, of a small letter before a large one in a word, and of a letter beside a digit. */
const [strangeCase, besideDigit] = [-5, -3];

const isAscii = (sign: string): boolean => sign < "\u0080";
const isDigit = (sign: string): boolean => sign >= "0" && sign <= "9";
const isLetter = (sign: string): boolean => /[\p{Lu}\p{Ll}ªº]/u.test(sign) && sign !== "µ";
/** A control character, or a line or a block of a text screen. */
const isOdd = (sign: string): boolean => !isAscii(sign) && /[\p{C}\u2300-\u25ff]/u.test(sign) && sign !== "\u00ad";

function classInWord(sign: string): string {
  if (isLetter(sign)) return sign.toLowerCase();
  return between;
}

function classBesideSign(sign: string): string {
  if (isLetter(sign)) return anyLetter;
  if (!isAscii(sign)) return sign;
  return isDigit(sign) ? anyDigit : between;
}

/** How often each pair with a character beyond ASCII stands in words, as a share of all of these. */
function sharesIn(words: string, classOf: (sign: string) => string, counts: (sign: string) => boolean) {
  const shares = new Map<string, number>();
  const signs = [...` ${words.replace(/\s+/g, " ")} `];
  let total = 0;
  for (const [at, second] of signs.entries()) {
    const first = signs[at - 1] ?? between;
    if (!counts(first) && !counts(second)) continue;
    const pair = classOf(first) + classOf(second);
    shares.set(pair, (shares.get(pair) ?? 0) + 1);
    total++;
  }
  for (const [pair, count] of shares) shares.set(pair, count / total);
  return shares;
}

const isLetterBeyondAscii = (sign: string): boolean => !isAscii(sign) && isLetter(sign);
const isSign = (sign: string): boolean => !isAscii(sign) && !isLetter(sign);

const signShares = sharesIn(signWords, classBesideSign, isSign);

const models = new Map<Language, PairModel>();

/** The model of a language, which takes milliseconds to make. */
export function pairModelOf(language: Language): PairModel {
  const known = models.get(language) ?? madeModel(language);
  models.set(language, known);
  return known;
}

function madeModel(language: Language): PairModel {
  const words = languageWords[language];
  const shares = sharesIn(words, classInWord, isLetterBeyondAscii);
  const alphabet = new Set(words);
  const isCyrillic = language === "ru" || language === "uk";
  const belongs = (letter: string) => letter === between || (isAscii(letter) ? !isCyrillic : alphabet.has(letter));
  const ofLetters = (first: string, second: string) => {
    const [a, b] = [classInWord(first), classInWord(second)];
    const share = shares.get(a + b);
    if (share !== undefined) return Math.log(share * (1 - signShare));
    return belongs(a) && belongs(b) ? unseen : foreign;
  };
  const ofSigns = (first: string, second: string) => {
    const share = signShares.get(classBesideSign(first) + classBesideSign(second));
    return share === undefined ? unseen : Math.log(share * signShare);
  };
  return (first, second) => {
    if (isOdd(first) || isOdd(second)) return odd;
    if (isSign(first) || isSign(second)) return ofSigns(first, second);
    const inWord = isLetter(first) && isLetter(second);
    const isStrange = inWord && first !== first.toUpperCase() && second !== second.toLowerCase();
    const isCounted = isDigit(first) || isDigit(second);
    return ofLetters(first, second) + (isStrange ? strangeCase : 0) + (isCounted ? besideDigit : 0);
  };
}
