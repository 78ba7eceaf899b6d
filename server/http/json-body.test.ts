import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { endpoints } from "../../contract/endpoints.ts";
import { limits } from "../../contract/limits.ts";
import { keyFaults, readJsonBody } from "./json-body.ts";

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

describe("bodies that are being read at once", () => {
  const json = { "content-type": "application/json" };
  const url = "http://localhost/";
  const large = JSON.stringify({ name: "x", simpleDescription: " ".repeat(limits.textLength) });
  /** One that stands still after its first bytes until it is told to end. */
  function standing(size: number, declared: boolean) {
    let end = () => {};
    let pulls = 0;
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.alloc(size, " "));
        end = () => {
          controller.enqueue(Buffer.from("{}"));
          controller.close();
        };
      },
      // Asked for the second time, it has given its first bytes to someone who has looked at them.
      pull() {
        if (++pulls === 2) resolve();
      },
    });
    const headers = { ...json, ...(declared ? { "content-length": String(size + 2) } : {}) };
    const request = new Request(url, { method: "POST", headers, body });
    return { read: readJsonBody(request, endpoints.createItem).catch((error) => error), end: () => end(), taken };
  }
  const read = (text: string) =>
    readJsonBody(
      new Request(url, { method: "POST", headers: { ...json, "content-length": String(text.length) }, body: text }),
      endpoints.createItem,
    );

  for (const declared of [true, false]) {
    test(`${declared ? "with" : "without"} a length: past 64 MiB large ones are refused, small ones are not`, async () => {
      const size = limits.bodyBytes - 2;
      const waiting = Array.from({ length: 16 }, () => standing(size, declared));
      if (!declared) await Promise.all(waiting.map(({ taken }) => taken));
      await expect(read(large)).rejects.toMatchObject({ code: "unavailable" });
      expect(await read('{"name":"small"}')).toMatchObject({ value: { name: "small" } });
      for (const { end } of waiting) end();
      await Promise.all(waiting.map(({ read }) => read));
      expect(await read(large)).toMatchObject({ value: { name: "x" } });
    });
  }
});
