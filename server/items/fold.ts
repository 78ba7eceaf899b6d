/**
 * Text as search compares it: full Unicode case folding (Straße and STRASSE are the same, final sigma too), ё as е,
 * composed and decomposed letters alike, and every kind of white space as one plain space, so that a line break
 * can separate names.
 */
export function fold(text: string): string {
  return text
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replaceAll("ё", "е")
    .replace(/\s/g, " ");
}

/** What is stored beside an item: its folded name, then a line `language:name` for each translated name. */
export function foldedNames(name: string, translations: Record<string, { name?: unknown }>): string {
  let folded = fold(name);
  for (const [language, fields] of Object.entries(translations)) {
    if (typeof fields.name === "string") folded += `\n${language}:${fold(fields.name)}`;
  }
  return folded;
}
