import { limits } from "../../contract/limits.ts";

/** From the smallest number of six digits to the largest. */
const firstNumber = 36 ** 5;
const endOfNumbers = 36 ** 6;

/** A number of six digits. For the start of a count, the uppermost tenth is left free. */
const randomNumber = (): number => {
  const random = (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32;
  return firstNumber + Math.floor(random * (endOfNumbers - firstNumber) * 0.9);
};

/**
 * Makes short, URL-safe ids that grow with time: new ones land at the end of their index, whatever its size. Eight digits
 * are the millisecond, six the process, and six count up from a random number in each millisecond. So one process never
 * gives the same id twice; and two would have to draw the same number of two billion when they start, and then once more
 * within the same millisecond.
 */
export function idMaker(now = Date.now): () => string {
  const process = randomNumber().toString(36);
  let time = 0;
  let head = "";
  let number = 0;
  const begin = (at: number) => {
    time = at;
    head = at.toString(36) + process;
    number = randomNumber();
  };
  return () => {
    const at = now();
    if (at > time) begin(at);
    else if (++number >= endOfNumbers) begin(time + 1);
    return head + number.toString(36);
  };
}

export const newId = idMaker();

/** Loaded with the first slug: reading its table of all scripts takes a quarter of a start, and most starts need none. */
const slugify = (name: string): string =>
  (require("transliteration") as typeof import("transliteration")).slugify(name);

/** Readable, and with a random end that no editor would choose: a generated id never takes one that a person wants. */
export function slugFor(name: string): string {
  const slug = slugify(name.slice(0, 120))
    .slice(0, limits.idLength - 8)
    .replace(/^-+|-+$/g, "");
  const suffix = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${slug || "subcategory"}-${suffix.toString(36).padStart(7, "0").slice(-6)}`;
}
