/** The size of a stored answer, apart from it: to make room, the answers themselves need not be read. */
export type Size = { hash: string; at: number; weight: number };

const mostAnswers = 300;
const mostBytes = 64_000_000;
export const mostBytesEach = 16_000_000;
/** As long as a session can last. */
export const mostAgeMs = 14 * 86_400_000;

/** The answers that there is no room for: the oldest ones. */
export function surplus(sizes: Size[], now: number): string[] {
  let bytes = 0;
  return sizes
    .sort((one, other) => other.at - one.at)
    .filter(({ at, weight }, place) => {
      bytes += weight;
      return place >= mostAnswers || bytes > mostBytes || at < now - mostAgeMs;
    })
    .map(({ hash }) => hash);
}

/**
 * About how many bytes a value takes, or more than `most` as soon as it is known to be more: what is too large to store
 * must not cost the time to look at all of it.
 */
export function weightOf(value: unknown, most: number): number {
  let weight = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && weight <= most) {
    const next = open.pop();
    weight += 8;
    if (typeof next === "string") weight += 2 * next.length;
    else if (next instanceof Map) for (const entry of next) open.push(...entry);
    else if (Array.isArray(next)) for (const one of next) open.push(one);
    else if (next !== null && typeof next === "object")
      for (const [name, one] of Object.entries(next)) {
        weight += 2 * name.length;
        open.push(one);
      }
  }
  return weight;
}
