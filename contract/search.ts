import { z } from "zod";
import { translationStates } from "./constants.ts";
import { attributes, languageCode, reference } from "./fields.ts";
import { textRange } from "./found-items.ts";
import { defaultLanguage } from "./languages.ts";
import { limits } from "./limits.ts";
import { languageQuery, wholeNumber } from "./queries.ts";

export const findQuery = z.object({
  q: z
    .string()
    .max(limits.searchLength)
    .refine((value) => value.trim() !== "", { message: "must not be blank", params: { fault: "blank" } })
    .meta({
      description: "What to look for, as in the search for items: words in any language, or an id.",
      examples: ["phone"],
    }),
  limit: wholeNumber(1, limits.findLimit, limits.defaultLimit),
  lang: languageQuery.shape.lang,
});

const ancestor = z.object({ id: z.string(), name: z.string() }).meta({ id: "FoundPlace" });

const found = z
  .object({
    kind: z.enum(["category", "subcategory", "item"]),
    id: z.string(),
    name: z.string(),
    visible: z.boolean(),
    img: z.string().meta({ description: "The first picture; empty without one." }),
    price: z
      .object({ price: z.number(), discount: z.int(), currency: z.string() })
      .nullable()
      .meta({ description: "Of an item; null otherwise." }),
    match: z.string().meta({ description: "The name that matched, in any language, or the id if the id matched." }),
    language: z
      .string()
      .nullable()
      .meta({ description: "The language of `match`; null for the default name or the id." }),
    matches: z
      .array(textRange)
      .meta({ description: "Where the words of the search are in `match`: ranges `[start, end)` in UTF-16 units." }),
    path: z
      .array(ancestor)
      .meta({ description: `The ancestors, from the category down; the nearest ${limits.foundPath} of them.` }),
  })
  .meta({ id: "Found" });
export type Found = z.infer<typeof found>;

export const findResult = z
  .object({
    results: z.array(found).meta({ description: "The best match first." }),
    total: z.int().meta({ description: "The number of things that match." }),
    didYouMean: z
      .string()
      .nullable()
      .meta({ description: "What was probably meant, if a word was found with typing errors only." }),
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
            visible: true,
            img: "",
            price: null,
            match: "Смартфоны",
            language: "ru",
            matches: [[0, 8]],
            path: [{ id: "c1", name: "Electronics" }],
          },
        ],
        total: 1,
        didYouMean: null,
      },
    ],
  });
export type FindResult = z.infer<typeof findResult>;

export const wordsQuery = z.object({
  prefix: z
    .string()
    .max(limits.tagLength)
    .optional()
    .meta({ description: "Only words that start with this; case is ignored.", examples: ["an"] }),
  limit: wholeNumber(1, limits.wordsLimit, 100),
});

export const wordsInUse = z
  .object({
    words: z.array(z.object({ word: z.string(), count: z.int() })).meta({ description: "The most used first." }),
    total: z.int().meta({ description: "The number of different words with that prefix." }),
  })
  .meta({ id: "WordsInUse", examples: [{ words: [{ word: "android", count: 12 }], total: 1 }] });
export type WordsInUse = z.infer<typeof wordsInUse>;

const branch = reference
  .optional()
  .meta({ description: "The id of a category or subcategory: only that branch, including the thing itself." });

export const progressQuery = z.object({ branch });

const progress = {
  texts: z.int().meta({ description: "The number of texts to translate: names, and descriptions that are not empty." }),
  languages: z
    .array(
      z.object({
        language: z.string(),
        translated: z.int().meta({
          description:
            "Without those that are stale, and without copies of the original, unless somebody confirmed that they are right.",
        }),
        stale: z.int().meta({ description: "The number of translations whose original was changed since." }),
      }),
    )
    .meta({ description: "The languages in use, by code. Nothing is translated into any other language yet." }),
};

const branchProgress = z
  .object({ kind: z.enum(["category", "subcategory"]), id: z.string(), name: z.string(), ...progress })
  .meta({ id: "BranchProgress" });
export type BranchProgress = z.infer<typeof branchProgress>;

export const translationProgress = z
  .object({
    ...progress,
    path: z
      .array(ancestor)
      .meta({ description: "The path from the category down to the branch itself; empty for the project." }),
    branches: z.array(branchProgress).meta({
      description: "The same for each branch directly below, in tree order; for the project, its categories.",
    }),
  })
  .meta({
    id: "TranslationProgress",
    examples: [
      {
        texts: 12,
        languages: [{ language: "ru", translated: 9, stale: 1 }],
        path: [],
        branches: [
          {
            kind: "category",
            id: "c1",
            name: "Electronics",
            texts: 12,
            languages: [{ language: "ru", translated: 9, stale: 1 }],
          },
        ],
      },
    ],
  });
export type TranslationProgress = z.infer<typeof translationProgress>;

export const translationsQuery = z.object({
  language: languageCode
    .refine((code) => code !== defaultLanguage, {
      message: "must be another language than that of the originals",
      params: { fault: "not_allowed" },
    })
    .meta({ pattern: "^[a-z]{2}$", examples: ["ru"] }),
  state: z.enum(translationStates).optional().meta({
    description: "`missing`: not there, or a copy of the original. `todo`: missing or stale.",
    default: "todo",
  }),
  branch,
  cursor: z.string().max(limits.cursorLength).optional(),
  limit: wholeNumber(1, limits.maxLimit, 50),
});

const textOf = <Value extends z.ZodType>(value: Value) =>
  z
    .object({
      original: value,
      translation: value.nullable(),
      state: z.enum(["missing", "copied", "stale", "current"]).meta({
        description: "`copied`: the same as the original, which nobody has confirmed.",
      }),
      translatedFrom: value
        .nullable()
        .meta({ description: "For a stale translation: the original at the time it was translated." }),
    })
    .optional();

const translationEntry = z
  .object({
    kind: z.enum(["category", "subcategory", "item"]),
    id: z.string(),
    path: z.array(ancestor),
    name: textOf(z.string()),
    simpleDescription: textOf(z.string()),
    description: textOf(attributes),
  })
  .meta({ id: "TranslationEntry", description: "Contains a text only if its original is not empty." });
export type TranslationEntry = z.infer<typeof translationEntry>;

export const translationPage = z
  .object({
    entries: z
      .array(translationEntry)
      .meta({ description: "Categories and subcategories, then items, each in order of creation." }),
    total: z.int().meta({ description: "The number of things on all pages." }),
    nextCursor: z.string().nullable(),
  })
  .meta({
    id: "TranslationPage",
    examples: [
      {
        entries: [
          {
            kind: "subcategory",
            id: "smartphones",
            path: [{ id: "c1", name: "Electronics" }],
            name: { original: "Smartphones", translation: null, state: "missing", translatedFrom: null },
          },
        ],
        total: 1,
        nextCursor: null,
      },
    ],
  });
export type TranslationPage = z.infer<typeof translationPage>;

const translatedField = z.enum(["name", "simpleDescription", "description"]);

export const confirmedTranslation = z
  .strictObject({ language: languageCode, field: translatedField })
  .meta({ id: "ConfirmedTranslation", examples: [{ language: "ru", field: "name" }] });

export const staleTranslations = z
  .object({
    stale: z.array(
      z.object({
        language: z.string(),
        field: translatedField,
        translatedFrom: z
          .union([z.string(), attributes])
          .meta({ description: "The original at the time it was translated." }),
      }),
    ),
    copied: z
      .array(z.object({ language: z.string(), field: translatedField }))
      .meta({ description: "The translations that are the same as their original, which nobody has confirmed." }),
  })
  .meta({
    id: "StaleTranslations",
    examples: [{ stale: [{ language: "ru", field: "name", translatedFrom: "Smartphone" }], copied: [] }],
  });
export type StaleTranslations = z.infer<typeof staleTranslations>;
