import { describe, expect, test } from "bun:test";
import { correctionOf, qrCode } from "./qr.ts";

/** Reads a code back as a scanner does: takes the mask off, walks the columns, and puts the blocks together. */
function read(rows: boolean[][], blocks: number[], reserved: (x: number, y: number) => boolean): string {
  const size = rows.length;
  const bits: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (!reserved(x, y)) bits.push(rows[y]?.[x] !== ((x + y) % 2 === 0) ? 1 : 0);
      }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(""), 2),
  );
  const longest = Math.max(...blocks);
  const parts: number[][] = blocks.map(() => []);
  let next = 0;
  for (let at = 0; at < longest; at++)
    for (const [block, length] of blocks.entries()) if (at < length) parts[block]?.push(bytes[next++] ?? 0);
  const data = parts.flat();
  const all = data.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const length = Number.parseInt(all.slice(4, 12), 2);
  const text = Array.from({ length }, (_, at) => Number.parseInt(all.slice(12 + at * 8, 20 + at * 8), 2));
  return new TextDecoder().decode(new Uint8Array(text));
}

const between = (value: number, from: number, to: number) => value >= from && value <= to;

describe("a QR code", () => {
  test("corrects as the standard's example does", () => {
    // Annex I: "01234567" as 1-M.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    expect(correctionOf(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });

  test("says its format in both places: correction L, the first mask", () => {
    const rows = qrCode("otpauth") ?? [];
    const size = rows.length;
    const dark = (x: number, y: number) => (rows[y]?.[x] ? "1" : "0");
    const beside =
      [0, 1, 2, 3, 4, 5, 7, 8].map((y) => dark(8, y)).join("") + [7, 5, 4, 3, 2, 1, 0].map((x) => dark(x, 8)).join("");
    const apart =
      Array.from({ length: 8 }, (_, at) => dark(size - 1 - at, 8)).join("") +
      Array.from({ length: 7 }, (_, at) => dark(8, size - 7 + at)).join("");
    // The standard's table: L and mask 000 is 111011111000100, the last bit first here.
    expect(beside).toBe([..."111011111000100"].reverse().join(""));
    expect(apart).toBe(beside);
  });

  test("of an authenticator's address can be read back", () => {
    const text =
      "otpauth://totp/Catalog%20Backoffice:anna?issuer=Catalog%20Backoffice&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const rows = qrCode(text) ?? [];
    expect(rows).toHaveLength(41);
    const reserved = (x: number, y: number) =>
      x === 6 ||
      y === 6 ||
      (x < 9 && y < 9) ||
      (x < 9 && y >= 33) ||
      (x >= 33 && y < 9) ||
      (between(x, 32, 36) && between(y, 32, 36));
    expect(read(rows, [68, 68], reserved)).toBe(text);
  });

  test("grows with the text up to its bounds", () => {
    expect(qrCode("a")).toHaveLength(21);
    expect(qrCode("a".repeat(200))).toHaveLength(53);
    expect(qrCode("a".repeat(271))).toHaveLength(57);
    expect(qrCode("a".repeat(272))).toBeUndefined();
  });
});
