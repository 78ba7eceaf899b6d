import { describe, expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { limits } from "../../contract/limits.ts";
import { QrCode } from "./qr-code.tsx";

const addressOf = (name: string) =>
  `otpauth://totp/Catalog%20Backoffice:${encodeURIComponent(name)}?issuer=Catalog%20Backoffice&secret=JBSWY3DPEHPK3PXP`;

/** The drawn code: its width in squares, and the dark squares. */
function drawn(name: string) {
  const svg = renderToStaticMarkup(createElement(QrCode, { text: addressOf(name), label: "Scan me" }));
  const width = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  return { svg, width, isDark: (x: number, y: number) => dark.has(`${x} ${y}`), dark };
}

const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];

describe("the QR code of an authenticator's address", () => {
  test("has its three finder patterns inside a light margin of four squares, and a name", () => {
    const { svg, width, isDark, dark } = drawn("anna");
    expect(svg).toContain('aria-label="Scan me"');
    const far = width - 4 - 7;
    for (const [left, top] of [
      [4, 4],
      [far, 4],
      [4, far],
    ] as const) {
      const corner = finder.map((row, y) => [...row].map((_, x) => (isDark(left + x, top + y) ? "#" : ".")).join(""));
      expect(corner).toEqual(finder);
    }
    const inMargin = [...dark].filter((at) => at.split(" ").some((one) => Number(one) < 4 || Number(one) >= width - 4));
    expect(inMargin).toEqual([]);
  });

  test("is drawn for the longest possible name", () => {
    expect(drawn("語".repeat(limits.userNameLength)).width).toBeGreaterThan(drawn("anna").width);
  });
});
