import { expect, test } from "bun:test";
import type { ColumnId } from "../catalog/column-ids.ts";
import { columns as all } from "../items/grid/columns.ts";
import { placeBlock } from "./place-block.ts";
import { type ShownRow, showsColumn } from "./shows-column.ts";

const usual: ColumnId[] = ["name", "price", "discount", "buyerPays", "quantity", "visible"];

/** The columns that a block goes into, from the first one on. */
function into(block: string[][], rows: ShownRow[] = [], copied?: string[], ids = usual, left = 0) {
  const columns = ids.flatMap((id) => all.find((column) => column.id === id) ?? []);
  const known = { block, columns, rowAt: (row: number) => rows[row] };
  const range = { top: 0, bottom: 0, left, right: left };
  const { columns: written } = placeBlock({
    block,
    range,
    columns,
    offered: columns,
    copied,
    labelOf: ({ id }) => id,
    shows: (...at) => showsColumn(known, ...at),
  });
  return written.map(({ id }) => id).join();
}

const shown = (price: number, discount: number, text = ""): ShownRow => ({ price, discount, text: () => text });
const goods = Array.from({ length: 50 }, (_, at) => [`Lamp ${at}`, String(at + 1), "0", String(at + 1)]);

test("fifty rows with a column for the stock keep it, whatever their numbers are", () => {
  expect(into(goods)).toBe("name,price,discount,quantity");
  expect(into(goods.map((texts) => [...texts, "yes"]))).toBe("name,price,discount,quantity,visible");
  expect(into(goods.slice(0, 1))).toBe("name,price,discount,quantity");
});

test("a column of numbers that nobody pays is the stock, and what is right of it is not taken for it", () => {
  const goods = [
    ["Aurora", "49", "0", "12", "30"],
    ["Blue", "19", "0", "3", "45"],
  ];
  expect(into(goods)).toBe("name,price,discount,quantity,visible");
});

test("an empty column for the stock is one", () => {
  const goods = [
    ["Aurora", "49", "0", "", "1"],
    ["Blue", "19", "0", "", "0"],
  ];
  expect(into(goods)).toBe("name,price,discount,quantity,visible");
});

test("a stock that is what the buyer pays now by chance is kept", () => {
  const rows = [shown(50, 0, "50")];
  expect(into([["Aurora", "60", "0", "50", "yes"]], rows)).toBe("name,price,discount,quantity,visible");
});

test("rows that were copied out of the list and brought back go into the columns that they came from", () => {
  const rows = [shown(100, 10), shown(50, 0)];
  const back = [
    ["100", "10", "90", "3"],
    ["50", "0", "50", "4"],
  ];
  expect(into(back, rows, undefined, usual, 1)).toBe("price,discount,quantity");
  // One price was changed meanwhile, and what the buyer pays was not worked out again.
  expect(into([["120", "10", "90", "3"]], rows, undefined, usual, 1)).toBe("price,discount,quantity");
  // As new items, which show nothing yet.
  expect(into(back, [], undefined, usual, 1)).toBe("price,discount,quantity");
  const whole = [["Lamp", "5", "0", "", "1", "yes"]];
  expect(into(whole)).toBe("name,price,discount,quantity,visible");
  const plain = goods.map((texts) => [...texts, "7", "yes"]);
  expect(into(plain)).toBe("name,price,discount,quantity,visible");
});

test("what the list itself has copied is known, wherever it is pasted", () => {
  const copied = ["price", "discount", "buyerPays", "quantity"];
  const texts = [["5", "0", "5", "1"]];
  expect(into(texts, [], copied, usual, 1)).toBe("price,discount,quantity");
  expect(into([["5", "1"]], [shown(1, 0)], ["discount", "quantity"], usual, 2)).toBe("discount,quantity");
});

test("the place of an item is known by its words", () => {
  const ids: ColumnId[] = ["name", "place", "price"];
  const rows = [shown(1, 0, "Lighting / Lamps")];
  expect(into([["Lamp", "Lighting / Lamps", "5"]], rows, undefined, ids)).toBe("name,price");
  expect(into([["Lamp", "5"]], rows, undefined, ids)).toBe("name,price");
});
