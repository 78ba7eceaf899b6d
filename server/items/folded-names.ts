import { fold } from "../../contract/fold.ts";

/** The `folded` column of an item: its folded name, then a line `language:name` for each translated name. */
export function foldedNames(name: string, translations: Record<string, { name?: unknown }>): string {
  let folded = fold(name);
  for (const [language, fields] of Object.entries(translations)) {
    if (typeof fields.name === "string") folded += `\n${language}:${fold(fields.name)}`;
  }
  return folded;
}
