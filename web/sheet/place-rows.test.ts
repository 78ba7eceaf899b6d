import { describe, expect, test } from "bun:test";
import type { RowsTo } from "../items/grid/sheet-commands.ts";
import { placeRows, prioritiesBetween } from "./place-rows.ts";

const letters = [..."abcdef"].map((id, priority) => ({ id, priority }));

/** The list after the move, or what is said instead. */
function moved(ids: string, to: RowsTo, loaded = letters.length) {
  const rows = letters.length;
  const itemAt = (index: number) => (index < loaded ? letters[index] : undefined);
  const indexOf = (id: string) => {
    const index = letters.findIndex((letter) => letter.id === id);
    return index < loaded ? index : undefined;
  };
  const place = placeRows(ids, to, { rows, itemAt, indexOf });
  if (place === undefined || place === "unknown") return place ?? "nothing";
  const others = letters.filter(({ id }) => !ids.includes(id));
  expect([others[place.at - 1], others[place.at]]).toEqual([place.before, place.after]);
  return others
    .toSpliced(place.at, 0, ...place.moved)
    .map(({ id }) => id)
    .join("");
}

describe("rows that are moved", () => {
  test("come to the gap together, in the order of the list", () => {
    expect(moved("b", { gap: 0 })).toBe("bacdef");
    expect(moved("b", { gap: 6 })).toBe("acdefb");
    expect(moved("eb", { gap: 3 })).toBe("acbedf");
    expect(moved("ace", { gap: 2 })).toBe("bacedf");
  });

  test("go one row up or down, and gather if they were apart", () => {
    expect(moved("cd", { by: -1 })).toBe("acdbef");
    expect(moved("cd", { by: 1 })).toBe("abecdf");
    expect(moved("bd", { by: 1 })).toBe("acebdf");
  });

  test("stay where they are at an end of the list, and where they were", () => {
    expect(moved("a", { by: -1 })).toBe("nothing");
    expect(moved("ef", { by: 1 })).toBe("nothing");
    expect(moved("bc", { gap: 1 })).toBe("nothing");
    expect(moved("bc", { gap: 3 })).toBe("nothing");
    expect(moved("", { gap: 3 })).toBe("nothing");
  });

  test("are not placed by guess where rows are not loaded", () => {
    expect(moved("a", { gap: 3 }, 4)).toBe("bcadef");
    expect(moved("a", { gap: 4 }, 4)).toBe("unknown");
    expect(moved("f", { gap: 0 }, 4)).toBe("unknown");
  });
});

describe("priorities between two others", () => {
  test("are in order, and whole numbers at the ends", () => {
    expect(prioritiesBetween(1, 2, 1)).toEqual([1.5]);
    expect(prioritiesBetween(0, 4, 3)).toEqual([1, 2, 3]);
    expect(prioritiesBetween(undefined, 2.5, 2)).toEqual([0, 1]);
    expect(prioritiesBetween(2.5, undefined, 2)).toEqual([4, 5]);
    expect(prioritiesBetween(undefined, undefined, 2)).toEqual([0, 1]);
  });

  test("do not exist where no number is left", () => {
    expect(prioritiesBetween(3, 3, 1)).toBeUndefined();
    expect(prioritiesBetween(1, 1 + Number.EPSILON, 1)).toBeUndefined();
  });
});
