import { describe, expect, test } from "bun:test";
import type { Encoding } from "../../contract/constants.ts";
import { encoded } from "../../test/support/encoded.ts";
import { priceLists } from "../../test/support/price-lists.ts";
import { encodingOf } from "../formats/encoding.ts";
import { fileOfBlob } from "../formats/sheet-file.ts";
import { decoderOf } from "../formats/text-decoder.ts";
import { openSheet } from "./open-sheet.ts";

/** Where two encodings have the same bytes for all of a text, either will do. */
async function recognised(text: string, encoding: Encoding): Promise<Encoding> {
  const bytes = new Uint8Array(encoded(text, encoding));
  const told = await encodingOf(fileOfBlob(new Blob([bytes])));
  return decoderOf(told.encoding).decode(bytes) === text ? encoding : told.encoding;
}

const isCertain = async (text: string, encoding: Encoding): Promise<boolean> =>
  (await encodingOf(fileOfBlob(new Blob([new Uint8Array(encoded(text, encoding))])))).isCertain;

const cases = priceLists.flatMap((list) => list.encodings.map((encoding) => ({ ...list, encoding })));

describe.each(cases)("a list in $language in $encoding", ({ encoding, header, rows }) => {
  const lines = [header, ...rows];
  const inCapitals = lines.map((line) => line.toUpperCase());

  test("is told by all of its rows", async () => {
    const all = `${lines.join("\r\n")}\r\n`;
    expect(await recognised(all, encoding)).toBe(encoding);
    expect(await recognised(`${header}\n${`${rows.join("\n")}\n`.repeat(50)}`, encoding)).toBe(encoding);
    expect(await recognised(inCapitals.join("\n"), encoding)).toBe(encoding);
    expect(await isCertain(all, encoding)).toBe(true);
  });

  test("is told by the header and any one row", async () => {
    const wrong = [];
    for (const row of rows) {
      const text = `${header}\n${row}\n`;
      const told = await recognised(text, encoding);
      if (told !== encoding && /[^\0-\x7f]/.test(text)) wrong.push([text, told]);
    }
    expect(wrong).toEqual([]);
  });

  test("is told by each row alone", async () => {
    const wrong = [];
    for (const row of lines) {
      if (!/[^\0-\x7f]/.test(row)) continue;
      const told = await recognised(row, encoding);
      if (told !== encoding) wrong.push([row, told]);
    }
    expect(wrong).toEqual([]);
  });
});

/** Encodings that few programs write, of the languages of another one. Rows with a sign that they do not have are left out. */
const rare = {
  "windows-1252": ["iso-8859-15", "macintosh", "ibm850"],
  "windows-1250": ["iso-8859-2", "ibm852"],
} as const;
const rareCases = cases.flatMap((list) => {
  const encodings = list.encoding in rare ? rare[list.encoding as keyof typeof rare] : [];
  return encodings.map((encoding) => ({ ...list, encoding }));
});

describe.each(rareCases)("a list in $language in $encoding", ({ encoding, header, rows }) => {
  const lines = [header, ...rows].filter((line) => isWritable(line, encoding) && /[^\0-\x7f]/.test(line));

  test("is told by all of its rows", async () => {
    expect(await recognised(lines.join("\r\n"), encoding)).toBe(encoding);
    expect(await isCertain(lines.join("\n"), encoding)).toBe(true);
  });

  test("is told by any two rows", async () => {
    const wrong = [];
    for (const [at, line] of lines.entries()) {
      const text = `${lines[at - 1] ?? lines.at(-1)}\n${line}\n`;
      const told = await recognised(text, encoding);
      if (told !== encoding) wrong.push([text, told]);
    }
    expect(wrong).toEqual([]);
  });
});

function isWritable(text: string, encoding: Encoding): boolean {
  try {
    return encoded(text, encoding).length > 0;
  } catch {
    return false;
  }
}

test.each([
  [
    "windows-1253",
    "Κωδικός;Περιγραφή;Τιμή\n1;Λάμπα γραφείου μαύρη;12,50\n2;Τραπέζι ξύλινο;99,00\n3;Καρέκλα κουζίνας;35",
  ],
  [
    "windows-1254",
    "Kod;Ürün adı;Açıklama\n1;Çalışma masası lambası;siyah\n2;Ahşap yemek masası;geniş\n3;Işıklı ayna;büyük",
  ],
] as const)("a list in %s makes no words in any encoding that is recognised", async (encoding, text) => {
  expect(await isCertain(text, encoding)).toBe(false);
});

test("a list in GB 18030 makes no words either, and is read if it is chosen", async () => {
  const bytes = Uint8Array.from(atob("seDC6zvD+7PGO7zbuPEKMTu62smrzKi1xjsxMi41MAoyO8S+18A7OTkuMDAK"), (sign) =>
    sign.charCodeAt(0),
  );
  const file = fileOfBlob(new Blob([bytes]));
  expect(await encodingOf(file)).toMatchObject({ isCertain: false });
  const sheet = await openSheet(file, { encoding: "gb18030" });
  expect([sheet.header, sheet.encodingCertain]).toEqual([["编码", "名称", "价格"], undefined]);
});

test("the code pages of DOS have the characters that their standards say", async () => {
  const known = {
    ibm850: [0x81, "ü", 0xe1, "ß", 0x9d, "Ø", 0xff, "\u00a0"],
    ibm852: [0x9f, "č", 0xfd, "ř", 0x88, "ł"],
  };
  for (const [encoding, pairs] of Object.entries(known)) {
    for (let at = 0; at < pairs.length; at += 2)
      expect(decoderOf(encoding as Encoding).decode(Uint8Array.of(pairs[at] as number))).toBe(pairs[at + 1] as string);
    const all = decoderOf(encoding as Encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    expect([all.length, new Set(all).size]).toEqual([256, 256]);
  }
});

test.each([
  ["windows-1252", "Größe Straße Öl Tür für Müller Café crème été señal año niño façade når"],
  ["windows-1250", "łóżko źródło część žárovka šroub příliš ložní fűtő őszi gyűrű"],
  ["windows-1251", "Лампа кабель ЧЕХОЛ Щётка набір їжа шт грн"],
  ["koi8-r", "Лампа кабель ЧЕХОЛ Щётка Новинка розетка"],
  ["ibm866", "Лампа кабель ЧЕХОЛ Щётка Новинка розетка"],
] as const)("one word of %s is enough", async (encoding, words) => {
  const told = words.split(" ").map(async (word) => [word, await recognised(`id;name\n1;${word}\n`, encoding)]);
  expect(await Promise.all(told)).toEqual(words.split(" ").map((word) => [word, encoding]));
});

test.each([3, 5, 10, 1_000])(
  "UTF-8 with %d letters and a damaged byte is a fault, and no text of another encoding",
  async (count) => {
    const start = Buffer.from(`id;name\n${"1;Möbel\n".repeat(count)}`);
    for (const damage of ["9;T\xc3", "9;T\xc3r\n", "9;T\xbcr\n", "9;T\xfcr\n"]) {
      const bytes = new Uint8Array(Buffer.concat([start, Buffer.from(damage, "latin1")]));
      await expect(encodingOf(fileOfBlob(new Blob([bytes])))).rejects.toMatchObject({ code: "invalid_text" });
    }
  },
);

test.each([
  ["windows-1252", "Pump 5 m³/h;Tank 2 m³;Box 0,5 m³"],
  ["windows-1252", "Sac à dos;Brosse à dents"],
  ["windows-1251", "М’яч"],
  ["windows-1250", "pół;STÓŁ DĘBOWY"],
] as const)("a few signs of %s are not those of another encoding", async (encoding, words) => {
  expect(await recognised(`id;name\n${words.replaceAll(";", "\n")}\n`, encoding)).toBe(encoding);
});

test("letters far from each other count, wherever the pieces of the file are cut", async () => {
  const filler = "1;case;5\n".repeat(60_000);
  for (const encoding of ["windows-1250", "windows-1251"] as const) {
    const word = encoding === "windows-1250" ? "řada;půl\n" : "ряд;пол\n";
    expect(await recognised(`id;name;n\n${filler}${word}${filler}${word}`, encoding)).toBe(encoding);
  }
});
