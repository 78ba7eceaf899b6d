import { expect, test } from "bun:test";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { analyse } from "scslre";

const root = join(import.meta.dir, "..");

type Found = { place: string; source: string; flags: string };

/** The regular expressions of a file, and the places where one is made of a text. */
function expressionsIn(file: string, text: string): { literals: Found[]; made: string[] } {
  const literals: Found[] = [];
  const made: string[] = [];
  const placeOf = (at: number) => `${file}:${text.slice(0, at).split("\n").length}`;
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const call = ({ callee, start }: { callee: { type: string; name?: unknown }; start: number }) => {
    if (callee.type === "Identifier" && callee.name === "RegExp") made.push(placeOf(start));
  };
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      literals.push({ place: placeOf(node.start), source: node.regex.pattern, flags: node.regex.flags });
    },
    CallExpression: call,
    NewExpression: call,
  }).visit(program);
  return { literals, made };
}

/** Why an expression may take more than linear time for some text. */
const slowness = ({ place, source, flags }: Found): string[] =>
  analyse({ source, flags }).reports.map(({ type }) => `${place} /${source}/${flags} (${type})`);

test("an expression that needs more than linear time is found", () => {
  const { literals, made } = expressionsIn(
    "x.ts",
    'const blanks = /\\s*%\\s*$/u;\nconst other = new RegExp("a" + b);\n',
  );
  expect(literals.flatMap(slowness)).toEqual(["x.ts:1 /\\s*%\\s*$/u (Move)"]);
  expect(made).toEqual(["x.ts:2"]);
});

test("every regular expression of the program needs linear time, whatever the text", async () => {
  const found: Found[] = [];
  const made: string[] = [];
  for (const file of new Bun.Glob("{contract,server,web}/**/*.{ts,tsx}").scanSync(root)) {
    if (file.endsWith(".test.ts")) continue;
    const inFile = expressionsIn(file, await Bun.file(join(root, file)).text());
    found.push(...inFile.literals);
    made.push(...inFile.made);
  }
  expect(found.length).toBeGreaterThan(100);
  expect(found.flatMap(slowness).sort()).toEqual([]);
  expect(made.sort(), "expressions that are made of a text, which nothing can check").toEqual([]);
});
