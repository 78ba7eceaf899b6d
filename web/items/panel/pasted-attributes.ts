import { limits } from "../../../contract/limits.ts";
import type { LaterText } from "../../platform/i18n/later-words.ts";
import { readTsv } from "../../platform/tsv.ts";
import { isSameName } from "../same-name.ts";
import { type Attribute, emptyRow, isEmptyRow } from "./attributes.ts";

/** `line` counts from 1, as people do. */
type PastedLine = { line: number; text: string; row: Attribute | undefined; fault: LineFault | undefined };

type LineFault = keyof LaterText["pasted"]["faults"];

export type BadLine = { line: number; text: string; fault: LineFault };

/**
 * The lines of a pasted text: two columns of a spreadsheet, or "name: value". Values are kept to the letter; cells after the
 * second belong to the value, as a unit does.
 */
export function readPasted(text: string): PastedLine[] {
  const lines = text.includes("\t")
    ? readTsv(text).map((cells) => ({ text: cells.join("\t"), row: rowOf(cells) }))
    : text.split(/\r\n?|\n/).map((line) => ({ text: line, row: pairIn(line) }));
  return lines.flatMap(({ text, row }, at) =>
    text.trim() === "" ? [] : [{ line: at + 1, text, row, fault: faultOf(row) }],
  );
}

const rowOf = ([key = "", ...values]: string[]): Attribute => ({
  key: key.trim(),
  value: values.filter((value) => value !== "").join(" "),
});

function pairIn(line: string): Attribute | undefined {
  // In an address, the colon belongs to the text.
  const colon = line.search(/[:：](?!\/\/)/);
  return colon < 0 ? undefined : { key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trimStart() };
}

function faultOf(row: Attribute | undefined): LineFault | undefined {
  if (!row) return "no_pair";
  const { key, value } = row;
  if (key === "") return "no_name";
  if (key.length > limits.attributeKeyLength) return "name_too_long";
  if (value.length > limits.attributeValueLength) return "value_too_long";
  return /\0/.test(key + value) || !key.isWellFormed() || !value.isWellFormed() ? "invalid_text" : undefined;
}

export type Merged = {
  rows: Attribute[];
  added: number;
  changed: number;
  /** Where the last pasted row is. */
  last: number;
  bad: BadLine[];
};

/**
 * Puts pasted lines into the rows, new ones in place of an empty row or below a row. A name that exists gets the new value;
 * the second of two equal names goes to the second such row, so that lists like "Port" keep all their values.
 */
export function mergePasted(rows: readonly Attribute[], at: number, pasted: readonly PastedLine[]): Merged {
  const next = [...rows];
  const fresh: Attribute[] = [];
  const changed = new Set<number>();
  const bad: BadLine[] = [];
  const room = limits.attributes - rows.filter((row) => !isEmptyRow(row)).length;
  let last: Attribute | undefined;
  for (const { line, text, row = emptyRow, fault } of pasted) {
    const known = next.findIndex(({ key }, index) => !changed.has(index) && isSameName(key, row.key));
    const isFull = known < 0 && fresh.length >= room;
    if (fault || isFull) {
      bad.push({ line, text, fault: fault ?? "too_many" });
    } else if (known < 0) {
      last = row;
      fresh.push(row);
    } else {
      last = { key: next[known]?.key ?? row.key, value: row.value };
      next[known] = last;
      changed.add(known);
    }
  }
  const here = rows[at];
  if (here && !isEmptyRow(here)) next.splice(at + 1, 0, ...fresh);
  else if (last) next.splice(at, 1, ...fresh);
  return { rows: next, added: fresh.length, changed: changed.size, last: last ? next.indexOf(last) : at, bad };
}
