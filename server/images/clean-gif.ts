import { BrokenImage, cutShort, Keeper } from "./pieces.ts";

const imageBlock = 0x2c;
const extension = 0x21;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;

/** The applications that say how often an animation repeats. Every other one carries metadata. */
const loops = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

export function cleanGif(bytes: Buffer): Buffer {
  const keeper = new Keeper(bytes);
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
  keeper.keep(0, at);
  for (;;) {
    const kind = byte(at);
    if (kind === trailer) {
      keeper.keep(at, at + 1);
      return keeper.kept();
    }
    if (kind === imageBlock) {
      const end = afterBlocks(afterTable(byte(at + 9), at + 10) + 1);
      keeper.keep(at, end);
      at = end;
    } else if (kind === extension) {
      const label = byte(at + 1);
      const end = afterBlocks(at + 2);
      const isLoop = label === application && loops.has(bytes.toString("latin1", at + 3, at + 14));
      if (label === graphicControl || isLoop) keeper.keep(at, end);
      at = end;
    } else if (kind === 0) {
      at += 1;
    } else {
      throw new BrokenImage(`no block at byte ${at}`);
    }
  }
}
