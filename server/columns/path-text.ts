import { quotedAt, quotedText } from "../formats/quoted-text.ts";

/** The names from the category down to a subcategory, in one cell: `Electronics / Audio / Headphones`. */
export const textOfPath = (names: readonly string[]): string => names.map(escapedName).join(" / ");

/** A slash in a name is doubled. A name that starts with a quote or has blanks at its ends is quoted. */
function escapedName(name: string): string {
  const slashes = name.replaceAll("/", "//");
  return /^"|^\s|\s$/u.test(slashes) ? quotedText(slashes) : slashes;
}

/** The names of a path, or undefined if it is not one: a name is empty, or a quote is not closed. */
export function pathOfText(text: string): string[] | undefined {
  // Two slashes in a row belong to a name. No text has U+0000.
  const parts = text.replaceAll("//", "\u0000").split("/");
  const names = parts.map((part) => {
    const name = part.replaceAll("\u0000", "/").trim();
    if (!name.startsWith('"')) return name;
    const quoted = quotedAt(name, 0);
    return quoted?.end === name.length ? quoted.content : "";
  });
  return names.includes("") ? undefined : names;
}
