import { BrokenImage, cutShort, Keeper } from "./pieces.ts";

const imageBlock = 0x2c;
const extension = 0x21;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;

/** The application extensions that say how often an animation repeats. All others hold metadata. */
const loops = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

type Block = { kind: "head" | "picture" | "control" | "loop" | "other" | "end"; start: number; end: number };

export function* gifBlocks(bytes: Buffer): Generator<Block> {
  const byte = (at: number): number => {
    const value = bytes[at];
    if (value === undefined) throw cutShort();
    return value;
  };
  const afterTable = (flags: number, at: number) => (flags & 0x80 ? at + 3 * 2 ** ((flags & 7) + 1) : at);
  const afterBlocks = (start: number) => {
    let at = start;
    for (let size = byte(at); size !== 0; size = byte(at)) at += 1 + size;
    return at + 1;
  };

  let at = afterTable(byte(10), 13);
  yield { kind: "head", start: 0, end: at };
  for (;;) {
    const kind = byte(at);
    if (kind === trailer) return yield { kind: "end", start: at, end: at + 1 };
    if (kind === imageBlock) {
      const end = afterBlocks(afterTable(byte(at + 9), at + 10) + 1);
      yield { kind: "picture", start: at, end };
      at = end;
    } else if (kind === extension) {
      const label = byte(at + 1);
      const end = afterBlocks(at + 2);
      const isLoop = label === application && loops.has(bytes.toString("latin1", at + 3, at + 14));
      yield { kind: label === graphicControl ? "control" : isLoop ? "loop" : "other", start: at, end };
      at = end;
    } else if (kind === 0) {
      at += 1;
    } else {
      throw new BrokenImage(`no block at byte ${at}`);
    }
  }
}

export function cleanGif(bytes: Buffer): Buffer {
  const keeper = new Keeper(bytes);
  for (const { kind, start, end } of gifBlocks(bytes)) if (kind !== "other") keeper.keep(start, end);
  return keeper.kept();
}
