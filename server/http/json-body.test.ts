import { describe, expect, spyOn, test } from "bun:test";
import fc from "fast-check";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import type { Fault } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { keyFaults, readJsonBody } from "./json-body.ts";
import { Problem } from "./problem.ts";

const faultsIn = (text: string) => keyFaults(text, limits.treeBodyValues).listed;
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

  test("output of JSON.stringify has no faults, however it is nested", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes("__proto__"));
        expect(faultsIn(JSON.stringify(JSON.parse(text)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("100,000 levels can be checked", () => {
    const deep = `${'{"a":['.repeat(50_000)}${"]}".repeat(50_000)}`;
    expect(faultsIn(deep)).toEqual([]);
  });
});

const json = { "content-type": "application/json" };
const url = "http://localhost/";

/** The problem for a body. */
async function refusal(text: string, endpoint: Endpoint): Promise<Problem> {
  const request = new Request(url, { method: "POST", headers: json, body: text });
  const refused = await readJsonBody(request, endpoint).catch((error) => error);
  if (!(refused instanceof Problem)) throw new Error("It was taken.", { cause: refused });
  return refused;
}

const members = (count: number, name = (i: number) => `key${i}`) =>
  Array.from({ length: count }, (_, i) => `"${name(i)}":0`).join();

describe("the faults of one body", () => {
  const listed = ({ members: { errors } }: Problem) => errors as Fault[];

  const many: [string, string, number][] = [
    ["unknown fields", `{"name":"x",${members(700)}}`, 700],
    ["unknown languages", `{"name":"x","translations":{${members(700)}}}`, 700],
    ["unknown fields of a language", `{"name":"x","translations":{"ru":{${members(700)}}}}`, 700],
    ["duplicate keys", `{"name":"x",${members(701, () => "visible")}}`, 700],
    ["values of a wrong type", `{"name":"x","description":[${Array(400).fill('{"key":0,"value":0}').join()}]}`, 800],
  ];
  for (const [what, text, count] of many) {
    test(`of many ${what}, fifty are listed and the rest are counted`, async () => {
      const problem = await refusal(text, endpoints.createItem);
      expect(listed(problem)).toHaveLength(50);
      expect(problem.members.moreErrors).toBe(count - 50);
      expect(problem.message).toEndWith(`And ${count - 50} more.`);
    });
  }

  test("up to fifty faults are all listed", async () => {
    const problem = await refusal(`{"name":"x",${members(50)}}`, endpoints.createItem);
    expect(listed(problem)).toHaveLength(50);
    expect(problem.members).not.toHaveProperty("moreErrors");
  });

  test("a long name is truncated, and so is a long pointer", async () => {
    const long = "😀~/".repeat(100_000);
    const [fault] = listed(await refusal(`{"name":"x","${long}":0}`, endpoints.createItem));
    expect(fault?.pointer).toStartWith("/😀~0~1😀~0~1");
    const deep = `${'{"down":'.repeat(5_000)}{"a":0,"a":0}${"}".repeat(5_000)}`;
    const [twice] = listed(await refusal(deep, endpoints.createItem));
    expect(twice).toMatchObject({ code: "duplicate_key" });
    for (const pointer of [fault?.pointer ?? "", twice?.pointer ?? ""]) {
      expect(pointer).toEndWith("…");
      expect(pointer.length).toBe(limits.pointerLength + 1);
      expect(pointer.isWellFormed()).toBe(true);
    }
  });
});

describe("expensive bodies are refused before they are parsed", () => {
  const tooMuch: [string, string, Endpoint, string][] = [
    ["different keys", `{"name":"x",${members(300_000)}}`, endpoints.createItem, "at most 1000 different keys"],
    [
      "different keys in many objects",
      `[${Array.from({ length: 200_000 }, (_, i) => `{"key${i}":0}`).join()}]`,
      endpoints.updateCategory,
      "at most 1000 different keys",
    ],
    ["values", `{"tags":[${Array(20_001).fill(0).join()}]}`, endpoints.createItem, "at most 20000 values"],
    ["equal keys", `{${members(20_001, () => "")}}`, endpoints.createItem, "at most 20000 values"],
    ["levels", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`, endpoints.updateCategory, "at most 300000 values"],
    ["levels that do not end", "[".repeat(1_000_000), endpoints.createItem, "at most 20000 values"],
  ];
  for (const [what, text, endpoint, words] of tooMuch) {
    test(what, async () => {
      const parse = spyOn(JSON, "parse");
      try {
        const problem = await refusal(text, endpoint);
        expect([problem.code, problem.message]).toEqual(["invalid_body", expect.stringContaining(words)]);
        expect(parse.mock.calls.filter(([parsed]) => parsed === text)).toEqual([]);
      } finally {
        parse.mockRestore();
      }
    });
  }

  test("the largest allowed body is accepted", async () => {
    const itemIds = Array.from({ length: limits.bulkIds }, (_, i) => `item${i}`);
    const bulk = JSON.stringify({ itemIds, data: { price: 5 } });
    const patch = (text: string) => new Request(url, { method: "PATCH", headers: json, body: text });
    expect(await readJsonBody(patch(bulk), endpoints.bulkUpdateItems)).toMatchObject({ value: { data: { price: 5 } } });
    const id = "mz2k7q1x4a";
    const node = {
      ...{ id, name: "Smartphones", visible: true, priority: 0, img: "", categoryId: id, parentId: id },
      ...{ itemCount: 0, hasItems: false, subcategories: [], translations: {} },
    };
    const nodes = Math.floor((limits.bodyBytes - 100) / (JSON.stringify(node).length + 1));
    const tree = JSON.stringify({ name: "Renamed", subcategories: Array(nodes).fill(node) });
    expect(await readJsonBody(patch(tree), endpoints.updateCategory)).toMatchObject({ value: { name: "Renamed" } });
  });

  test("of large bodies that arrive together, one is parsed in each round of the event loop", async () => {
    const text = JSON.stringify({ name: "x", simpleDescription: " ".repeat(limits.textLength) });
    let parsed = 0;
    const rounds: number[] = [];
    const reads = Array.from({ length: 8 }, async () => {
      await readJsonBody(new Request(url, { method: "POST", headers: json, body: text }), endpoints.createItem);
      parsed++;
    });
    while (parsed < reads.length) {
      const before = parsed;
      await new Promise(setImmediate);
      rounds.push(parsed - before);
    }
    expect(Math.max(...rounds)).toBe(1);
  });
});

describe("endpoints without sign-in", () => {
  const open = Object.entries<Endpoint>(endpoints).filter(
    ([, { permission, body }]) => permission === "public" && body,
  );

  test("are these", () =>
    expect(open.map(([name]) => name)).toEqual([
      "signIn",
      "createFirstUser",
      "openLink",
      "requestReset",
      "setPasswordByLink",
      "signInWithPasskey",
      "startPasskeyByLink",
      "addPasskeyByLink",
    ]));

  for (const [name, endpoint] of open) {
    test(`${name} reads no more than a few KiB`, async () => {
      const text = (length: number) => `{${" ".repeat(length - 2)}}`;
      expect(await refusal(text(limits.publicBodyBytes), endpoint)).toMatchObject({ code: "invalid_body" });
      const refused = await refusal(text(limits.publicBodyBytes + 1), endpoint);
      expect([refused.code, refused.message]).toEqual(["body_too_large", expect.stringContaining("16 KiB")]);
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          sent += 1024;
          controller.enqueue(new Uint8Array(1024).fill(32));
        },
      });
      const endless = readJsonBody(new Request(url, { method: "POST", headers: json, body }), endpoint);
      await expect(endless).rejects.toMatchObject({ code: "body_too_large" });
      expect(sent).toBeLessThan(2 * limits.publicBodyBytes);
    });
  }

  test("the longest name and password are accepted, however they are escaped", async () => {
    const escaped = (length: number) => "\\u044f".repeat(length);
    const text = `{"name":"${escaped(limits.userNameLength)}","password":"${escaped(limits.passwordLength)}","code":"${escaped(40)}"}`;
    const request = new Request(url, { method: "POST", headers: json, body: text });
    const { value } = await readJsonBody(request, endpoints.signIn);
    expect(value).toMatchObject({ password: "я".repeat(limits.passwordLength) });
  });
});

describe("bodies that are read at the same time", () => {
  const large = JSON.stringify({ name: "x", simpleDescription: " ".repeat(limits.textLength) });
  /** A body that stalls after its first bytes until the test ends it. */
  function stalled(size: number, declared: boolean) {
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
      // The second pull means that the first bytes have been read and checked.
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

  for (const [how, declared] of [
    ["with", true],
    ["without", false],
  ] as const) {
    test(`${how} a length: beyond 64 MiB large ones are refused, and small ones are not`, async () => {
      const size = limits.bodyBytes - 2;
      const waiting = Array.from({ length: 16 }, () => stalled(size, declared));
      if (!declared) await Promise.all(waiting.map(({ taken }) => taken));
      await expect(read(large)).rejects.toMatchObject({ code: "unavailable" });
      expect(await read('{"name":"small"}')).toMatchObject({ value: { name: "small" } });
      for (const { end } of waiting) end();
      await Promise.all(waiting.map(({ read }) => read));
      expect(await read(large)).toMatchObject({ value: { name: "x" } });
    });
  }
});
