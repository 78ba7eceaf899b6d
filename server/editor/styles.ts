import { dirname } from "node:path";

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
  return parts.join("") + own.replace(/\s+/g, " ").replace(/ ?([{};,]) ?/g, "$1");
}
