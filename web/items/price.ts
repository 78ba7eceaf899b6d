export const discounted = (price: number, discount: number) => price * (1 - discount / 100);

/** What someone typed as a number: a comma or a point, spaces between thousands. Undefined when it is none. */
export function parseNumber(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  if (plain === "" || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
