import { limits } from "../../contract/limits.ts";

/** From the smallest number of five digits to the largest. */
const firstSuffix = 36 ** 4;
const endOfSuffixes = 36 ** 5;
let lastTime = 0;
let lastTimeDigits = "";
let lastSuffix = 0;

/**
 * A short, URL-safe id that grows with time: new ids land at the end of their index, whatever its size. Within
 * one millisecond the random part counts up, so that one process never gives the same id twice.
 */
export function newId(): string {
  const time = Date.now();
  if (time > lastTime) {
    lastTime = time;
    lastTimeDigits = time.toString(36);
    lastSuffix = firstSuffix + Math.floor(Math.random() * (endOfSuffixes - firstSuffix) * 0.9);
  } else if (++lastSuffix >= endOfSuffixes) {
    lastTimeDigits = (++lastTime).toString(36);
    lastSuffix = firstSuffix;
  }
  return lastTimeDigits + lastSuffix.toString(36);
}

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
