/**
 * Text as search compares it: full Unicode case folding (Straße and STRASSE are the same, final sigma too), ё as е,
 * composed and decomposed letters alike, and every kind of white space as one plain space, so that a line break
 * can separate names.
 */
export function fold(text: string): string {
  // To lower case first too: the capital ẞ has no upper case that would become ss. And composed once more at the end:
  // the upper case of ΐ is three characters, and they stay three.
  const folded = text.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
  return folded.replaceAll("ς", "σ").replaceAll("ё", "е").replace(/\s/g, " ");
}

/** What is stored beside an item: its folded name, then a line `language:name` for each translated name. */
export function foldedNames(name: string, translations: Record<string, { name?: unknown }>): string {
  let folded = fold(name);
  for (const [language, fields] of Object.entries(translations)) {
    if (typeof fields.name === "string") folded += `\n${language}:${fold(fields.name)}`;
  }
  return folded;
}
