/**
 * A QR code (ISO/IEC 18004) of up to 271 bytes: byte mode, error correction L, versions 1 to 10. Drawn here and not by a
 * service on the network, because what it holds is a secret.
 */

/** By version: the data bytes of each block, and the correction bytes of a block. */
const versions: readonly { blocks: number[]; correction: number; alignment: number[] }[] = [
  { blocks: [19], correction: 7, alignment: [] },
  { blocks: [34], correction: 10, alignment: [6, 18] },
  { blocks: [55], correction: 15, alignment: [6, 22] },
  { blocks: [80], correction: 20, alignment: [6, 26] },
  { blocks: [108], correction: 26, alignment: [6, 30] },
  { blocks: [68, 68], correction: 18, alignment: [6, 34] },
  { blocks: [78, 78], correction: 20, alignment: [6, 22, 38] },
  { blocks: [97, 97], correction: 24, alignment: [6, 24, 42] },
  { blocks: [116, 116], correction: 30, alignment: [6, 26, 46] },
  { blocks: [68, 68, 69, 69], correction: 18, alignment: [6, 28, 50] },
];

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Multiplication in the field of 256 elements that the correction works in. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The Reed-Solomon correction bytes of a block. */
export function correctionOf(data: readonly number[], length: number): number[] {
  const divisor: number[] = [...new Array<number>(length - 1).fill(0), 1];
  let root = 1;
  for (let turn = 0; turn < length; turn++) {
    for (let at = 0; at < length; at++) divisor[at] = times(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    root = times(root, 2);
  }
  const rest = new Array<number>(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, value] of divisor.entries()) rest[at] = (rest[at] ?? 0) ^ times(value, factor);
  }
  return rest;
}

/** The text with its length before it, filled up, with its correction, in the order in which it is drawn. */
function codewords(text: string, version: number): number[] {
  const { blocks, correction } = versions[version - 1] as (typeof versions)[number];
  const bytes = [...new TextEncoder().encode(text)];
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = sum(blocks) * 8;
  put(0, Math.min(4, room - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Array.from({ length: room / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  let start = 0;
  const parts = blocks.map((length) => {
    const part = data.slice(start, start + length);
    start += length;
    return part;
  });
  const corrections = parts.map((part) => correctionOf(part, correction));
  const longest = Math.max(...blocks);
  const woven = Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part[at] ?? []));
  const after = Array.from({ length: correction }, (_, at) => corrections.map((part) => part[at] ?? 0));
  return [...woven.flat(), ...after.flat()];
}

/** `value` with the remainder of its division by `generator` after it. */
function withRemainder(value: number, bits: number, generator: number): number {
  let rest = value << bits;
  const top = 32 - Math.clz32(generator);
  while (32 - Math.clz32(rest) >= top) rest ^= generator << (32 - Math.clz32(rest) - top);
  return (value << bits) | rest;
}

/** Rows of dark (true) and light squares; undefined for a text that is too long. */
export function qrCode(text: string): boolean[][] | undefined {
  const length = new TextEncoder().encode(text).length;
  const version = versions.findIndex(({ blocks }, index) => length + (index < 9 ? 2 : 3) <= sum(blocks)) + 1;
  if (version === 0) return undefined;
  const size = version * 4 + 17;
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const taken = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, value: boolean) => {
    const row = dark[y];
    const used = taken[y];
    if (!row || !used || x < 0 || x >= size) return;
    row[x] = value;
    used[x] = true;
  };

  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  /** Rings around a point: the eyes at three corners, and the small ones in between. */
  const rings = (cx: number, cy: number, radius: number, light: number[]) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  rings(3, 3, 4, [2, 4]);
  rings(size - 4, 3, 4, [2, 4]);
  rings(3, size - 4, 4, [2, 4]);
  const { alignment } = versions[version - 1] as (typeof versions)[number];
  const last = alignment.length - 1;
  for (const [i, x] of alignment.entries())
    for (const [j, y] of alignment.entries()) {
      const atEye = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!atEye) rings(x, y, 2, [1]);
    }

  // Correction L (01) and the first mask (000), twice, so that one may be spoilt.
  const format = withRemainder(0b01_000, 10, 0x537) ^ 0x5412;
  const formatBit = (at: number) => ((format >>> at) & 1) === 1;
  for (let at = 0; at < 6; at++) set(8, at, formatBit(at));
  set(8, 7, formatBit(6));
  set(8, 8, formatBit(7));
  set(7, 8, formatBit(8));
  for (let at = 9; at < 15; at++) set(14 - at, 8, formatBit(at));
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, formatBit(at));
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, formatBit(at));
  set(8, size - 8, true);
  if (version >= 7) {
    const told = withRemainder(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const bit = ((told >>> at) & 1) === 1;
      const along = size - 11 + (at % 3);
      const across = Math.floor(at / 3);
      set(along, across, bit);
      set(across, along, bit);
    }
  }

  // The bits go up and down in columns of two, from the right, around what is taken.
  const bits = codewords(text, version).flatMap((byte) =>
    Array.from({ length: 8 }, (_, at) => (byte >>> (7 - at)) & 1),
  );
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (taken[y]?.[x]) continue;
        const row = dark[y];
        if (row) row[x] = ((bits[next++] ?? 0) === 1) !== ((x + y) % 2 === 0);
      }
  }
  return dark;
}
