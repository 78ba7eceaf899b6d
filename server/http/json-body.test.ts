import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keyFaults } from "./json-body.ts";

const faultsIn = (text: string) => keyFaults(text, JSON.parse(text));
const pointers = (text: string) => faultsIn(text).map(({ pointer, code }) => `${pointer} ${code}`);

describe("keyFaults", () => {
  const cases: [string, string[]][] = [
    ["{}", []],
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2}', ["/a duplicate_key"]],
    ['{"a":1,"\\u0061":2}', ["/a duplicate_key"]],
    ['{"a":{"x":1},"b":{"x":1}}', []],
    ['[{"x":1},{"x":1},{"x":1,"x":2}]', ["/2/x duplicate_key"]],
    ['{"a":[1,[2,{"k/~":1,"k/~":2}]]}', ["/a/1/1/k~1~0 duplicate_key"]],
    ['{"a":"{\\"b\\":1,\\"b\\":2}"}', []],
    ['{"a":"\\\\","a":"\\""}', ["/a duplicate_key"]],
    ['{"a":["a","a"],"b":"a"}', []],
    ['{"x":{"__proto__":1}}', ["/x/__proto__ unknown_field"]],
    ['{"\\u005f_proto__":1}', ["/__proto__ unknown_field"]],
    ['{"a":1,"a":2,"b":{"c":1,"c":2}}', ["/a duplicate_key", "/b/c duplicate_key"]],
    ['"text"', []],
    ["5", []],
  ];
  for (const [text, wanted] of cases) test(text, () => expect(pointers(text)).toEqual(wanted));

  test("a value that JSON.stringify wrote has no faults, however it is nested", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes("__proto__"));
        expect(faultsIn(JSON.stringify(JSON.parse(text)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("100,000 levels are walked without a limit", () => {
    const deep = `${'{"a":['.repeat(50_000)}${"]}".repeat(50_000)}`;
    expect(faultsIn(deep)).toEqual([]);
  });
});
