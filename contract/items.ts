import { z } from "zod";
import { currencies, predefinedBadges } from "./constants.ts";
import {
  attributes,
  imageUrl,
  name,
  patchOf,
  priority,
  reference,
  text,
  translationsOf,
  translationsPatchOf,
  visible,
} from "./fields.ts";
import { limits } from "./limits.ts";

export const tag = text(limits.tagLength).min(1);
const simpleDescription = text(limits.textLength).meta({ description: "Short description." });
const itemTranslationFields = { name, simpleDescription, description: attributes };

const itemTranslations = translationsOf(itemTranslationFields).meta({
  id: "ItemTranslations",
  description: "Translated fields by language; every field is optional.",
  examples: [{ ru: { name: "Телефон" } }],
});
const itemTranslationsPatch = translationsPatchOf(itemTranslationFields).meta({ id: "ItemTranslationsPatch" });

const itemOptions = {
  visible,
  priority,
  quantity: z
    .number()
    .min(0)
    .meta({ examples: [12] }),
  price: z
    .number()
    .min(0)
    .meta({ examples: [499.99] }),
  discount: z
    .int()
    .min(0)
    .max(100)
    .meta({ description: "Percentage off the price.", examples: [15] }),
  currency: z.enum(currencies),
  imgs: z.array(imageUrl).max(limits.images),
  tags: z
    .array(tag)
    .max(limits.tags)
    .meta({ examples: [["5g", "android"]] }),
  badges: z
    .array(tag)
    .max(limits.tags)
    .meta({
      description: `Predefined: ${predefinedBadges.join(", ")}; any other text is allowed too.`,
      examples: [["new"]],
    }),
  simpleDescription,
  description: attributes,
  translations: itemTranslations,
};

export const comment = z
  .object({
    id: z.string(),
    text: z.string(),
    author: z.string().optional().meta({ description: "Omitted for an anonymous comment." }),
    stars: z.int().min(1).max(5).optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: "Comment",
    examples: [{ id: "mz2k7q1x4a", text: "Great value", stars: 5, createdAt: "2026-01-31T09:30:00.000Z" }],
  });

export type Comment = z.infer<typeof comment>;

export const item = z
  .object({ id: z.string(), name, ...itemOptions, subcategoryId: z.string(), comments: z.array(comment) })
  .meta({ id: "Item" });

export type Item = z.infer<typeof item>;

export const itemPage = z
  .object({
    items: z.array(item),
    total: z.int().min(0).meta({ description: "The number of items that match." }),
    page: z.int().min(1),
    limit: z.int().min(1),
    hasMore: z.boolean(),
  })
  .meta({ id: "ItemPage" });

export type ItemPage = z.infer<typeof itemPage>;

export const itemCreate = z
  .strictObject({ name, ...patchOf(itemOptions) })
  .meta({ id: "ItemCreate", examples: [{ name: "Aurora One", price: 499.99, tags: ["5g"] }] });

export const itemPatch = z
  .strictObject({
    name: name.optional(),
    ...patchOf(itemOptions),
    subcategoryId: reference.optional().meta({ description: "Moves the item to another leaf of its project." }),
  })
  .meta({ id: "ItemPatch", examples: [{ price: 449.5 }] });

export const itemMergePatch = itemPatch
  .extend({ translations: itemTranslationsPatch.nullish() })
  .meta({ id: "ItemMergePatch", examples: [{ translations: { ru: { name: "Телефон" } } }] });

const commentText = text(limits.commentLength).refine((value) => value.trim() !== "", {
  message: "must not be blank",
  params: { fault: "blank" },
});
const author = text(limits.authorLength);
const stars = z.int().min(1).max(5);

export const commentCreate = z
  .strictObject({ text: commentText, author: author.nullish(), stars: stars.nullish() })
  .meta({ id: "CommentCreate", examples: [{ text: "Great value", stars: 5 }] });

export const commentPatch = z
  .strictObject({ text: commentText.optional(), author: author.nullish(), stars: stars.nullish() })
  .meta({ id: "CommentPatch", examples: [{ stars: 4 }] });

export type ItemCreate = z.infer<typeof itemCreate>;
export type ItemPatch = z.infer<typeof itemPatch>;
export type ItemMergePatch = z.infer<typeof itemMergePatch>;
export type CommentCreate = z.infer<typeof commentCreate>;
export type CommentPatch = z.infer<typeof commentPatch>;
