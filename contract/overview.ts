import { z } from "zod";
import { limits } from "./limits.ts";
import { wholeNumber } from "./queries.ts";

export const findQuery = z.object({
  q: z
    .string()
    .max(limits.searchLength)
    .refine((value) => value.trim() !== "", { message: "must not be blank", params: { fault: "blank" } })
    .meta({
      description: "A name in any language, a part of one, several words of one, or an id.",
      examples: ["phone"],
    }),
  limit: wholeNumber(1, limits.findLimit, limits.defaultLimit),
});

const place = z.object({ id: z.string(), name: z.string() }).meta({ id: "FoundPlace" });

const found = z
  .object({
    kind: z.enum(["category", "subcategory", "item"]),
    id: z.string(),
    name: z.string(),
    match: z.string().meta({ description: "The name that matched, in whatever language; the id where that did." }),
    language: z
      .string()
      .nullable()
      .meta({ description: "The language of `match`; null for the name itself or the id." }),
    path: z
      .array(place)
      .meta({ description: `From the category down to what holds it; the nearest ${limits.foundPath} of them.` }),
  })
  .meta({ id: "Found" });
export type Found = z.infer<typeof found>;

export const findResult = z
  .object({
    results: z.array(found).meta({ description: "The best match first." }),
    total: z.int().meta({ description: "How many things match in all." }),
  })
  .meta({
    id: "FindResult",
    examples: [
      {
        results: [
          {
            kind: "subcategory",
            id: "smartphones",
            name: "Smartphones",
            match: "Смартфоны",
            language: "ru",
            path: [{ id: "c1", name: "Electronics" }],
          },
        ],
        total: 1,
      },
    ],
  });
export type FindResult = z.infer<typeof findResult>;

export const wordsQuery = z.object({
  prefix: z
    .string()
    .max(limits.tagLength)
    .optional()
    .meta({ description: "Only those that start so; case does not matter.", examples: ["an"] }),
  limit: wholeNumber(1, limits.wordsLimit, 100),
});

export const wordsInUse = z
  .object({
    words: z.array(z.object({ word: z.string(), count: z.int() })).meta({ description: "The most used first." }),
    total: z.int().meta({ description: "How many different ones there are, with that prefix." }),
  })
  .meta({ id: "WordsInUse", examples: [{ words: [{ word: "android", count: 12 }], total: 1 }] });
export type WordsInUse = z.infer<typeof wordsInUse>;
