/**
 * Folds text for search: full Unicode case folding (Straße equals STRASSE, a final sigma equals any other), ё as е,
 * composed letters, and each white-space character as a plain space, so that a line break can separate names.
 */
export function fold(text: string): string {
  // Nearly all names have only these letters, which need no more. It takes a fifth of the time.
  if (plainText.test(text)) return text.toLowerCase().replaceAll("ё", "е");
  // Lower case comes first because the capital ẞ has no upper case that becomes ss. NFC comes again at the end because
  // the upper case of ΐ is three characters, and lower case does not compose them.
  const folded = text.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
  return folded.replaceAll("ς", "σ").replaceAll("ё", "е").replace(/\s/g, " ");
}

/** Blanks and signs of ASCII, Latin and Russian letters. */
const plainText = /^[ -~А-Яа-яЁё]*$/;
