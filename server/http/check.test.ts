import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { variantQuery } from "../../contract/images.ts";
import { limits } from "../../contract/limits.ts";
import { check } from "./check.ts";

/** Every schema for requests, with its first use. */
const schemas = new Map<z.ZodType, string>([[variantQuery, "uploads query"]]);
for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
  for (const part of ["query", "body", "mergeBody"] as const) {
    const schema = endpoint[part];
    if (schema && !schemas.has(schema)) schemas.set(schema, `${name} ${part}`);
  }
}

const lengths = [limits.nameLength, limits.idLength, limits.tagLength, limits.urlLength, 100, 40];
const texts = [
  ...["", " ", "\t\n", "x", "A name", "Телефон", "😀", "e\u0301", "\u0000", "a\ud800", "\udc00b", "__proto__", "."],
  ...[
    "en",
    "ru",
    "xx",
    "EN",
    "USD",
    "true",
    "false",
    "null",
    "anna",
    "anna@example.com",
    "Demo",
    "anonymous",
    "-1",
    "0",
    "1",
    "7",
    "500",
  ],
  ...[
    "501",
    "64",
    "0.5",
    "1.0",
    "any",
    "webp",
    "cover",
    "-price",
    "tags,currency",
    "2026-05-01T10:00:00Z",
    "2026-05-01T10:00:00+02:00",
    "2026-05-01",
  ],
  ...[
    "/img.webp",
    "https://example.com/a?b=1",
    "http://a:b@example.com/",
    "javascript:x",
    "java\tscript:x",
    "a:b",
    "..",
    "a b",
  ],
  ...lengths.flatMap((length) => [
    "x".repeat(length),
    "x".repeat(length + 1),
    "😀".repeat(length),
    "😀".repeat(length + 1),
  ]),
];
const numbers = [0, -0, 1, 5, 6, 100, 101, 0.5, -1, 1e300, 2 ** 53, 86_400, limits.secretOverlapSeconds + 1];
const leaves: readonly unknown[] = [...texts, ...numbers, true, false, null];
const anything = fc.oneof(fc.constantFrom(...leaves), fc.jsonValue({ maxDepth: 2 }));

/** Values that the schema accepts; with oddities, any part may be something else instead. */
function like(schema: z.core.$ZodType, oddities: boolean): fc.Arbitrary<unknown> {
  const taken = acceptedBy(schema as z.ZodType, oddities);
  return oddities ? fc.oneof({ weight: 30, arbitrary: taken }, { weight: 1, arbitrary: anything }) : taken;
}

function acceptedBy(schema: z.ZodType, oddities: boolean): fc.Arbitrary<unknown> {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return like(def.innerType, oddities);
    case "nullable":
      return fc.option(like(def.innerType, oddities));
    case "pipe":
      return like(def.in, oddities);
    case "array":
      return fc.array(like(def.element, oddities), { maxLength: 4 });
    case "record": {
      const member = fc.tuple(like(def.keyType, oddities), like(def.valueType, oddities));
      return fc.array(member, { maxLength: 4 }).map(Object.fromEntries);
    }
    case "object":
      return objectOf(def.shape, oddities);
    case "enum":
    case "literal":
      return fc.constantFrom(...(schema._zod.values as Set<unknown>));
    default:
      return fc.constantFrom(...leaves.filter((leaf) => schema.safeParse(leaf).success));
  }
}

function objectOf(shape: z.core.$ZodShape, oddities: boolean): fc.Arbitrary<unknown> {
  const keys = Object.keys(shape);
  const members = fc.record(Object.fromEntries(keys.map((key) => [key, like(shape[key] as z.ZodType, oddities)])), {
    requiredKeys: keys.filter((key) => shape[key]?._zod.optin === undefined),
  });
  if (!oddities) return members;
  const removed = seldom(fc.constantFrom(...keys));
  const added = seldom(fc.tuple(fc.constantFrom("other", "constructor", "__proto__"), anything));
  // Unlike an assignment, `fromEntries` creates a member `__proto__`, as JSON.parse does.
  return fc
    .tuple(members, removed, added)
    .map(([object, gone, more]) =>
      Object.fromEntries([...Object.entries(object).filter(([key]) => key !== gone), ...(more ? [more] : [])]),
    );
}

const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

describe("a compiled check", () => {
  for (const [schema, name] of schemas) {
    test(`of ${name} gives the same result as Zod's parser`, () => {
      const sameResult = (value: unknown) => {
        const before = JSON.stringify(value);
        const ours = check(schema, value);
        const wanted = schema.safeParse(value, { reportInput: true });
        expect(ours.error?.issues).toEqual(wanted.error?.issues);
        expect(ours.data).toStrictEqual(wanted.data);
        // Including the order of members: a repeated request is recognized by the text of its body.
        expect(JSON.stringify(ours.data)).toBe(JSON.stringify(wanted.data));
        expect(JSON.stringify(value)).toBe(before);
      };
      fc.assert(fc.property(fc.oneof(like(schema, false), like(schema, true)), sameResult), { numRuns: 200 });
      // Of a schema with conditions between its members, chance may give no accepted value among those above.
      const accepted = like(schema, false).filter((value) => schema.safeParse(value).success);
      fc.assert(fc.property(accepted, sameResult), { numRuns: 5 });
    });

    // Zod silently uses its parser for a schema that it cannot compile.
    test(`of ${name} is compiled`, () => expect(() => z.compile(schema, { strict: true })).not.toThrow());
  }
});
