type Json = Record<string, unknown>;
export type Schema = Json & {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  additionalProperties?: unknown;
  examples?: unknown[];
};
export type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** A body that the schema refuses, and why. It is text, because JSON.stringify cannot write some of them. */
export type BadBody = { what: string; text: string };

const sampleOf: Record<string, unknown> = { string: "5", number: 7.5, boolean: true, array: [{}], object: { a: 1 } };

function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolve(document, document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
}

/** The JSON types that a value may have; undefined if any type is allowed. */
function typesOf(document: Document, given: Schema): Set<string> | undefined {
  const schema = resolve(document, given);
  if (schema.anyOf) {
    const all = schema.anyOf.map((option) => typesOf(document, option));
    return all.includes(undefined) ? undefined : new Set(all.flatMap((types) => [...(types ?? [])]));
  }
  if (schema.enum) return new Set(schema.enum.map((value) => (value === null ? "null" : typeof value)));
  if (schema.type === undefined) return undefined;
  return new Set([schema.type].flat().map((type) => (type === "integer" ? "number" : type)));
}

const options = (document: Document, given: Schema): Schema[] => {
  const schema = resolve(document, given);
  return schema.anyOf ? schema.anyOf.flatMap((option) => options(document, option)) : [schema];
};

/** All kinds of invalid values for one field, according to its schema. */
function badValues(document: Document, schema: Schema): [string, string][] {
  const types = typesOf(document, schema);
  const bad: [string, string][] = [];
  if (types) {
    for (const [type, sample] of Object.entries(sampleOf)) {
      if (!types.has(type)) bad.push([`as ${type}`, JSON.stringify(sample)]);
    }
    if (!types.has("null")) bad.push(["as null", "null"]);
    if (!types.has("array")) bad.push(["5,000 levels deep", "[".repeat(5_000) + "]".repeat(5_000)]);
  }
  for (const option of options(document, schema)) {
    if (option.type === "string" && option.enum === undefined) {
      if (option.maxLength !== undefined) bad.push(["too long", JSON.stringify("x".repeat(option.maxLength + 1))]);
      bad.push(["with U+0000", '"a\\u0000b"'], ["with half a surrogate pair", '"a\\ud83d"']);
    }
    if (option.enum) bad.push(["of no listed value", '"zzz"']);
    if (option.type === "array") bad.push(["of nulls", "[null]"]);
    if (option.type === "array" && option.maxItems !== undefined) {
      bad.push(["with 100,000 entries", `[${'"a",'.repeat(99_999)}"a"]`]);
    }
    if (option.type === "number" || option.type === "integer") bad.push(["beyond all numbers", "1e400"]);
    if (option.type === "integer") bad.push(["with a fraction", "1.5"], ["huge", "1e300"]);
  }
  return bad;
}

const isLimitedText = (document: Document, { properties = {} }: Schema, field: string): boolean =>
  options(document, properties[field] ?? {}).some(
    ({ type, enum: listed, maxLength }) => type === "string" && listed === undefined && maxLength !== undefined,
  );

/** All bodies that this endpoint must refuse, generated from its schema. */
export function badBodies(document: Document, given: Schema): BadBody[] {
  const schema = resolve(document, given);
  const example = (schema.examples?.[0] ?? {}) as Json;
  const rest = (without: string) =>
    Object.entries(example)
      .filter(([name]) => name !== without)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const bodies: BadBody[] = [];
  const long = Object.keys(schema.properties ?? {}).find((field) => isLimitedText(document, schema, field));
  if (long !== undefined) {
    const text = JSON.stringify("я".repeat(100_000));
    bodies.push({ what: `${long} of 100,000 letters`, text: `{${[...rest(long), `"${long}":${text}`].join(",")}}` });
  }
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    for (const [what, text] of badValues(document, property)) {
      bodies.push({ what: `${field} ${what}`, text: `{${[...rest(field), `"${field}":${text}`].join(",")}}` });
    }
    const [, valid] = Object.entries(example).find(([name]) => name === field) ?? [];
    const value = JSON.stringify(valid ?? null);
    bodies.push({ what: `${field} twice`, text: `{"${field}":${value},"${field}":${value}}` });
  }
  for (const field of schema.required ?? []) bodies.push({ what: `no ${field}`, text: `{${rest(field).join(",")}}` });
  if (schema.additionalProperties === false) {
    for (const name of ["nmae", "__proto__", "constructor", "toString", "hasOwnProperty", ""]) {
      bodies.push({ what: `the field "${name}"`, text: `{${[...rest(""), `"${name}":{"polluted":true}`].join(",")}}` });
    }
  }
  return [...bodies, ...badTexts];
}

/** Bodies that no endpoint accepts. */
const badTexts: BadBody[] = [
  ...[
    "",
    " ",
    "[]",
    "null",
    "5",
    '"x"',
    "true",
    "{",
    '{"name":',
    "{}{}",
    "{'a':1}",
    "NaN",
    "\u0000",
    '{"a":undefined}',
  ].map((text) => ({ what: `the body ${JSON.stringify(text)}`, text })),
  { what: "30,000 open brackets", text: "[".repeat(30_000) },
  { what: "30,000 levels of lists", text: "[".repeat(30_000) + "]".repeat(30_000) },
  { what: "30,000 levels of objects", text: `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}` },
  { what: "3,000 unknown fields", text: `{${Array.from({ length: 3_000 }, (_, i) => `"f${i}":1`).join(",")}}` },
];
