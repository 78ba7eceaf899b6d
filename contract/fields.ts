import { z } from "zod";
import type { FaultCode } from "./errors.ts";
import { languageCodes } from "./languages.ts";
import { limits } from "./limits.ts";

const fault = (code: FaultCode, message: string) => ({ message, params: { fault: code } });

/** Not every engine can store U+0000 and lone surrogates exactly as sent, so they are refused. */
const storable = (value: string) => !value.includes("\u0000") && value.isWellFormed();

export const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine(storable, fault("invalid_text", "must not contain U+0000 or half of a surrogate pair"));

export const name = text(limits.nameLength)
  .refine((value) => value.trim() !== "", fault("blank", "must not be blank"))
  .meta({
    description: "Must not be blank after trimming; stored exactly as sent.",
    minLength: 1,
    examples: ["Smartphones"],
  });

/** A colon before any slash makes it a scheme. Browsers drop control characters, so "java\tscript:" would become one too. */
function isImageReference(value: string): boolean {
  if (value === "") return true;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return false;
  }
  if (value !== value.trim()) return false;
  const scheme = /^([^/?#:]*):/.exec(value)?.[1];
  if (scheme === undefined) return true;
  return /^https?$/i.test(scheme) && URL.canParse(value);
}

export const imageUrl = text(limits.urlLength)
  .refine(isImageReference, fault("not_allowed", "must be empty, an http(s) URL or a relative reference"))
  .meta({
    description: "Empty, an http(s) URL or a relative reference.",
    examples: ["https://cdn.example.com/phone.webp"],
  });

export const moment = z.iso.datetime({ offset: true, error: "must be a time, as 2026-05-01T10:00:00Z" });

export const visible = z.boolean();

export const priority = z.number().meta({
  description:
    "Lower numbers come first. Fractions are allowed, so that a move between two neighbours changes only one of them.",
  examples: [10],
});

export const subcategoryId = z
  .string()
  .max(limits.idLength)
  .regex(/^[\p{L}\p{M}\p{N}._~-]+$/u, fault("not_allowed", 'must be letters, digits, "-", "_", "." or "~"'))
  .refine((value) => value !== "." && value !== "..", fault("not_allowed", 'must not be "." or ".."'))
  .overwrite((value) => value.normalize("NFC"))
  .meta({
    description: "A path segment of the marketplace address; unique in the whole service.",
    examples: ["smartphones"],
  });

/** An id in a body that refers to something. Any text is accepted here; an unknown id gets its own 404 or 400. */
export const reference = text(limits.idLength)
  .min(1)
  .overwrite((value) => value.normalize("NFC"));

export const languageCode = z
  .string()
  .refine((code) => languageCodes.has(code), fault("not_allowed", "must be an ISO 639-1 language code"))
  .meta({ pattern: "^[a-z]{2}$", examples: ["ru"] });

export const attributes = z
  .array(z.strictObject({ key: text(limits.attributeKeyLength), value: text(limits.attributeValueLength) }))
  .max(limits.attributes)
  .meta({ description: "Free-form attributes, in order.", examples: [[{ key: "Screen", value: '6.1"' }]] });

/** `translations` by language; `fields` are the translated fields, all optional. */
export const translationsOf = <Shape extends Record<string, z.ZodType>>(fields: Shape) => {
  const optional = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.optional()])) as {
    [K in keyof Shape]: z.ZodOptional<Shape[K]>;
  };
  return z.record(languageCode, z.strictObject(optional)).overwrite(byLanguage);
};

/** Sorted by language, whatever the order in which they were written, so that equal translations have equal bytes. */
const byLanguage = <T extends Record<string, unknown>>(translations: T): T =>
  Object.fromEntries(Object.entries(translations).sort(([a], [b]) => (a < b ? -1 : 1))) as T;

/** The same as a merge patch (RFC 7396): null removes a field or a whole language. */
export const translationsPatchOf = <Shape extends Record<string, z.ZodType>>(fields: Shape) => {
  const nullable = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.nullish()])) as {
    [K in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[K]>>;
  };
  return z.record(languageCode, z.strictObject(nullable).nullable());
};

const nodeTranslationFields = { name };
export const nodeTranslations = translationsOf(nodeTranslationFields).meta({
  id: "NodeTranslations",
  description: "Translated names by language.",
  examples: [{ ru: { name: "Смартфоны" } }],
});
export const nodeTranslationsPatch = translationsPatchOf(nodeTranslationFields).meta({ id: "NodeTranslationsPatch" });

/** Every field of the shape, optional and nullable, for a PATCH. `null` restores the default. */
export const patchOf = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, field.nullish()])) as {
    [K in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[K]>>;
  };
