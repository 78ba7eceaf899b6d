type Values = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A column of numbers, in as few bytes as hold all of them exactly: the number is `values[i] / scale`. */
export type Numbers = { readonly values: Values; readonly scale: 1 | 100 };

/** Numbers that are looked at in one step. */
const stepSize = 50_000;

/** What has to be known of numbers to pack them. */
type Extent = { least: number; most: number; isWhole: boolean; isCents: boolean };

/** Made in steps. The loops are functions of their own, because in a generator they take several times as long. */
export function* packNumbers(numbers: Uint32Array | Float64Array): Generator<void, Numbers> {
  const extent: Extent = { least: 0, most: 0, isWhole: true, isCents: true };
  for (let from = 0; from < numbers.length; from += stepSize) {
    extend(extent, numbers.subarray(from, from + stepSize));
    yield;
  }
  const { least, most, isWhole, isCents } = extent;
  const scale = isWhole ? 1 : 100;
  if (!isCents || most * scale > 0xffffffff || (least < 0 && Math.max(-least, most) * scale > 0x7fffffff)) {
    return { values: Float64Array.from(numbers), scale: 1 };
  }
  const values = new (kindFor(least * scale, most * scale))(numbers.length);
  for (let from = 0; from < numbers.length; from += stepSize) {
    writeScaled(numbers, scale, values, from);
    yield;
  }
  return { values, scale };
}

function extend(extent: Extent, numbers: Uint32Array | Float64Array): void {
  let { least, most, isWhole, isCents } = extent;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] as number;
    if (number < least) least = number;
    if (number > most) most = number;
    if (isWhole && !Number.isInteger(number)) isWhole = false;
    if (!isWhole && isCents && Math.round(number * 100) / 100 !== number) isCents = false;
  }
  Object.assign(extent, { least, most, isWhole, isCents });
}

function writeScaled(numbers: Uint32Array | Float64Array, scale: number, values: Values, from: number): void {
  const end = Math.min(from + stepSize, numbers.length);
  for (let i = from; i < end; i++) values[i] = Math.round((numbers[i] as number) * scale);
}

function kindFor(least: number, most: number) {
  if (least < 0) return Int32Array;
  if (most <= 0xff) return Uint8Array;
  return most <= 0xffff ? Uint16Array : Uint32Array;
}

export const numberAt = ({ values, scale }: Numbers, index: number): number => (values[index] as number) / scale;
