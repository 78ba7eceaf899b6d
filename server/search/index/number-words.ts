type Values = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A column of numbers, in as few bytes as hold all of them exactly: the number is `values[i] / scale`. */
export type Numbers = { readonly values: Values; readonly scale: 1 | 100 };

export function packNumbers(numbers: readonly number[] | Float64Array): Numbers {
  let [least, most, whole, cents] = [0, 0, true, true];
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > most) most = number;
    if (whole && !Number.isInteger(number)) whole = false;
    if (cents && Math.round(number * 100) / 100 !== number) cents = false;
  }
  const scale = whole ? 1 : 100;
  if (!cents || most * scale > 0xffffffff || (least < 0 && Math.max(-least, most) * scale > 0x7fffffff)) {
    return { values: Float64Array.from(numbers), scale: 1 };
  }
  const values = new (kindFor(least * scale, most * scale))(numbers.length);
  for (let i = 0; i < numbers.length; i++) values[i] = Math.round((numbers[i] as number) * scale);
  return { values, scale };
}

function kindFor(least: number, most: number) {
  if (least < 0) return Int32Array;
  if (most <= 0xff) return Uint8Array;
  return most <= 0xffff ? Uint16Array : Uint32Array;
}

export const numberAt = ({ values, scale }: Numbers, index: number): number => (values[index] as number) / scale;
