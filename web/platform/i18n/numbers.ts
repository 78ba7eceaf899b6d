/** Creating a formatter takes a hundred times longer than using one, and a grid uses hundreds while it scrolls. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(language: string, currency?: string): Intl.NumberFormat {
  const key = `${language}/${currency ?? ""}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(
    language,
    currency
      ? { style: "currency", currency, currencyDisplay: "narrowSymbol", maximumFractionDigits: 2 }
      : { maximumFractionDigits: 20 },
  );
  formatters.set(key, made);
  return made;
}

/** Small whole numbers look the same in every language of the interface, and need no formatter. */
export const number = (value: number, language: string) =>
  Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : formatter(language).format(value);
export const money = (amount: number, currency: string, language: string) =>
  formatter(language, currency).format(amount);
