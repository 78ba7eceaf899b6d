import { quotedAt, quotedText } from "./quoted-text.ts";

/** Several texts in one cell: `new, "a, b", sale`. */
export const textOfList = (entries: readonly string[]): string => entries.map(quotedEntry).join(", ");

const quotedEntry = (entry: string): string =>
  entry === "" || /[",;|\r\n]|^\s|\s$|\shttps?:/iu.test(entry) ? quotedText(entry) : entry;

const separators = new Set([",", ";", "|", "\n", "\r"]);
const isBlank = (sign: string): boolean => sign.trim() === "";
const startsAddress = /^https?:\/\//i;

/** The texts of a cell, or undefined where a quote is not closed. Suppliers also write `;`, `|` and line breaks. */
export function listOfText(text: string): string[] | undefined {
  const entries: string[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && isBlank(text[at] as string)) at++;
    if (text[at] === '"') {
      const quoted = quotedAt(text, at);
      if (quoted === undefined) return undefined;
      entries.push(quoted.content);
      at = quoted.end;
      while (at < text.length && isBlank(text[at] as string)) at++;
      if (at < text.length && !separators.has(text[at++] as string)) return undefined;
      continue;
    }
    const end = endOfEntry(text, at);
    const entry = text.slice(at, end).trim();
    if (entry !== "") entries.push(entry);
    at = end + 1;
  }
  return entries;
}

/** Addresses may contain separators: `https://cdn/w_300,h_200/1.webp` ends at one before a blank or an address. */
function endOfEntry(text: string, start: number): number {
  const address = startsAddress.test(text.slice(start, start + 8));
  for (let at = start; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === "\n" || sign === "\r") return at;
    const separates = separators.has(sign);
    if (separates && !address) return at;
    if (!address || !(separates || isBlank(sign))) continue;
    const next = text.slice(at + 1, at + 9);
    if (startsAddress.test(next) || (separates && (next === "" || isBlank(next[0] as string)))) return at;
  }
  return text.length;
}
