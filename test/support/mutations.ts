import type { Random } from "./random.ts";

/** What parsers stumble over. */
const tokens = [
  ..."\0\"'<>&;,=\t\r\n\\{}[]()/",
  "\ufeff",
  "\r\n",
  '""',
  "\\u0000",
  "\ud800",
  "&#0;",
  "&constructor;",
  "__proto__",
  "<row ",
  "<c ",
  "</c>",
  "<table:table-row ",
  "</table:table-cell>",
  ' table:number-rows-repeated="1048576" table:number-columns-repeated="16384"',
  "<![CDATA[",
  "<!--",
  "xml:",
  "[[[[",
  "e308",
  "-1",
  "%zz",
  "null",
  "true",
  "#REF!",
  "A1:XFD1048576",
  "9".repeat(30),
  " ".repeat(100),
  "a".repeat(1_000),
  "ж".repeat(1_000),
  "=".repeat(10_000),
  "[".repeat(10_000),
  '{"a":'.repeat(10_000),
  " ".repeat(200_000),
];

/** A file with a few changes in it: of bytes, of ranges, and of what parsers look for. */
export function mutated(bytes: Buffer, random: Random): Buffer {
  let copy: Buffer = Buffer.from(bytes);
  for (let left = 1 + random.below(4); left > 0; left--) copy = changed(copy, random);
  return copy;
}

function changed(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + random.below(random.below(2) === 0 ? 10 : 2_000));
  const [before, range, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.below(7)) {
    case 0:
      return Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(at + 1)]);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return before;
    case 3:
      return Buffer.concat([before, ...new Array<Buffer>(1 + random.below(500)).fill(range), after]);
    case 4:
      return Buffer.concat([before, Buffer.from(random.of(tokens) ?? ""), after]);
    case 5:
      return Buffer.concat([before, bytes.subarray(random.below(bytes.length + 1)), after]);
    default:
      return Buffer.concat([before, Buffer.from(random.of(tokens) ?? ""), bytes.subarray(at)]);
  }
}

/** `TEST_MUTATION_SECONDS` says for how long files are mutated. Without it, some are in `npm test`, and more in the long runs. */
const seconds = Number(process.env.TEST_MUTATION_SECONDS ?? 0);

/** The most that such a test may take. */
export const mutationTimeoutMs = (seconds + 600) * 1_000;

/** Repeats work on mutated files: for as long as it is told, or so many times. */
export async function mutating(times: number, work: (round: number) => Promise<void>): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; seconds > 0 ? performance.now() < end : round < times; round++) await work(round);
}
