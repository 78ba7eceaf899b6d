import { readLimits } from "./read-limits.ts";
import { SheetFault } from "./sheet-fault.ts";

/** What a document contains, in its order. Names have no prefix; `attributes` is the text between the name and `>`. */
export type XmlHandler = {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
  /** Whether what was read is to be taken away before more of it is read. */
  isFull?(): boolean;
};

const broken = () => new SheetFault("damaged", "The workbook is damaged: a part of it is not well-formed XML.");

/**
 * Reads XML piece by piece, as far as workbooks use it. There are no document types in them, so an entity is one of the
 * five of XML or a number, and none can grow.
 */
export class XmlScanner {
  #text = "";
  #at = 0;
  /** Markup that is not whole is looked at again when there is twice as much of it: once for each piece is quadratic. */
  #enough = 0;
  #isPaused = false;

  constructor(private readonly handler: XmlHandler) {}

  /** Whether there is more to read in what was pushed: the handler was full. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  push(piece: string): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    if (this.#text.length >= this.#enough) this.goOn();
    if (!this.#isPaused && this.#text.length - this.#at > readLimits.row) {
      throw new SheetFault("too_long", "A cell of the workbook is too long.");
    }
  }

  goOn(): void {
    const text = this.#text;
    this.#isPaused = false;
    while (!this.#isPaused) {
      const open = text.indexOf("<", this.#at);
      const end = open === -1 ? -1 : this.#markup(text, open);
      if (end === -1) {
        if (open > this.#at) this.#plain(text.slice(this.#at, open));
        if (open !== -1) this.#at = open;
        this.#enough = 2 * (text.length - this.#at);
        return;
      }
      if (open > this.#at) this.#plain(text.slice(this.#at, open));
      this.#tag(text, open, end);
      this.#at = end;
      this.#isPaused = this.handler.isFull?.() ?? false;
    }
  }

  /** Call it when nothing is paused any more. Reads what has waited for more. */
  end(): void {
    this.goOn();
    if (!this.#isPaused && this.#text.slice(this.#at).trim() !== "") throw broken();
  }

  /** Where the markup that starts at `open` ends, or -1 if that is still to come. */
  #markup(text: string, open: number): number {
    const sign = text.charCodeAt(open + 1);
    if (sign === exclamation) {
      if (text.startsWith("<!--", open)) return after(text, "-->", open + 4);
      if (text.startsWith("<![CDATA[", open)) return after(text, "]]>", open + 9);
      if (text.length - open < 9) return -1;
      throw new SheetFault("damaged", "The workbook has a document type in it, which no workbook needs.");
    }
    if (sign === question) return after(text, "?>", open + 2);
    for (let at = open + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === greater) return at + 1;
      if (code !== doubleQuote && code !== singleQuote) continue;
      at = text.indexOf(code === doubleQuote ? '"' : "'", at + 1);
      if (at === -1) return -1;
    }
    return -1;
  }

  #tag(text: string, open: number, end: number): void {
    const sign = text.charCodeAt(open + 1);
    if (sign === question) return;
    if (sign === exclamation) {
      if (text.startsWith("<![CDATA[", open)) this.handler.text(text.slice(open + 9, end - 3));
      return;
    }
    if (sign === slash) {
      this.handler.close(nameAt(text, open + 2, end - 1));
      return;
    }
    const empty = text.charCodeAt(end - 2) === slash;
    const last = empty ? end - 2 : end - 1;
    const name = nameAt(text, open + 1, last);
    const space = nameEnd(text, open + 1, last);
    this.handler.open(name, space === last ? "" : text.slice(space, last));
    if (empty) this.handler.close(name);
  }

  #plain(text: string): void {
    this.handler.text(decoded(text));
  }
}

const [exclamation, question, slash, colon, greater] = [0x21, 0x3f, 0x2f, 0x3a, 0x3e];
const [doubleQuote, singleQuote] = [0x22, 0x27];

function after(text: string, ending: string, from: number): number {
  const at = text.indexOf(ending, from);
  return at === -1 ? -1 : at + ending.length;
}

function nameEnd(text: string, start: number, last: number): number {
  let end = start;
  while (end < last && text.charCodeAt(end) > 0x20) end++;
  return end;
}

/** The name that starts there, without its prefix. */
function nameAt(text: string, start: number, last: number): string {
  const end = nameEnd(text, start, last);
  let from = end - 1;
  while (from > start && text.charCodeAt(from - 1) !== colon) from--;
  return text.slice(from, end);
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Texts without entities; line ends as XML has them. */
function decoded(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  if (!lines.includes("&")) return lines;
  return lines.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (_, hex, decimal, name) => {
    if (name !== undefined) return entities.get(name) ?? fail();
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : fail();
  });
}

function fail(): never {
  throw broken();
}

/** The attributes of an element by name, without prefix. Reads each sign once, whatever the text is. */
export function attributesOf(attributes: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; ; ) {
    const equals = attributes.indexOf("=", at);
    if (equals === -1) return found;
    let open = equals + 1;
    while (attributes.charCodeAt(open) <= 0x20) open++;
    const quote = attributes.charCodeAt(open);
    if (quote !== doubleQuote && quote !== singleQuote) {
      at = equals + 1;
      continue;
    }
    const close = attributes.indexOf(quote === doubleQuote ? '"' : "'", open + 1);
    if (close === -1) return found;
    const name = attributes.slice(at, equals).trim();
    found.set(name.slice(name.indexOf(":") + 1), decoded(attributes.slice(open + 1, close)));
    at = close + 1;
  }
}
