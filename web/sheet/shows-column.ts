import type { Column } from "../items/grid/columns.ts";
import { discounted } from "../items/price.ts";
import { isSheetColumn, readCell, type SheetColumn } from "./cell-values.ts";
import { type Block, type Laid, widthOf } from "./place-block.ts";

/** What a row shows now; undefined for one that does not exist yet. */
export type ShownRow = { price: number; discount: number; text(column: Column): string } | undefined;

type Options = {
  block: Block;
  columns: readonly Column[];
  /** By the row of the block. */
  rowAt(row: number): ShownRow;
};

/**
 * Whether a column of a block is what a column of the grid shows that cannot be written, as in rows that were copied out,
 * changed elsewhere and brought back. A list from elsewhere has no such column, and passes it over.
 */
export function showsColumn({ block, columns, rowAt }: Options, at: number, position: number, laid: Laid): boolean {
  const column = columns[position] as Column;
  const texts = textsOf(block, at);
  const signs = texts.map(({ text, row }) => signOf(text, block[row] ?? [], column, laid, rowAt(row)));
  if (texts.length > 0 && !isMost(signs, (sign) => sign !== "none")) return false;
  const fields = columns.slice(position + 1).filter(isSheetColumn);
  const [over, here] = [makesSense(block, at + 1, fields), makesSense(block, at, fields)];
  // Numbers may be the same by chance, and an empty column may be any: then it is decided by what makes sense after it.
  return signs.includes("certain") ? over || !here : over && !here;
}

const textsOf = (block: Block, at: number) =>
  block.flatMap((texts, row) => ((texts[at] ?? "").trim() === "" ? [] : { text: (texts[at] ?? "").trim(), row }));

const isMost = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length * 2 > all.length;

/** What one text tells: a price that the buyer pays is no sign if it is the price itself. */
function signOf(
  text: string,
  texts: readonly string[],
  column: Column,
  laid: Laid,
  row: ShownRow,
): "certain" | "possible" | "none" {
  if (row && row.text(column) === text) return "certain";
  if (column.id !== "buyerPays") return "none";
  const number = (field: "price" | "discount", given: string | undefined) => {
    const { value } = readCell(field, given ?? "") as { value?: number };
    return given === undefined ? undefined : value;
  };
  const given = (field: "price" | "discount") => {
    const found = laid.find(({ column }) => column?.id === field);
    return (found && number(field, texts[found.at])) ?? row?.[field] ?? 0;
  };
  const [pays, price, discount] = [number("price", text), given("price"), given("discount")];
  const isPaid = (one: number) => pays !== undefined && Math.abs(pays - one) < 0.006;
  if (row && isPaid(discounted(row.price, row.discount))) return "certain";
  if (!isPaid(discounted(price, discount))) return "none";
  return price > 0 && discount > 0 ? "certain" : "possible";
}

/** Whether these fields take the texts of the block from a column on, one after the other. */
function makesSense(block: Block, from: number, fields: readonly SheetColumn[]): boolean {
  for (let at = from; at < widthOf(block); at++) {
    const texts = textsOf(block, at);
    const id = fields[at - from]?.id;
    if (texts.length === 0) continue;
    if (!id || !isMost(texts, ({ text }) => readCell(id, text).fault === undefined)) return false;
  }
  return true;
}
