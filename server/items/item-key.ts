import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";

/** The key of an item in the catalog of someone else, as it is stored: unique among all items of a project. */
export const storedKey = (projectKey: number, externalKey: string | null): string =>
  externalKey === null ? "" : `${projectKey}:${externalKey}`;

export const plainKey = (stored: string): string | null =>
  stored === "" ? null : stored.slice(stored.indexOf(":") + 1);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a key must not have.
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** A key without blanks at its ends and in composed form (NFC), or undefined if no item can have it. */
export function itemKeyOf(text: string): string | undefined {
  if (!text.isWellFormed()) return undefined;
  const externalKey = text.normalize("NFC").trim();
  return externalKey === "" || externalKey.length > limits.itemKeyLength || control.test(externalKey)
    ? undefined
    : externalKey;
}

export function checkedExternalKey(text: string): string {
  const externalKey = itemKeyOf(text);
  if (externalKey !== undefined) return externalKey;
  throw new Problem(
    "item_key_invalid",
    `The key of an item must be 1 to ${limits.itemKeyLength} characters, without control characters.`,
  );
}

/** The key that a request gives to an item in a header: null takes it away, undefined leaves it. */
export function externalKeyInHeaders(headers: Headers): string | null | undefined {
  const given = headers.get("item-key");
  if (given === null) return undefined;
  if (given.trim() === "") return null;
  return checkedExternalKey(percentDecoded(given));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem(
      "item_key_invalid",
      "Item-Key must be UTF-8 with percent-encoding, as encodeURIComponent writes it.",
    );
  }
}

/** The header of an answer with an item. A header takes no other characters than those of ASCII. */
export const externalKeyHeader = (stored: string): Record<string, string> | undefined => {
  const externalKey = plainKey(stored);
  return externalKey === null ? undefined : { "item-key": encodeURIComponent(externalKey) };
};
