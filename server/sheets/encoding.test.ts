import { describe, expect, test } from "bun:test";
import type { Encoding } from "../../contract/constants.ts";
import { encoded } from "../../test/support/encoded.ts";
import { priceLists } from "../../test/support/price-lists.ts";
import { encodingOf } from "./encoding.ts";
import { fileOfBlob } from "./sheet-file.ts";

/** Where two encodings have the same bytes for all of a text, either will do. */
async function recognised(text: string, encoding: Encoding): Promise<Encoding> {
  const bytes = new Uint8Array(encoded(text, encoding));
  const told = await encodingOf(fileOfBlob(new Blob([bytes])));
  return new TextDecoder(told).decode(bytes) === text ? encoding : told;
}

const cases = priceLists.flatMap((list) => list.encodings.map((encoding) => ({ ...list, encoding })));

describe.each(cases)("a list in $language in $encoding", ({ encoding, header, rows }) => {
  const lines = [header, ...rows];
  const inCapitals = lines.map((line) => line.toUpperCase());

  test("is told by all of its rows", async () => {
    const all = `${lines.join("\r\n")}\r\n`;
    expect(await recognised(all, encoding)).toBe(encoding);
    expect(await recognised(`${header}\n${`${rows.join("\n")}\n`.repeat(50)}`, encoding)).toBe(encoding);
    expect(await recognised(inCapitals.join("\n"), encoding)).toBe(encoding);
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
