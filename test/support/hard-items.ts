/** A row of JSONL, as an export has it. */
export type ItemRow = { key: string; subcategory: string; name: string } & Record<string, unknown>;

/** Texts that a spreadsheet program may take for something else, or that a format may not hold. */
const texts = [
  ...["0070", "00042", "3+", "1e5", "12345678901234567890", "0.10", "1.000", "1,5", "1 234,50", "1/2", "10-12"],
  ...["2026-05-01", "01.05.2026", "May 5", "10:30", "TRUE", "15%", "$5", "€9,99", "#REF!", "#N/A", "NaN"],
  ...["=1+1", "+7 900 123-45-67", "-5", "@home", "'quoted", "'=1+1", '"quoted"', 'say "hi"', '6.1" 4:3'],
  ...[
    "a;b",
    "a,b",
    "a|b",
    "a\tb",
    "two\nlines",
    "three\n\nlines\n",
    "\nfirst",
    "a\r\nb",
    "bell\u0007",
    " leading",
    "trailing ",
    "a  b   c",
  ],
  ...["no\u00a0break", "soft\u00adhyphen", "zero\u200bwidth", "—", "-", "''", "null", "_x000D_", "&amp; <b>", "]]>"],
  ...["Größe Ünïcödé ß", "Œuvre élégante", "Чехол для телефона", "Ёлка", "日本語のテキスト", "简体中文", "한국어"],
  ...["العربية", "עברית", "ไทย", "👩‍👩‍👧 🎉", "e\u0301", "ﬁ", "½ × ≤ ∞", '{"a": 1}', "sep=;", "id", "price"],
  ...["x".repeat(200)],
] as const;

const prices = [0, 5, 0.1, 0.01, 19.99, 1234.5, 1000, 1000.5, 99999.99, 1.005, 1_000_000, 0.125];

const westernLetters = /[À-ÿŒœ€½]/;
const leafOf = (text: string): string =>
  /[А-яЁё]/.test(text)
    ? "Cyrillic"
    : westernLetters.test(text) && !/[^\x20-\x7eÀ-ÿŒœ€]/.test(text)
      ? "Western"
      : "Texts";

/** As many items as make 141 with those of the demo catalog. Each text is a name, a key, an attribute and more. */
export const hardItems: readonly ItemRow[] = texts.map((text, at) => ({
  key: /\p{Cc}|^—$/u.test(text) ? `hard ${at}` : text.trim(),
  subcategory: `Hard cases / ${leafOf(text)}`,
  name: text.trim() === "" || text === "—" ? `\\${text}` : text,
  price: prices[at % prices.length],
  discount: at % 100,
  currency: "EUR",
  quantity: at * 1000,
  visible: at % 3 > 0,
  priority: at,
  tags: [text, `tag ${at}`],
  simpleDescription: text === "—" ? `\\${text}` : text,
  "name@de": text === "—" ? `\\${text}` : text,
  "attribute.Size": text === "—" ? `\\${text}` : text,
}));
