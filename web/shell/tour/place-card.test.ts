import { expect, test } from "bun:test";
import { placeCard, ringAround } from "./place-card.ts";

const card = { width: 340, height: 180 };
const desk = { width: 1280, height: 800 };

test("a card stands on the right, left, below or above, where there is room", () => {
  expect(placeCard({ left: 0, top: 52, width: 300, height: 748 }, card, desk)).toEqual({ left: 312, top: 64 });
  expect(placeCard({ left: 820, top: 52, width: 460, height: 748 }, card, desk)).toEqual({ left: 468, top: 64 });
  expect(placeCard({ left: 300, top: 200, width: 980, height: 40 }, card, desk)).toEqual({ left: 312, top: 252 });
  expect(placeCard({ left: 300, top: 700, width: 980, height: 40 }, card, desk)).toEqual({ left: 312, top: 508 });
});

test("a card never leaves the window", () => {
  expect(placeCard({ left: 0, top: 780, width: 300, height: 20 }, card, desk)).toEqual({ left: 312, top: 608 });
  expect(placeCard({ left: 0, top: 0, width: 1280, height: 800 }, card, desk)).toEqual({ left: 928, top: 608 });
});

test("a card stands at the bottom of a phone, and in the corner if there is nothing to stand beside", () => {
  const phone = { width: 390, height: 844 };
  expect(placeCard({ left: 0, top: 0, width: 390, height: 40 }, { width: 366, height: 180 }, phone)).toEqual({
    left: 12,
    top: 652,
  });
  expect(placeCard(undefined, card, desk)).toEqual({ left: 928, top: 608 });
});

test("a ring stays inside of the window", () => {
  expect(ringAround({ left: 0, top: 52, width: 300, height: 748 }, desk)).toEqual({
    left: 2,
    top: 48,
    width: 302,
    height: 750,
  });
});
