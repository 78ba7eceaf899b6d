type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function pluralOf(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  /** "5 items": the number in the language's own digits, and the form of the noun it asks for. */
  return (count: number, forms: Forms) => `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`;
}
