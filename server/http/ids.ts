import { slugOf } from "../../contract/slug.ts";

/** The range of numbers with six digits in base 36. */
const firstNumber = 36 ** 5;
const endOfNumbers = 36 ** 6;

/** A random number of six digits. It leaves out the highest tenth, so that a counter can start from it. */
const randomNumber = (): number => {
  const random = (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32;
  return firstNumber + Math.floor(random * (endOfNumbers - firstNumber) * 0.9);
};

/**
 * Makes short, URL-safe ids that grow with time, so that new ones go to the end of their index. Eight digits are the
 * millisecond, six the process, and six a counter that starts at a random number in each millisecond. One process never
 * makes the same id twice. Two processes would have to draw the same of two billion numbers when they start, and again
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

/** Loaded on first use: its table of all scripts takes a quarter of the start time, and most starts need no slug. */
const slugify = (name: string): string =>
  (require("transliteration") as typeof import("transliteration")).slugify(name);

/** A readable id with a random suffix, so that a generated id never takes one that an editor would choose. */
export function slugFor(name: string): string {
  const slug = slugOf(name, slugify);
  const suffix = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${slug || "subcategory"}-${suffix.toString(36).padStart(7, "0").slice(-6)}`;
}
