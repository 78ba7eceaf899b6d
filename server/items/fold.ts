/**
 * Folds text for search: full Unicode case folding (Straße equals STRASSE, a final sigma equals any other), ё as е,
 * composed letters, and each white-space character as a plain space, so that a line break can separate names.
 */
export function fold(text: string): string {
  // Lower case comes first because the capital ẞ has no upper case that becomes ss. NFC comes again at the end because
  // the upper case of ΐ is three characters, and lower case does not compose them.
  const folded = text.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
  return folded.replaceAll("ς", "σ").replaceAll("ё", "е").replace(/\s/g, " ");
}

/** The `folded` column of an item: its folded name, then a line `language:name` for each translated name. */
export function foldedNames(name: string, translations: Record<string, { name?: unknown }>): string {
  let folded = fold(name);
  for (const [language, fields] of Object.entries(translations)) {
    if (typeof fields.name === "string") folded += `\n${language}:${fold(fields.name)}`;
  }
  return folded;
}
