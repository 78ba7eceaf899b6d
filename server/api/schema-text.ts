type Json = Record<string, unknown>;

export type Schema = Json & {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
};

const text = (value: unknown): string => Bun.escapeHTML(typeof value === "string" ? value : JSON.stringify(value));

/** A schema as a type, in HTML: named ones are links to their place on the page. */
export function typeHtml(schema: Schema): string {
  if (schema.$ref) {
    const name = text(schema.$ref.split("/").at(-1));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum) return schema.enum.map((value) => text(JSON.stringify(value))).join(" | ");
  if (schema.const !== undefined) return text(JSON.stringify(schema.const));
  if (schema.anyOf) return schema.anyOf.map(typeHtml).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeHtml).join(" &amp; ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeHtml).join(", ")}]`;
  if (schema.type === "array") return `array of ${schema.items ? typeHtml(schema.items) : "any"}`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => `${text(name)}: ${typeHtml(field)}`);
    return `{ ${fields.join(", ")} }`;
  }
  if (typeof schema.additionalProperties === "object") return `object of ${typeHtml(schema.additionalProperties)}`;
  return text([schema.type ?? "any"].flat().join(" | "));
}

const bounds = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format", "default"];

/** What a value must keep to, and what it means. */
export function notesHtml(schema: Schema): string {
  const kept = bounds.filter((name) => schema[name] !== undefined && Math.abs(Number(schema[name])) !== 2 ** 53 - 1);
  const words = kept.map((name) => `${name} <code>${text(schema[name])}</code>`).join(", ");
  return [schema.description ? marked(schema.description) : "", words].filter(Boolean).join(" ");
}

/** A description: names stand in backquotes, paragraphs are apart. */
export const marked = (words: string): string =>
  Bun.escapeHTML(words)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\[([^[\]]+)\]\((\/[^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll("\n\n", "<br>");
