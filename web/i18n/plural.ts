import { number } from "./numbers.ts";

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function pluralOf(language: string) {
  // Made when first counted with: the browser reads the rules from its disk, and the first screen need not wait.
  let rules: Intl.PluralRules | undefined;
  /** "5 items": the number in the language's own digits, and the form of the noun it asks for. */
  return (count: number, forms: Forms) => {
    rules ??= new Intl.PluralRules(language);
    return `${number(count, language)} ${forms[rules.select(count)] ?? forms.other}`;
  };
}
