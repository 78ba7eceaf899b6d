/** A part of a text, and whether the other text has it too. */
export type Part = { text: string; changed: boolean };
export type Difference = { before: Part[]; after: Part[] };

/** Longer texts are compared as a whole: the table of a comparison grows with the product of both lengths. */
const mostWords = 500;

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];

/** Where two texts differ, word by word. */
export function differenceOf(before: string, after: string): Difference {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length > mostWords || now.length > mostWords) {
    const changed = before !== after;
    return { before: [{ text: before, changed }], after: [{ text: after, changed }] };
  }
  const common = commonWords(old, now);
  return {
    before: joined(old, new Set(common.map(([one]) => one))),
    after: joined(now, new Set(common.map(([, other]) => other))),
  };
}

/** The longest sequence of words that both have, as pairs of positions. */
function commonWords(old: string[], now: string[]): [number, number][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (one: number, other: number) => lengths[one]?.[other] ?? 0;
  for (let one = old.length - 1; one >= 0; one--)
    for (let other = now.length - 1; other >= 0; other--)
      (lengths[one] as Uint16Array)[other] =
        old[one] === now[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
  const pairs: [number, number][] = [];
  for (let one = 0, other = 0; one < old.length && other < now.length; ) {
    if (old[one] === now[other]) pairs.push([one++, other++]);
    else if (at(one + 1, other) >= at(one, other + 1)) one++;
    else other++;
  }
  return pairs;
}

function joined(words: string[], common: ReadonlySet<number>): Part[] {
  const parts: Part[] = [];
  for (const [at, text] of words.entries()) {
    const changed = !common.has(at);
    const last = parts.at(-1);
    if (last?.changed === changed) last.text += text;
    else parts.push({ text, changed });
  }
  return parts;
}
