const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const cyrillic = "ёйцукенгшщзхъфывапролджэячсмитьбю";

const toCyrillic = new Map([...latin].map((key, index) => [key, cyrillic[index] as string]));
const toLatin = new Map([...cyrillic].map((key, index) => [key, latin[index] as string]));

/** What a text would be if it was typed on the other keyboard: ntktajy is телефон, зрщту is phone. */
export function onOtherKeyboard(text: string): string | undefined {
  const lower = text.toLowerCase();
  const table = /[а-яё]/.test(lower) ? toLatin : /[a-z]/.test(lower) ? toCyrillic : undefined;
  if (!table) return undefined;
  return [...lower].map((key) => table.get(key) ?? key).join("");
}
