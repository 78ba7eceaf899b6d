import { expect, test } from "bun:test";
import { cellsOf, formerRows, type Pair, storedCells, withLeft } from "./attribute-cells.ts";

const rows = (...texts: string[]): Pair[] =>
  texts.map((text) => {
    const [key = "", value = ""] = text.split("=");
    return { key, value };
  });

const original = rows("Colour=Red", "Port=USB-C");

test("cells stand beside the rows of the original, and rows that only the translation has come after them", () => {
  expect(cellsOf(original, undefined, undefined)).toEqual(rows("=", "="));
  expect(cellsOf(original, rows("Цвет=Красный"), undefined)).toEqual(rows("Цвет=Красный", "="));
  const more = rows("Цвет=Красный", "Порт=USB-C", "Вес=1 кг");
  expect(cellsOf(original, more, undefined)).toEqual(more);
});

test("when the original has changed, a translated row stays beside the row it was made from", () => {
  const former = rows("Size=10", "Colour=Blue");
  expect(cellsOf(original, rows("Размер=10", "Цвет=Синий"), former)).toEqual(rows("Цвет=Синий", "="));
  expect(formerRows(rows("Color=Red", "Port=A"), rows("Colour=Red", "Port=A"))).toEqual([0, 1]);
  expect(formerRows(rows("New=1", "A=1", "B=1"), rows("A=1", "B=1"))).toEqual([undefined, 0, 1]);
});

test("cells that are left empty are stored as in the original, and nothing if all are", () => {
  expect(storedCells(original, rows("Цвет=", "="))).toEqual(rows("Цвет=Red", "Port=USB-C"));
  expect(storedCells(original, rows("=", "="))).toBeUndefined();
  expect(storedCells(original, rows("Цвет=Красный", "Порт=", "="))).toEqual(rows("Цвет=Красный", "Порт=USB-C"));
});

test("a cell that was left empty still looks empty, until somebody has translated it", () => {
  const isLeft = (at: number) => at === 1;
  expect(withLeft(rows("Цвет=Красный", "Port=USB-C"), original, isLeft)).toEqual(rows("Цвет=Красный", "="));
  expect(withLeft(rows("Цвет=Красный", "Порт=USB-C"), original, isLeft)).toEqual(rows("Цвет=Красный", "Порт="));
});
