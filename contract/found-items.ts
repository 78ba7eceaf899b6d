import { z } from "zod";
import { currencies, facetNames, listModes, sortFields } from "./constants.ts";
import { languageCode, moment, reference } from "./fields.ts";
import { itemPage, tag } from "./items.ts";
import { defaultLanguage } from "./languages.ts";
import { limits } from "./limits.ts";
import { flag, itemListQuery } from "./queries.ts";

export type SortField = (typeof sortFields)[number];
export type FacetName = (typeof facetNames)[number];

/** A number as it stands in an address. */
const amount = (description: string) =>
  z
    .string()
    .refine((value) => /^-?\d{1,15}(\.\d{1,15})?$/.test(value), {
      message: "must be a number, such as 12 or 9.99",
      params: { fault: "wrong_type" },
    })
    .transform(Number)
    .optional()
    .meta({ type: "number", description });

/** Texts that are separated by commas; each is one of `allowed` if that is given. */
const list = <const Allowed extends string>(allowed?: readonly Allowed[]) =>
  z
    .string()
    .max(limits.listLength)
    .transform((value) => [...new Set(value.split(",").map((part) => part.trim()))].filter((part) => part !== ""))
    .refine((parts) => !allowed || parts.every((part) => (allowed as readonly string[]).includes(part)), {
      message: `must be one or more of ${allowed?.join(", ")}, separated by commas`,
      params: { fault: "not_allowed" },
    })
    .transform((parts) => parts as Allowed[])
    .optional()
    .meta({ type: "string" });

const mode = (words: string) =>
  z
    .enum(listModes)
    .optional()
    .meta({ description: `Items with any, all or none of the ${words}.`, default: "any" });

export const translatedLanguage = languageCode.refine((code) => code !== defaultLanguage, {
  message: "must be another language than that of the originals",
  params: { fault: "not_allowed" },
});

const { page, limit, cursor, etags, lang } = itemListQuery.shape;

export const itemSearchQuery = z.object({
  search: z
    .string()
    .max(limits.searchLength)
    .optional()
    .meta({
      description:
        "Words in any order and in any language of the catalog, each a word, its beginning or a part of it, in names, short descriptions, tags, badges and attribute values; or an id, or its beginning from 8 characters on. Other forms of a word, other scripts, a wrong keyboard and typing errors are understood.",
      examples: ["phone case"],
    }),
  within: reference
    .optional()
    .meta({ description: "The id of a category or subcategory: only items below it.", examples: ["audio"] }),
  visible: flag,
  tags: list().meta({ type: "string", description: "Tags, separated by commas.", examples: ["5g,android"] }),
  tagsMode: mode("tags"),
  badges: list().meta({ type: "string", description: "Badges, separated by commas.", examples: ["new"] }),
  badgesMode: mode("badges"),
  priceMin: amount("The lowest price."),
  priceMax: amount("The highest price."),
  currency: list(currencies).meta({
    type: "string",
    description: "Currencies, separated by commas.",
    examples: ["USD"],
  }),
  discountMin: amount("The lowest discount."),
  discountMax: amount("The highest discount."),
  quantityMin: amount("The lowest quantity."),
  quantityMax: amount("The highest quantity; 0 for what is out of stock."),
  picture: flag.meta({ type: "boolean", description: "Whether an item has a picture." }),
  missing: translatedLanguage.optional().meta({
    pattern: "^[a-z]{2}$",
    description: "A language that a text of the item is not translated into, or only copied.",
    examples: ["ru"],
  }),
  outdated: translatedLanguage.optional().meta({
    pattern: "^[a-z]{2}$",
    description: "A language with a translation whose original was changed since.",
    examples: ["ru"],
  }),
  changedSince: moment
    .optional()
    .meta({ description: "Items whose last change is not older than this.", examples: ["2026-05-01T10:00:00Z"] }),
  changedBy: z
    .string()
    .max(limits.authorLength)
    .optional()
    .meta({ description: "Items whose last change was made by this user or key." }),
  commented: flag.meta({ type: "boolean", description: "Whether an item has comments." }),
  sort: z
    .string()
    .refine((value) => (sortFields as readonly string[]).includes(value.replace(/^-/, "")), {
      message: `must be one of ${sortFields.join(", ")}, or one of them behind "-"`,
      params: { fault: "not_allowed" },
    })
    .transform((value) => ({ by: value.replace(/^-/, "") as SortField, descending: value.startsWith("-") }))
    .optional()
    .meta({
      type: "string",
      enum: sortFields.flatMap((field) => [field, `-${field}`]),
      description:
        "`-` turns the order round. `pays` is what the buyer pays; `name` is in the alphabet of `sortLanguage`; `changed` is by the last change. Without it: `relevance` for a search, otherwise `priority`.",
    }),
  sortLanguage: languageCode.optional().meta({
    pattern: "^[a-z]{2}$",
    description: "The language whose names `sort=name` compares; by default that of the returned texts.",
    examples: ["ru"],
  }),
  facets: list(facetNames).meta({
    type: "string",
    description: `Count the values of these fields, each under the filters of all others: ${facetNames.join(", ")}.`,
    examples: ["tags,currency"],
  }),
  page,
  limit,
  cursor,
  etags,
  lang,
});
export type ItemSearchQuery = z.infer<typeof itemSearchQuery>;

const number = z.number().optional();
const yesOrNo = z.boolean().optional();
const listMode = z.enum(listModes).optional();
const { search, within, changedSince, changedBy } = itemSearchQuery.shape;

/** The same filters in a body, as JSON values. */
export const itemFilter = z
  .strictObject({
    projectId: reference,
    search,
    within,
    visible: yesOrNo,
    tags: z.array(tag).max(limits.tags).optional(),
    tagsMode: listMode,
    badges: z.array(tag).max(limits.tags).optional(),
    badgesMode: listMode,
    priceMin: number,
    priceMax: number,
    currency: z.array(z.enum(currencies)).max(currencies.length).optional(),
    discountMin: number,
    discountMax: number,
    quantityMin: number,
    quantityMax: number,
    picture: yesOrNo,
    missing: translatedLanguage.optional(),
    outdated: translatedLanguage.optional(),
    changedSince,
    changedBy,
    commented: yesOrNo,
  })
  .meta({
    id: "ItemFilter",
    description: "The filters of `GET /api/projects/{projectId}/items`, with lists as arrays.",
    examples: [{ projectId: "aurora-market", within: "audio", priceMin: 100, picture: false }],
  });
export type ItemFilterBody = z.infer<typeof itemFilter>;

/** `[start, end)` of a part of a text, in UTF-16 units. Some readers of OpenAPI know arrays by their `items` only. */
export const textRange = z
  .tuple([z.int().min(0), z.int().min(0)])
  .meta({ items: { type: "integer", minimum: 0 }, minItems: 2, maxItems: 2 });

const facet = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.int() })).optional();

const itemMatches = z
  .object({
    name: z.array(textRange).optional(),
    simpleDescription: z.array(textRange).optional(),
    tags: z.record(z.string(), z.array(textRange)).optional(),
    badges: z.record(z.string(), z.array(textRange)).optional(),
    description: z
      .record(z.string(), z.array(textRange))
      .optional()
      .meta({ description: "By the number of the attribute: ranges in its value." }),
    id: z.array(textRange).optional(),
    key: z.array(textRange).optional(),
  })
  .meta({
    id: "ItemMatches",
    description:
      "Where the words of the search are in the texts of an item as they are returned: ranges `[start, end)` in UTF-16 code units, as `slice` takes them. Those of tags and badges are by their number.",
  });

export const foundItemPage = itemPage
  .extend({
    nextCursor: z.string().nullable().meta({ description: "For `cursor`: the page after this one." }),
    didYouMean: z
      .string()
      .nullable()
      .meta({ description: "What was probably meant, if a word was found with typing errors only." }),
    matches: z.record(z.string(), itemMatches).meta({ description: "By the id of the item; empty without a search." }),
    places: z
      .record(z.string(), z.array(z.object({ id: z.string(), name: z.string() })))
      .meta({ description: "By `subcategoryId`: the path from the category down to that subcategory." }),
    keys: z.record(z.string(), z.string()).meta({ description: "By the id of the item: its key, if it has one." }),
    facets: z
      .object({
        tags: facet(z.string()),
        badges: facet(z.string()),
        currency: facet(z.string()),
        within: facet(z.string()),
        visible: facet(z.boolean()),
      })
      .meta({
        description: `Exact counts, the largest first, of the ${limits.facetValues} most frequent values. Those of \`within\` are ids of categories and subcategories, each with everything below it.`,
      }),
  })
  .meta({ id: "FoundItemPage" });
export type ItemMatches = z.infer<typeof itemMatches>;
export type FoundItemPage = z.infer<typeof foundItemPage>;
