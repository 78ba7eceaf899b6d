import fc from "fast-check";
import { currencies } from "../../contract/constants.ts";
import type { SheetItem } from "../../server/columns/item-cells.ts";
import { textOfPath } from "../../server/columns/path-text.ts";

/** Pieces of which texts are made that formats, marks and headers have to tell apart. */
const pieces = [
  ...[
    '"',
    "'",
    ",",
    ";",
    "|",
    "\t",
    "\r",
    "\n",
    "\r\n",
    " ",
    "\u00a0",
    "\\",
    "/",
    "//",
    " / ",
    "=",
    "+",
    "-",
    "@",
    ".",
  ],
  ...[
    "—",
    "…",
    "… too long for a cell …",
    '""',
    "@ru",
    " [2]",
    " [12]",
    "attribute.",
    "_x000D_",
    "_x005F_",
    "_",
    "&amp;",
  ],
  ...[
    "<",
    "]]>",
    "&",
    "https://a/1.webp",
    "000123456789012345678",
    "1e5",
    "TRUE",
    "null",
    "{",
    "sep=;",
    "#REF!",
    "\u0001",
  ],
  ...["\ufeff", "\ufffe", "\u2028", "é", "Ё", "日本", "👩‍👩‍👧", "name", "x"],
];

/** Any text that the service stores. */
export const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\u0000", "").toWellFormed()),
);
const anyName = anyText.map((text) => (text.trim() === "" ? `n${text}` : text));
const anyTag = anyText.filter((text) => text !== "");
const anyAddress = fc.constantFrom(
  "https://cdn.example.com/1.webp",
  "https://cdn.example.com/w_300,h_200;q=1/2.webp",
  "https://a.example/x, https:",
  "/images/3.webp",
  "a b|c.webp",
  "",
  'x".webp',
);
const anyAttributes = fc.array(
  fc.record({ key: fc.oneof(fc.constantFrom("Colour", "Size"), anyText), value: anyText }),
  {
    maxLength: 5,
  },
);
const anyTranslation = fc.record(
  { name: anyName, simpleDescription: anyText, description: anyAttributes },
  { requiredKeys: [] },
);
const anyNumber = fc.oneof(
  fc.nat(),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.constant(0.1 + 0.2),
);

export const anySheetItem: fc.Arbitrary<SheetItem> = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{20}$/),
  key: fc.oneof(fc.constant(""), fc.constantFrom("=1+1", "00042", "'-1", "SKU 1", "—")),
  version: fc.nat().map((number) => number + 1),
  path: fc.array(anyName, { minLength: 1, maxLength: 3 }).map(textOfPath),
  subcategoryId: fc.constantFrom("phones", "-x", "телефоны"),
  name: anyName,
  visible: fc.boolean(),
  priority: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  quantity: anyNumber,
  price: anyNumber,
  discount: fc.nat(100),
  currency: fc.constantFrom(...currencies),
  imgs: fc.array(anyAddress, { maxLength: 3 }),
  tags: fc.array(anyTag, { maxLength: 3 }),
  badges: fc.array(anyTag, { maxLength: 3 }),
  simpleDescription: anyText,
  description: anyAttributes,
  translations: fc.dictionary(fc.constantFrom("ru", "de", "en"), anyTranslation, { maxKeys: 2 }),
});
