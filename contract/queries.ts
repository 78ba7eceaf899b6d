import { z } from "zod";
import { limits } from "./limits.ts";

/** Query parameters arrive as text. The metadata describes that text in the OpenAPI document. */
export const wholeNumber = (minimum: number, maximum: number, fallback?: number) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum, {
      message: `must be a whole number from ${minimum} to ${maximum}`,
      params: { fault: "out_of_range" },
    })
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum, maximum, ...(fallback === undefined ? {} : { default: fallback }) });

export const flag = z
  .string()
  .refine((value) => value === "true" || value === "false", {
    message: "must be true or false",
    params: { fault: "not_allowed" },
  })
  .transform((value) => value === "true")
  .optional()
  .meta({ type: "boolean" });

/** An unknown or malformed language is not an error, so any text is accepted. */
const lang = z
  .string()
  .optional()
  .meta({
    description:
      "The language of the returned texts, or several in order of preference; overrides Accept-Language. Texts without a translation are returned in English.",
    examples: ["ru"],
  });

export const languageQuery = z.object({ lang });

const depth = wholeNumber(0, 999_999_999).meta({
  type: "integer",
  minimum: 0,
  description: "How many levels of nested subcategories to return; all if omitted.",
});

export const treeQuery = z.object({ lang, depth });
export const depthQuery = z.object({ depth });

export const itemListQuery = z.object({
  page: wholeNumber(1, 999_999_999, limits.defaultPage),
  limit: wholeNumber(1, limits.maxLimit, limits.defaultLimit),
  search: z.string().max(limits.searchLength).optional().meta({ description: "Part of the name; case is ignored." }),
  visible: flag,
  tags: z
    .string()
    .optional()
    .meta({ description: "Comma-separated tags; an item with any of them matches.", examples: ["5g,android"] }),
  tagsMode: z
    .enum(["any", "all"])
    .optional()
    .meta({ description: "`all`: only items with all of the tags.", default: "any" }),
  cursor: z.string().max(limits.cursorLength).optional().meta({
    description: "Continues a long list. The `next` link in the Link header contains it. Overrides `page`.",
  }),
  etags: flag.meta({
    type: "boolean",
    description: "`true`: the header `Item-ETags` has the ETag of each item, in the same order, for If-Match.",
  }),
  lang,
});

export type ItemListQuery = z.infer<typeof itemListQuery>;
