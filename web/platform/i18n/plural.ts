import { number } from "./numbers.ts";

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function pluralOf(language: string) {
  // Created on first use: the browser reads the rules from disk, and the first screen should not wait for that.
  let rules: Intl.PluralRules | undefined;
  /** "5 items": the number as the language writes it, and the right form of the noun. */
  return (count: number, forms: Forms) => {
    rules ??= new Intl.PluralRules(language);
    return `${number(count, language)} ${forms[rules.select(count)] ?? forms.other}`;
  };
}
