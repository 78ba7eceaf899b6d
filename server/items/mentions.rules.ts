import { limits } from "../../contract/limits.ts";

/** As user names are: letters and digits, and some characters after the first one. */
const atName = /(?<![\p{L}\p{N}._@+-])@([\p{L}\p{N}][\p{L}\p{N}._@+-]*)/gu;

/**
 * The names that a text may mention, folded as those of users. A full stop or dash at the end of a name may also end
 * the sentence, so both readings count.
 */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, name = ""] of text.matchAll(atName)) {
    if (names.size >= 2 * limits.mentionsPerComment) break;
    const folded = name.normalize("NFKC").toLowerCase();
    if (folded.length > limits.userNameLength) continue;
    names.add(folded);
    names.add(folded.replace(/(?<![._@+-])[._@+-]+$/, ""));
  }
  return [...names];
}

/** Whether `search`, which is folded, begins the name of a person, their shown name or a word of it. */
export const beginsWith = (person: { folded_name: string; display_name: string }, search: string): boolean =>
  person.folded_name.startsWith(search) ||
  ` ${person.display_name.normalize("NFKC").toLowerCase()}`.includes(` ${search}`);
