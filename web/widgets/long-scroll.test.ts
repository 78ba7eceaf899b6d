import { describe, expect, test } from "bun:test";
import { mostPixels, type Position, positionAt, scrolled, shownHeight } from "./long-scroll.ts";

const view = 640;
const million = { full: 1_000_000 * 40, view };
const end = mostPixels - view;

describe("scrolling through more rows than an element can be high", () => {
  test("a list that fits is scrolled as it is", () => {
    const extent = { full: 200_000 * 40, view };
    expect(shownHeight(extent)).toBe(extent.full);
    expect(scrolled(extent, { top: 0, scrollTop: 0 }, 123_456)).toEqual({ top: 123_456, scrollTop: 123_456 });
    expect(positionAt(extent, 5_000)).toEqual({ top: 5_000, scrollTop: 5_000 });
  });

  test("both ends of the element are the ends of the list", () => {
    expect(shownHeight(million)).toBe(mostPixels);
    expect(positionAt(million, 0)).toEqual({ top: 0, scrollTop: 0 });
    expect(positionAt(million, Number.MAX_SAFE_INTEGER)).toEqual({ top: million.full - view, scrollTop: end });
    expect(scrolled(million, { top: 0, scrollTop: 0 }, end)).toEqual({ top: million.full - view, scrollTop: end });
    expect(scrolled(million, positionAt(million, 20_000_000), 0)).toEqual({ top: 0, scrollTop: 0 });
  });

  test("every row can be reached, and the element is never scrolled past its ends", () => {
    for (const rows of [200_001, 250_000, 1_000_000, 5_000_000]) {
      const extent = { full: rows * 40, view };
      for (let at = 0; at <= 1_000; at++) {
        const top = Math.round(((extent.full - view) * at) / 1_000);
        const position = positionAt(extent, top);
        expect(position.top).toBe(top);
        expect(position.scrollTop).toBeGreaterThanOrEqual(0);
        expect(position.scrollTop).toBeLessThanOrEqual(end);
      }
    }
  });

  test("small steps are exact from any position, also from one band to the next", () => {
    for (const start of [0, 79_900, 7_999_990, 23_456_789, million.full - view - 5_000]) {
      let position: Position = positionAt(million, start);
      for (let step = 1; step <= 40; step++) {
        position = scrolled(million, position, position.scrollTop + 120);
        expect(position.top).toBe(start + step * 120);
      }
      expect(scrolled(million, position, position.scrollTop + 3_000).top).toBe(
        Math.min(start + 40 * 120 + 3_000, million.full - view),
      );
      for (let step = 39; step >= 0; step--) {
        position = scrolled(million, position, position.scrollTop - 120);
        expect(position.top).toBe(start + step * 120);
      }
    }
  });

  test("a jump goes there in proportion, and leaves the scroll bar where it was put", () => {
    let before = positionAt(million, 0);
    for (const share of [0.1, 0.5, 0.9, 0.25]) {
      const position = scrolled(million, before, share * end);
      expect(position.scrollTop).toBe(share * end);
      expect(Math.abs(position.top / (million.full - view) - share)).toBeLessThan(0.003);
      before = position;
    }
  });
});
