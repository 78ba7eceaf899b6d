/** Letters too many, missing, wrong or swapped between two words, by the whole table. */
export function typosBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] as number;
  for (let i = 1; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) cost = Math.min(cost, at(i - 2, j - 2) + 1);
      (rows[i] as number[]).push(cost);
    }
  }
  return at(one.length, other.length);
}
