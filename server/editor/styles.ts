import { dirname } from "node:path";

/** Nine of Mantine's fourteen palettes, 38 variables each, none of which the editor paints with: 2 kB of the first load. */
const unusedColours = /--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-[\w-]+:[^;}]*;?/g;

/**
 * One style sheet of a file and all that it imports. Bun's bundler would write each logical property (inline-start and
 * its like) out for every right-to-left language, which makes the sheet a third longer and every match slower; browsers
 * that run the editor know the properties themselves.
 */
export async function styleSheet(file: string): Promise<string> {
  const text = await Bun.file(file).text();
  const parts = await Promise.all(
    [...text.matchAll(/@import "([^"]+)";/g)].map(([, name]) => styleSheet(Bun.resolveSync(name ?? "", dirname(file)))),
  );
  const own = text.replace(/@import "[^"]+";/g, "").replace(/\/\*[\s\S]*?\*\//g, "");
  const small = own.replace(/\s+/g, " ").replace(/ ?([{};,]) ?/g, "$1");
  return parts.join("") + small.replace(unusedColours, "");
}
